import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

/** As people name folders. */
const NAME = "it's 100% [new] #1 ü ";

/** A folder that nobody else uses. Tests need not remove it: it goes with the folder of the whole run. */
export function newFolder(): string {
  // The first is set for tests that need no servers, the second for those that do.
  const parent = process.env['ALMANAC_TEST_RUN'] ?? process.env['ALMANAC_TEST_DATA'];
  if (parent === undefined) throw new Error('Only tests have a folder of their run.');
  return mkdtempSync(join(parent, NAME));
}

/** The name of such a folder, or of a place within it, as a shell takes it. */
export const inQuotes = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;
