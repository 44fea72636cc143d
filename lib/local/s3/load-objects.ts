/** Objects at the start, without their bytes. A file that another program put there, or changed, is an object, too. */
import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ObjectStore } from './fauxqs.ts';
import type { ObjectHead, ObjectIndex } from './object-index.ts';
import { pathOf } from './object-path.ts';

const NOTHING = Buffer.alloc(0);

function headOf(file: string, key: string): ObjectHead {
  const body = readFileSync(file);
  return {
    key,
    contentType: 'application/octet-stream',
    contentLength: body.length,
    etag: `"${hash('md5', body)}"`,
    lastModified: statSync(file).mtime,
    metadata: {},
  };
}

function loadBucket(root: string, bucket: string, index: ObjectIndex, store: ObjectStore): void {
  const known = new Set<string>();
  for (const { path, head } of index.list(bucket)) {
    const file = join(root, path);
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    known.add(path);
    if (size === undefined) index.remove(bucket, head.key);
    else
      store.restoreObject(bucket, {
        ...(size === head.contentLength ? head : headOf(file, head.key)),
        body: NOTHING,
      });
  }
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(root, file).replaceAll('\\', '/');
    if (!entry.isFile() || known.has(path) || pathOf(path) !== path) continue;
    const head = headOf(file, path);
    index.put(bucket, { path, head });
    store.restoreObject(bucket, { ...head, body: NOTHING });
  }
}

export function loadObjects(folder: string, index: ObjectIndex, store: ObjectStore): void {
  // Drafts of a process that was killed.
  for (const name of readdirSync(folder)) if (name.endsWith('.new')) rmSync(join(folder, name), { force: true });
  for (const { name, created, lifecycle } of index.buckets()) {
    mkdirSync(join(folder, name), { recursive: true });
    store.createBucket(name);
    store.setBucketCreationDate(name, created);
    if (lifecycle !== undefined) store.restoreBucketLifecycleConfiguration(name, lifecycle);
    loadBucket(join(folder, name), name, index, store);
  }
}
