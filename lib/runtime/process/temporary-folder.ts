/** Folders of our own in the machine's temporary folder, into which others write as well. */
import { lstatSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '#lib/command/startup-error';

/** Works with a folder that nobody else uses and that is gone afterwards, whatever happens. */
export async function withTemporaryFolder<T>(purpose: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `almanac-${purpose}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A folder that the next process of the same user finds again. One that somebody else has put under this name is
 * refused.
 */
export function lastingFolder(purpose: string): string {
  const user = process.getuid?.();
  const folder = join(tmpdir(), ['almanac', purpose, ...(user === undefined ? [] : [user])].join('-'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || (user !== undefined && found.uid !== user))
    throw new StartupError(
      `${folder} belongs to somebody else. Delete it, or name another temporary folder: TMPDIR=DIR.`,
    );
  return folder;
}
