/** Files of the bucket on the local disk: fetched when they are new or have changed, kept while there is room. */
import { hash } from 'node:crypto';
import { rmSync, type Stats } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inParallel } from '#lib/api/process/in-parallel';
import type { SignedBucket } from './signed-bucket.ts';
import type { StoredFile } from './xml-answers.ts';

export interface LocalCopies {
  list(prefix: string): Promise<StoredFile[]>;
  /** Paths of local copies, in order; a file that is gone by now is left out. */
  fetch(files: readonly StoredFile[]): Promise<string[]>;
}

const AT_ONCE = 8;
/** Longer than any report runs. */
const IN_USE_MS = 15 * 60_000;

const found = (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined);

/** Removes the least recently used files, except those that a report may still be reading. */
async function makeRoom(folder: string, mostBytes: number): Promise<void> {
  const names = await readdir(folder);
  const copies = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const copy = await found(path);
      return { path, bytes: copy?.size ?? 0, usedAt: copy?.atimeMs ?? 0 };
    }),
  );
  let total = copies.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { path, bytes, usedAt } of copies.sort((a, b) => a.usedAt - b.usedAt)) {
    if (total <= mostBytes || usedAt > Date.now() - IN_USE_MS) return;
    await rm(path, { force: true });
    total -= bytes;
  }
}

export function localCopies(bucket: SignedBucket, mostBytes: number): LocalCopies {
  // Each process has its own folder: one must not remove what another reads.
  const folder = join(tmpdir(), `almanac-copies-${bucket.name}-${String(process.pid)}`);
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });

  async function download(key: string, path: string): Promise<boolean> {
    const partial = `${path}.${String(Math.random()).slice(2)}.part`;
    try {
      if (!(await bucket.download(key, partial))) return false;
      await rename(partial, path);
      return true;
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  return {
    list: (prefix) => bucket.files(prefix),

    async fetch(files) {
      await mkdir(folder, { recursive: true });
      const paths = await inParallel(files, AT_ONCE, async ({ key, tag }) => {
        const path = join(folder, `${hash('sha256', `${key} ${tag}`)}.parquet`);
        const copy = await found(path);
        if (copy === undefined) return (await download(key, path)) ? path : undefined;
        // DuckDB keeps what it knows of a file until the time of its last change is another.
        await utimes(path, new Date(), copy.mtime).catch(() => undefined);
        return path;
      });
      await makeRoom(folder, mostBytes);
      return paths.filter((path) => path !== undefined);
    },
  };
}
