/** The one DynamoDB client of a process. */
import { randomUUID } from 'node:crypto';
import { currentMeter } from '#lib/api/process/meter';
import { refusalOf } from '#lib/api/process/outgoing-calls';
import { wrapperOf } from './call-wrappers.ts';
import type { Command, DocumentClient } from './commands.ts';
import { givenClient } from './given-client.ts';
import { notAllowed } from './not-allowed.ts';
import { refusalOr } from './refusals.ts';
import { openTransport, type Transport } from './transport.ts';
import { fromWire, toWire } from './wire-values.ts';

const TARGET = 'DynamoDB_20120810';

interface Consumed {
  readonly CapacityUnits?: number;
}

const unitsOf = (consumed: Consumed | readonly Consumed[] | undefined): number =>
  [consumed ?? []].flat().reduce((sum, { CapacityUnits }) => sum + (CapacityUnits ?? 0), 0);

interface Input {
  readonly TransactItems?: readonly unknown[];
  readonly Statements?: readonly unknown[];
}

/** Sends a command and counts it on the meter of the request that made it. */
async function send<Output>(
  client: DocumentClient,
  transport: Transport,
  { name, input }: Command<Output> & { readonly input: Input },
): Promise<Output> {
  const wrap = wrapperOf(client);
  const together = input.TransactItems ?? input.Statements;
  const startedAt = performance.now();
  let capacity = 0;
  try {
    const refusal = refusalOf('dynamodb', name, input);
    if (refusal !== undefined) throw notAllowed(refusal);
    // DynamoDB recognises a transaction that is sent again by its token.
    const token = name === 'TransactWriteItems' ? { ClientRequestToken: randomUUID() } : {};
    const body = JSON.stringify({ ...token, ...toWire(input), ReturnConsumedCapacity: 'TOTAL' });
    const text = await transport.call(`${TARGET}.${name}`, body, (attempt) =>
      wrap === undefined ? attempt() : (wrap(name, input, attempt) as ReturnType<typeof attempt>),
    );
    const answer = fromWire(JSON.parse(text) as Record<string, unknown>);
    capacity = unitsOf(answer['ConsumedCapacity'] as Consumed | Consumed[] | undefined);
    return { $metadata: {}, ...answer } as Output;
  } catch (error) {
    throw refusalOr(error);
  } finally {
    const writes = together === undefined ? undefined : { writes: together.length };
    currentMeter()?.calls.push({ name, startedAt, endedAt: performance.now(), capacity, ...writes });
  }
}

/** A busy laptop's database may take its time, and waiting for a socket counts. */
const DEPLOYED_TIMEOUT_MS = 10_000;
const LOCAL_TIMEOUT_MS = 120_000;

function connectToAmazon(): DocumentClient {
  const isDeployed = process.env['AWS_ENDPOINT_URL_DYNAMODB'] === undefined;
  const transport = openTransport(isDeployed ? DEPLOYED_TIMEOUT_MS : LOCAL_TIMEOUT_MS);
  const client: DocumentClient = {
    async send(command) {
      // A program that forgot to take the embedded database would write to another one.
      if (process.env['ALMANAC_DATABASE'] !== undefined)
        throw new Error('The database is embedded: call useDatabase() before the stores are loaded.');
      return send(client, transport, command);
    },
    destroy: transport.close,
  };
  return client;
}

/** A connection of one's own. */
export const connect = (): DocumentClient => givenClient() ?? connectToAmazon();

export const documents: DocumentClient = connect();
