/** A document client whose commands run in the embedded database, inside this process. */
import { randomUUID } from 'node:crypto';
import { currentMeter } from '#lib/api/process/meter';
import { wrapperOf, type CallWrapper } from '#lib/stores/dynamodb/client/call-wrappers';
import type { Command, DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { refusalOr } from '#lib/stores/dynamodb/client/refusals';
import type { CommandInput } from './commands/command.ts';
import { checkAllowed, execute, isCommandName } from './execute.ts';
import type { Engine } from './storage/engine.ts';
import { unknown } from './values/errors.ts';

const $metadata = { httpStatusCode: 200, attempts: 1, totalRetryDelay: 0 };

interface Input extends CommandInput {
  readonly TransactItems?: readonly unknown[];
  readonly Statements?: readonly unknown[];
  readonly ClientRequestToken?: string;
}

async function send<Output>(
  engine: Engine,
  now: () => number,
  around: CallWrapper | undefined,
  command: Command<Output>,
): Promise<Output> {
  const { name } = command;
  if (!isCommandName(name)) throw unknown(`the command ${(command as object).constructor.name}`);
  let input: Input = command.input;
  // The SDK also sets a token: DynamoDB recognises a repeated transaction by it.
  if (around !== undefined && name === 'TransactWriteItems') input = { ClientRequestToken: randomUUID(), ...input };
  const together = input.TransactItems ?? input.Statements;
  const startedAt = performance.now();
  let capacity = 0;
  const call = async (): Promise<unknown> => {
    const done = await execute(engine, name, input, now);
    ({ capacity } = done);
    return { $metadata, ...done.answer };
  };
  try {
    checkAllowed(name, input);
    return (await (around === undefined ? call() : around(name, input, call))) as Output;
  } catch (error) {
    throw refusalOr(error);
  } finally {
    const writes = together === undefined ? undefined : { writes: together.length };
    currentMeter()?.calls.push({ name, startedAt, endedAt: performance.now(), capacity, ...writes });
  }
}

/** The client that our stores use instead of Amazon's. */
export function documentClient(engine: Engine, now: () => number): DocumentClient {
  const client: DocumentClient = {
    send: (command) => send(engine, now, wrapperOf(client), command),
    destroy: () => undefined,
  };
  return client;
}
