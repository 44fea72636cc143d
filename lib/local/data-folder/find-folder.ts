/** The data folder that a command means. */
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { inShell } from '#lib/command/in-shell';
import { StartupError } from '#lib/command/startup-error';
import { listStacks, type RunningStack } from './running-stacks.ts';

export const DEFAULT_DATA_DIR = '.almanac';

const hasData = (folder: string): boolean =>
  ['issuer.json', 'database.sqlite', 'dynamodb'].some((name) => existsSync(join(folder, name)));

/** As a person would type it. */
const shown = ({ dataDir }: RunningStack): string => {
  const near = relative('.', dataDir);
  return near.startsWith('..') ? dataDir : near;
};

const listed = (stacks: readonly RunningStack[]): string =>
  stacks.map((stack) => `  --data ${inShell(shown(stack))}  (${stack.url})`).join('\n');

/**
 * Without `--data`: the default folder, unless it is empty and one stack runs elsewhere. `note` gets what a person
 * should know of the choice.
 */
export function findDataFolder(given: string | undefined, note: (line: string) => void): string {
  if (given !== undefined) return given;
  const stacks = listStacks();
  if (stacks.some(({ dataDir }) => dataDir === resolve(DEFAULT_DATA_DIR)) || stacks.length === 0)
    return DEFAULT_DATA_DIR;
  if (hasData(DEFAULT_DATA_DIR)) {
    note(`No stack runs on ${DEFAULT_DATA_DIR}, which this works on. Others run:\n${listed(stacks)}`);
    return DEFAULT_DATA_DIR;
  }
  const [only] = stacks;
  if (only === undefined || stacks.length > 1) throw new StartupError(`Which stack? There are:\n${listed(stacks)}`);
  note(`Found the stack on ${shown(only)} (${only.url}).`);
  return only.dataDir;
}
