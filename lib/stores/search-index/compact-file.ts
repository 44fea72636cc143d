/** An index file without room that nothing is in. */
import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** A smaller file is fetched faster than it is written anew. */
const MIN_PAGES = 256;

const pages = (database: DatabaseSync, name: 'freelist_count' | 'page_count'): number =>
  Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);

/**
 * Volumes arrive in any order, which leaves pages half full, and merged segments and removed volumes leave empty ones: 7 to
 * 20 % of the file, which every function would fetch. Gives the path of a copy beside the file that takes its place, or
 * undefined when it is not worth it: `hasGrown` tells that most of the file is new.
 */
export function compactCopy(
  database: DatabaseSync,
  path: string,
  { hasGrown }: { readonly hasGrown: boolean },
): string | undefined {
  const [all, free] = [pages(database, 'page_count'), pages(database, 'freelist_count')];
  if (all < MIN_PAGES || !(hasGrown || free * 10 >= all)) return undefined;
  const copy = `${path}.compact`;
  // Left behind by a process that was killed.
  rmSync(copy, { force: true });
  database.prepare('VACUUM INTO ?').run(copy);
  return copy;
}
