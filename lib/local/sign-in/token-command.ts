import { resolve } from 'node:path';
import { inShell } from '#lib/command/in-shell';
import { DEFAULT_DATA_DIR } from '#lib/local/data-folder/find-folder';

/** The command that prints a token of the stack on this folder, as people paste it. */
export const tokenCommand = (dataDir: string, address = 'alice@example.com'): string => {
  const isDefault = resolve(dataDir) === resolve(DEFAULT_DATA_DIR);
  return `npm run --silent token -- ${address}${isDefault ? '' : ` --data ${inShell(dataDir)}`}`;
};
