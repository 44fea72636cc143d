/** Executes a command, whether it came from the document client of this process or over HTTP. */
import { setImmediate } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import { refusalOf } from '#lib/api/process/outgoing-calls';
import { notAllowed } from '#lib/stores/dynamodb/client/not-allowed';
import { batchExecuteStatement, batchWrite } from './commands/batch-write.ts';
import type { Answer, CommandInput } from './commands/command.ts';
import { query, scan } from './commands/query.ts';
import { batchGet, get, transactGet } from './commands/reads.ts';
import { singleWrite } from './commands/single-writes.ts';
import { transactWrite } from './commands/transact-write.ts';
import type { Engine } from './storage/engine.ts';
import { isBusy } from './storage/sqlite-file.ts';

type Run = (engine: Engine, input: CommandInput, nowMs: number) => Answer;

interface KnownCommand {
  readonly run: Run;
  /** Batches and transactions report capacity per table. */
  readonly isMany?: boolean;
}

/** Keyed by DynamoDB's name of the command. */
const COMMANDS = {
  GetItem: { run: get },
  PutItem: { run: singleWrite('Put') },
  UpdateItem: { run: singleWrite('Update') },
  DeleteItem: { run: singleWrite('Delete') },
  Query: { run: query },
  Scan: { run: scan },
  BatchGetItem: { run: batchGet, isMany: true },
  BatchWriteItem: { run: batchWrite, isMany: true },
  BatchExecuteStatement: { run: batchExecuteStatement, isMany: true },
  TransactGetItems: { run: transactGet, isMany: true },
  TransactWriteItems: { run: transactWrite, isMany: true },
} as const satisfies Readonly<Record<string, KnownCommand>>;

export type CommandName = keyof typeof COMMANDS;

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);

const MAX_WAIT_MS = 30_000;
const MAX_PAUSE_MS = 20;

function capacityOf(units: Answer['units'], isMany: boolean): unknown {
  const list = [...units].map(([TableName, CapacityUnits]) => ({ TableName, CapacityUnits }));
  return isMany ? list : list[0];
}

const totalUnits = (units: Answer['units']): number => [...units.values()].reduce((sum, one) => sum + one, 0);

/** Calls of one event loop turn run in the next turn, so they overlap as they do with a remote database. */
let turn: Promise<void> | undefined;
const nextTurn = (): Promise<void> =>
  (turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      resolve();
    });
  }));

/** Retries while another process writes, without blocking the event loop. */
async function retryWhileBusy<T>(work: () => T): Promise<T> {
  const until = performance.now() + MAX_WAIT_MS;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
      await pause(Math.random() * Math.min(2 ** attempt, MAX_PAUSE_MS));
    }
  }
}

export interface CommandResult {
  readonly answer: Readonly<Record<string, unknown>>;
  /** Capacity units of all tables together. */
  readonly capacity: number;
}

/** Throws when the role of the calling function does not allow the command. */
export function checkAllowed(name: CommandName, input: object): void {
  const refusal = refusalOf('dynamodb', name, input);
  if (refusal !== undefined) throw notAllowed(refusal);
}

export async function execute(
  engine: Engine,
  name: CommandName,
  input: CommandInput,
  now: () => number,
): Promise<CommandResult> {
  const { run, isMany = false }: KnownCommand = COMMANDS[name];
  await nextTurn();
  const { units, ...answer } = await retryWhileBusy(() => run(engine, input, now()));
  const isAsked = input.ReturnConsumedCapacity !== undefined && input.ReturnConsumedCapacity !== 'NONE';
  return {
    answer: isAsked ? { ...answer, ConsumedCapacity: capacityOf(units, isMany) } : answer,
    capacity: totalUnits(units),
  };
}
