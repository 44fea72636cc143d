/** An S3 endpoint on the loopback interface, its objects in files. */
import { buildApp } from 'fauxqs';
import { newStores, type Persistence } from './fauxqs.ts';
import { moveFormerObjects } from './former-objects.ts';
import { openObjectFiles } from './object-files.ts';

export interface ObjectStorage {
  readonly endpoint: string;
  /** The size of all objects. */
  bytes(): number;
  /** Copies all objects; the result puts them back. */
  snapshot(): () => void;
  stop(): Promise<void>;
}

async function openFolder(folder: string): Promise<Persistence> {
  const files = openObjectFiles(folder);
  await moveFormerObjects(folder, files);
  return files;
}

/** Without a data folder, objects stay in memory. */
export async function startObjectStorage({
  bucket,
  dataDir,
}: {
  bucket: string;
  dataDir?: string | undefined;
}): Promise<ObjectStorage> {
  const stores = await newStores();
  const { s3Store } = stores;
  const persistence = dataDir === undefined ? undefined : await openFolder(dataDir);
  persistence?.loadS3(s3Store);
  if (persistence !== undefined) s3Store.persistence = persistence;
  if (!s3Store.hasBucket(bucket)) s3Store.createBucket(bucket);

  const app = buildApp({ logger: false, stores });
  const endpoint = await app.listen({ host: '127.0.0.1', port: 0 });
  const keysOf = (): { key: string; etag: string; contentLength: number }[] =>
    s3Store.listObjects(bucket, { maxKeys: Infinity }).objects;
  return {
    endpoint,
    bytes: () => keysOf().reduce((sum, { contentLength }) => sum + contentLength, 0),
    snapshot() {
      const kept = new Map(keysOf().map(({ key }) => [key, s3Store.getObject(bucket, key)]));
      return () => {
        for (const { key, etag } of keysOf()) if (kept.get(key)?.etag !== etag) s3Store.deleteObject(bucket, key);
        const present = new Set(keysOf().map(({ key }) => key));
        for (const [key, object] of kept) {
          if (present.has(key)) continue;
          persistence?.upsertObject(bucket, object);
          s3Store.restoreObject(bucket, object);
        }
      };
    },
    async stop() {
      await app.close();
      persistence?.close();
    },
  };
}
