/** The one DynamoDB client of a process; every call is counted on the meter of the request that made it. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { requestTooLarge } from '#lib/api/errors';
import { currentMeter } from '#lib/runtime/meter';
import { MARSHALLING } from './marshalling.ts';
import { isTooLarge } from './too-large.ts';

const DATA_CALLS = new Set(
  ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'Scan', 'BatchGetItem', 'BatchWriteItem', 'BatchExecuteStatement', 'TransactGetItems', 'TransactWriteItems'].map(
    (name) => `${name}Command`,
  ),
);

interface Consumed {
  readonly CapacityUnits?: number;
}

const unitsOf = (consumed: Consumed | readonly Consumed[] | undefined): number =>
  [consumed ?? []].flat().reduce((sum, { CapacityUnits }) => sum + (CapacityUnits ?? 0), 0);

export function connect(): DynamoDBDocumentClient {
  // A busy laptop's database may take its time. Without the last one the SDK only warns.
  const isDeployed = process.env['AWS_ENDPOINT_URL_DYNAMODB'] === undefined;
  const patience = { connectionTimeout: 2_000, ...(isDeployed && { requestTimeout: 10_000, throwOnRequestTimeout: true }) };
  const client = new DynamoDBClient({ maxAttempts: 4, requestHandler: patience });
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const name = context.commandName ?? '';
      if (!DATA_CALLS.has(name)) return next(args);
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const { TransactItems, Statements } = args.input as { readonly TransactItems?: readonly unknown[]; readonly Statements?: readonly unknown[] };
      const together = TransactItems ?? Statements;
      const startedAt = performance.now();
      let capacity = 0;
      try {
        const result = await next(args);
        capacity = unitsOf((result.output as { ConsumedCapacity?: Consumed | Consumed[] }).ConsumedCapacity);
        return result;
      } catch (error) {
        throw isTooLarge(error) ? requestTooLarge(error) : error;
      } finally {
        currentMeter()?.calls.push({ name: name.replace('Command', ''), startedAt, endedAt: performance.now(), capacity, ...(together !== undefined && { writes: together.length }) });
      }
    },
    { step: 'initialize', name: 'meter' },
  );
  // A copy: the document client writes into what it is given.
  return DynamoDBDocumentClient.from(client, { marshallOptions: { ...MARSHALLING } });
}

export const documents: DynamoDBDocumentClient = connect();
