/**
 * Objects as files: `BUCKET/KEY` below a folder, so that DuckDB and other programs read them as they are. What S3 knows
 * besides the bytes is in `object-index.ts`. A file is replaced by renaming: a reader has the old one or the new one,
 * never a half.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasErrorCode } from '#lib/local/process/has-error-code';
import type { Persistence, StoredObject } from './fauxqs.ts';
import { loadObjects } from './load-objects.ts';
import { openObjectIndex } from './object-index.ts';
import { otherPathOf, pathOf } from './object-path.ts';

/** A key that another one has as a folder, or the other way round. */
const isPathTaken = (error: unknown): boolean =>
  ['EEXIST', 'EISDIR', 'ENOTDIR', 'ENOTEMPTY'].some((code) => hasErrorCode(error, { code }));

function dropEmptyFolders(root: string, file: string): void {
  for (let folder = dirname(file); folder !== root; folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

export function openObjectFiles(folder: string): Persistence {
  mkdirSync(folder, { recursive: true });
  const index = openObjectIndex(folder);
  const fileOf = (bucket: string, path: string): string => join(folder, bucket, path);

  function choosePath(bucket: string, key: string): string {
    const path = pathOf(key);
    return index.find(bucket, key)?.path ?? (index.isTaken(bucket, path) ? otherPathOf(key) : path);
  }

  /** Returns the path that it was written to. */
  function writeFile(bucket: string, key: string, body: Buffer): string {
    const draft = join(folder, `${randomUUID()}.new`);
    writeFileSync(draft, body);
    const place = (path: string): string => {
      mkdirSync(dirname(fileOf(bucket, path)), { recursive: true });
      renameSync(draft, fileOf(bucket, path));
      return path;
    };
    try {
      return place(choosePath(bucket, key));
    } catch (error) {
      if (!isPathTaken(error)) throw error;
      return place(otherPathOf(key));
    }
  }

  function upsertObject(bucket: string, { body, ...head }: StoredObject): void {
    index.put(bucket, { path: writeFile(bucket, head.key, body), head });
  }

  function readBody(bucket: string, key: string): Buffer {
    return readFileSync(fileOf(bucket, index.find(bucket, key)?.path ?? pathOf(key)));
  }

  function deleteObject(bucket: string, key: string): void {
    const path = index.find(bucket, key)?.path;
    if (path === undefined) return;
    rmSync(fileOf(bucket, path), { force: true });
    index.remove(bucket, key);
    dropEmptyFolders(join(folder, bucket), fileOf(bucket, path));
  }

  function deleteObjectsByBucket(bucket: string): void {
    index.removeAll(bucket);
    rmSync(join(folder, bucket), { recursive: true, force: true });
    mkdirSync(join(folder, bucket));
  }

  function deleteBucket(name: string): void {
    deleteObjectsByBucket(name);
    rmdirSync(join(folder, name));
    index.removeBucket(name);
  }

  return {
    insertBucket(name, created) {
      index.addBucket(name, created);
      mkdirSync(join(folder, name), { recursive: true });
    },
    deleteBucket,
    saveBucketLifecycleConfiguration(name, config) {
      index.setLifecycle(name, config);
    },
    deleteBucketLifecycleConfiguration(name) {
      index.setLifecycle(name, null);
    },
    upsertObject,
    deleteObject,
    deleteObjectsByBucket,
    deleteAllObjects() {
      for (const { name } of index.buckets()) deleteObjectsByBucket(name);
    },
    readBody,
    renameObject(bucket, from, to) {
      const head = index.find(bucket, from)?.head;
      if (head === undefined) return;
      upsertObject(bucket, { ...head, key: to, body: readBody(bucket, from) });
      deleteObject(bucket, from);
    },
    // Parts are in the memory of the process: an upload that it did not finish is sent again.
    insertMultipartUpload: () => undefined,
    upsertMultipartPart: () => undefined,
    deleteMultipartUpload: () => undefined,
    deleteAllMultipartUploads: () => undefined,
    completeMultipartUpload(_uploadId, bucket, object) {
      upsertObject(bucket, object);
    },
    loadS3(store) {
      loadObjects(folder, index, store);
    },
    purgeAll() {
      for (const { name } of index.buckets()) deleteBucket(name);
    },
    close() {
      index.close();
    },
  };
}
