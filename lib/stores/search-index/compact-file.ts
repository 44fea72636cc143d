/** An index file without the pages that nothing is in. */
import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** Fewer are fetched faster than a file is written anew. */
const MIN_FREE_PAGES = 256;

const pages = (database: DatabaseSync, name: 'freelist_count' | 'page_count'): number =>
  Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);

/**
 * Merging the segments of a large index leaves a sixth of its file empty, and every function would fetch that, too.
 * Gives the path of a copy beside the file that takes its place, or undefined when the file is full enough.
 */
export function compactCopy(database: DatabaseSync, path: string): string | undefined {
  const free = pages(database, 'freelist_count');
  if (free < MIN_FREE_PAGES || free * 10 < pages(database, 'page_count')) return undefined;
  const copy = `${path}.compact`;
  // Left behind by a process that was killed.
  rmSync(copy, { force: true });
  database.prepare('VACUUM INTO ?').run(copy);
  return copy;
}
