/**
 * Random DynamoDB commands on the tables of an episode: those that our stores send, and similar ones.
 * This file chooses a command. `writes.ts` and `reads.ts` build its input, `conditions.ts`, `updates.ts` and `terms.ts`
 * its expressions, `values.ts` and `setting.ts` its items and keys; `invalid-commands.ts` makes some commands invalid.
 */
import type { Random } from '#test/tools/shared/random';
import type { CommandName, Command } from './command.ts';
import { makeInvalid } from './invalid-commands.ts';
import { batchGet, consistent, get, query, scan, transactGet } from './reads.ts';
import { times, type Setting } from './setting.ts';
import type { Item } from './values.ts';
import { batchWrite, change, insertEach, put, removal, transactWrite } from './writes.ts';

const capacity = (random: Random): Item => (random.percent(60) ? { ReturnConsumedCapacity: 'TOTAL' } : {});

const OLD_OR_NOT = ['NONE', 'ALL_OLD'] as const;
const ANY_RETURN = ['NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW'] as const;
const returning = (random: Random, values: readonly string[]): Item =>
  random.percent(55) ? { ReturnValues: random.pick(values) } : {};

const COMMAND_BUILDERS: readonly (readonly [weight: number, name: CommandName, make: (setting: Setting) => Item])[] = [
  [17, 'Put', (setting) => ({ ...put(setting), ...returning(setting.random, OLD_OR_NOT) })],
  [23, 'Update', (setting) => ({ ...change(setting), ...returning(setting.random, ANY_RETURN) })],
  [7, 'Delete', (setting) => ({ ...removal(setting), ...returning(setting.random, OLD_OR_NOT) })],
  [8, 'Get', (setting) => ({ ...get(setting), ...consistent(setting.random) })],
  [3, 'BatchGet', batchGet],
  [23, 'Query', query],
  [2, 'Scan', scan],
  [3, 'BatchWrite', batchWrite],
  [3, 'TransactGet', transactGet],
  [8, 'TransactWrite', transactWrite],
  [3, 'BatchExecuteStatement', insertEach],
];
const WEIGHTED_BUILDERS = COMMAND_BUILDERS.flatMap((maker) => Array.from({ length: maker[0] }, () => maker));

/** One in twelve is made invalid. */
function command(setting: Setting): Command {
  const { random } = setting;
  const [, name, make] = random.pick(WEIGHTED_BUILDERS) as (typeof COMMAND_BUILDERS)[number];
  const input = { ...make(setting), ...capacity(random) };
  const isFollowed = (name === 'Query' || name === 'Scan') && random.percent(60);
  const made = { name, input, ...(isFollowed && { isFollowed }) };
  return random.percent(8) ? makeInvalid(made, random) : made;
}

/** The same seed makes the same commands. */
export const commands = (setting: Setting, count: number): Command[] => times(count, () => command(setting));
