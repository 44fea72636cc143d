import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownPrefix, parentOfRuns } from './parent-of-runs.ts';

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

/** For a whole run. It is a link to another, as the folder for temporary files is on every Mac. */
export function linkedFolder(name: string): string {
  const around = mkdtempSync(join(parentOfRuns(), ownPrefix(name)));
  const [folder, link] = [join(around, 'folder'), join(around, 'link')];
  mkdirSync(folder);
  symlinkSync(folder, link, 'junction');
  return link;
}

export function removeLinkedFolder(link: string): void {
  rmSync(dirname(link), { recursive: true, force: true });
}
