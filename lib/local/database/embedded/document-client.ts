/** A document client whose commands are carried out by the embedded database: nothing leaves the process. */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchExecuteStatementCommand, BatchGetCommand, BatchWriteCommand, DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand,
  ScanCommand, TransactGetCommand, TransactWriteCommand, UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { refusalOf } from '#lib/api/outgoing-calls';
import { currentMeter } from '#lib/runtime/meter';
import { notAllowed } from '#lib/stores/dynamodb/not-allowed';
import { tooLargeOr } from '#lib/stores/dynamodb/too-large';
import { batchExecuteStatement, batchWrite } from './commands/batch-write.ts';
import type { Answer, CommandInput } from './commands/command.ts';
import { query, scan } from './commands/query.ts';
import { batchGet, get, transactGet } from './commands/reads.ts';
import { singleWrite } from './commands/single-writes.ts';
import { transactWrite } from './commands/transact-write.ts';
import type { Engine } from './engine.ts';
import { unknown } from './errors.ts';
import { isBusy } from './sqlite-file.ts';

type Run = (engine: Engine, input: CommandInput, nowMs: number) => Answer;

interface Known {
  /** DynamoDB's name of the call. */
  readonly name: string;
  readonly run: Run;
  /** Batches and transactions tell their capacity by table. */
  readonly isMany?: boolean;
}

const COMMANDS = new Map<unknown, Known>([
  [GetCommand, { name: 'GetItem', run: get }],
  [PutCommand, { name: 'PutItem', run: singleWrite('Put') }],
  [UpdateCommand, { name: 'UpdateItem', run: singleWrite('Update') }],
  [DeleteCommand, { name: 'DeleteItem', run: singleWrite('Delete') }],
  [QueryCommand, { name: 'Query', run: query }],
  [ScanCommand, { name: 'Scan', run: scan }],
  [BatchGetCommand, { name: 'BatchGetItem', run: batchGet, isMany: true }],
  [BatchWriteCommand, { name: 'BatchWriteItem', run: batchWrite, isMany: true }],
  [BatchExecuteStatementCommand, { name: 'BatchExecuteStatement', run: batchExecuteStatement, isMany: true }],
  [TransactGetCommand, { name: 'TransactGetItems', run: transactGet, isMany: true }],
  [TransactWriteCommand, { name: 'TransactWriteItems', run: transactWrite, isMany: true }],
]);

const PATIENCE_MS = 30_000;
const LONGEST_PAUSE_MS = 20;
const $metadata = { httpStatusCode: 200, attempts: 1, totalRetryDelay: 0 };

interface Command {
  readonly input: object;
}

/** Stands around every call, for those who make some of them fail. */
export type Around = (name: string, input: object, call: () => Promise<unknown>) => Promise<unknown>;

function capacityOf(units: Answer['units'], isMany: boolean): unknown {
  const list = [...units].map(([TableName, CapacityUnits]) => ({ TableName, CapacityUnits }));
  return isMany ? list : list[0];
}

const total = (units: Answer['units']): number => [...units.values()].reduce((sum, one) => sum + one, 0);

/** Calls that are made in one turn of the event loop are under way together, as they would be with a database elsewhere. */
let turn: Promise<void> | undefined;
const nextTurn = (): Promise<void> =>
  (turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      resolve();
    });
  }));

/** While another process writes, the call waits; the event loop does not. */
async function patiently<T>(work: () => T): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
      await pause(Math.random() * Math.min(2 ** attempt, LONGEST_PAUSE_MS));
    }
  }
}

const surroundings = new WeakMap<DynamoDBDocumentClient, Around>();

/** Puts something around every call of a client from now on. */
export function surround(client: DynamoDBDocumentClient, around: Around): void {
  surroundings.set(client, around);
}

interface Input extends CommandInput {
  readonly TransactItems?: readonly unknown[];
  readonly Statements?: readonly unknown[];
  readonly ClientRequestToken?: string;
}

async function send(engine: Engine, now: () => number, around: Around | undefined, command: Command): Promise<unknown> {
  const known = COMMANDS.get(command.constructor);
  if (known === undefined) throw unknown(`the command ${command.constructor.name}`);
  const { name, run, isMany = false } = known;
  let input: Input = command.input;
  // The SDK does the same: a transaction that is sent again is known by its token.
  if (around !== undefined && name === 'TransactWriteItems') input = { ClientRequestToken: randomUUID(), ...input };
  const together = input.TransactItems ?? input.Statements;
  const startedAt = performance.now();
  let capacity = 0;
  const call = async (): Promise<unknown> => {
    await nextTurn();
    const { units, ...answer } = await patiently(() => run(engine, input, now()));
    capacity = total(units);
    const isAsked = input.ReturnConsumedCapacity !== undefined && input.ReturnConsumedCapacity !== 'NONE';
    return { $metadata, ...answer, ...(isAsked && { ConsumedCapacity: capacityOf(units, isMany) }) };
  };
  try {
    const refusal = refusalOf('dynamodb', name, input);
    if (refusal !== undefined) throw notAllowed(refusal);
    return await (around === undefined ? call() : around(name, input, call));
  } catch (error) {
    throw tooLargeOr(error);
  } finally {
    const writes = together === undefined ? undefined : { writes: together.length };
    currentMeter()?.calls.push({ name, startedAt, endedAt: performance.now(), capacity, ...writes });
  }
}

/** What our stores take: they know no other database. */
export function documentClient(engine: Engine, now: () => number): DynamoDBDocumentClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'local', credentials }));
  const carryOut = (command: Command): Promise<unknown> => send(engine, now, surroundings.get(client), command);
  client.send = carryOut as typeof client.send;
  return client;
}
