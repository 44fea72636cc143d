/**
 * Counts the calls of a client on the meter of the request that made them, from `send` to its result: what the SDK does
 * around a call is part of it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { currentMeter, type MeteredCall } from '#lib/api/process/meter';
import { refusalOf } from '#lib/api/process/outgoing-calls';
import { notAllowed } from './not-allowed.ts';

const DATA_CALLS = new Set(
  [
    'GetItem',
    'PutItem',
    'UpdateItem',
    'DeleteItem',
    'Query',
    'Scan',
    'BatchGetItem',
    'BatchWriteItem',
    'BatchExecuteStatement',
    'TransactGetItems',
    'TransactWriteItems',
  ].map((name) => `${name}Command`),
);

interface Consumed {
  readonly CapacityUnits?: number;
}

const unitsOf = (consumed: Consumed | readonly Consumed[] | undefined): number =>
  [consumed ?? []].flat().reduce((sum, { CapacityUnits }) => sum + (CapacityUnits ?? 0), 0);

interface Sent {
  readonly TransactItems?: readonly unknown[];
  readonly Statements?: readonly unknown[];
}

/** What is learnt of a call on its way; undefined unless it is about data. */
interface UnderWay {
  learnt?: Pick<MeteredCall, 'name' | 'capacity' | 'writes'>;
}

const underWay = new AsyncLocalStorage<UnderWay>();

/** The names of commands are lost in a minified bundle; the SDK tells them on the way. */
function listen(client: DynamoDBDocumentClient): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const call = underWay.getStore();
        if (call === undefined || !DATA_CALLS.has(commandName)) return next(args);
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        const refusal = refusalOf('dynamodb', commandName.replace('Command', ''), args.input);
        if (refusal !== undefined) throw notAllowed(refusal);
        const { TransactItems, Statements } = args.input as Sent;
        const together = TransactItems ?? Statements;
        const learnt = {
          name: commandName.replace('Command', ''),
          capacity: 0,
          ...(together !== undefined && { writes: together.length }),
        };
        call.learnt = learnt;
        const result = await next(args);
        const { ConsumedCapacity } = result.output as { readonly ConsumedCapacity?: Consumed | Consumed[] };
        call.learnt = { ...learnt, capacity: unitsOf(ConsumedCapacity) };
        return result;
      },
    { step: 'initialize', name: 'meter' },
  );
}

export function metered(client: DynamoDBDocumentClient): DynamoDBDocumentClient {
  listen(client);
  type Send = (...sent: readonly unknown[]) => Promise<unknown>;
  const send = client.send.bind(client) as Send;
  const count: Send = async (...sent) => {
    const call: UnderWay = {};
    const startedAt = performance.now();
    try {
      return await underWay.run(call, () => send(...sent));
    } finally {
      if (call.learnt !== undefined)
        currentMeter()?.calls.push({ ...call.learnt, startedAt, endedAt: performance.now() });
    }
  };
  client.send = count as typeof client.send;
  return client;
}
