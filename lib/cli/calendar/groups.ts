/** Imports and lists groups for access rules and free/busy. */
import { readFile } from 'node:fs/promises';
import { foldAddress } from '#lib/api/text/address';
import type { Group } from '#lib/calendar/model/groups';
import type { GroupStore } from '#lib/calendar/stores/groups';
import { StartupError } from '#lib/command/startup-error';
import { readGroupFile } from './group-file.ts';

/** Every process of a calendar function keeps all groups in memory. */
const MAX_MEMBERSHIPS = 200_000;

const countOf = (groups: readonly Group[]): number => groups.reduce((sum, { members }) => sum + members.length, 0);

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new StartupError(`${path} cannot be read: ${String(error)}`);
  }
}

async function importGroups(store: GroupStore, [path, ...rest]: readonly string[]): Promise<void> {
  if (path === undefined || rest.length > 0) throw new StartupError('Which file? One at a time.');
  const { groups, problems } = readGroupFile(await textOf(path));
  for (const problem of problems) console.error(`${path}: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
  if (groups.length === 0) return console.log('No groups were found, and none changed.');
  const named = new Set(groups.map(({ address }) => address));
  const others = (await store.load()).groups.filter(({ address }) => !named.has(address));
  const memberships = countOf([...others, ...groups]);
  if (memberships > MAX_MEMBERSHIPS) {
    throw new StartupError(
      `A stage has room for ${String(MAX_MEMBERSHIPS)} memberships; with this file it would have ${String(memberships)}. Nothing changed.`,
    );
  }
  await store.replace(groups);
  const removed = groups.filter(({ members }) => members.length === 0).length;
  const ending = removed === 0 ? '' : `, ${String(removed)} removed`;
  console.log(
    `${String(groups.length - removed)} groups with ${String(countOf(groups))} members${ending}. They count within a minute.`,
  );
}

/** Comma-separated columns, in the form that an import accepts. */
async function listGroups(store: GroupStore, [named, ...rest]: readonly string[]): Promise<void> {
  if (rest.length > 0) throw new StartupError('Which group? One at a time, or none for all.');
  const { groups } = await store.load();
  const wanted = groups.filter(({ address }) => named === undefined || address === foldAddress(named));
  if (named !== undefined && wanted.length === 0) throw new StartupError(`There is no group ${named}.`);
  if (wanted.length === 0)
    return console.error('There are no groups yet: import them with `npm run calendar -- groups import FILE`.');
  console.log('group,member');
  for (const { address, members } of wanted) for (const member of members) console.log(`${address},${member}`);
}

const VERBS: Readonly<Record<string, (store: GroupStore, args: readonly string[]) => Promise<void>>> = {
  import: importGroups,
  list: listGroups,
};

export async function changeGroups([verb = '', ...args]: readonly string[]): Promise<void> {
  const run = VERBS[verb];
  if (run === undefined) throw new StartupError(`groups import FILE or groups list, not '${verb}'.`);
  const [{ dynamoGroups }, { documents }, { config }] = await Promise.all([
    import('#lib/stores/dynamodb/calendar/groups'),
    import('#lib/stores/dynamodb/client/client'),
    import('#lib/runtime/process/config'),
  ]);
  await run(dynamoGroups(documents, config.calendarTable), args);
}
