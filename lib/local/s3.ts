/** An S3 endpoint on the loopback interface, its objects in one SQLite file. */
import { buildApp } from 'fauxqs';

type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>['stores']>;
type Persistence = NonNullable<Stores['s3Store']['persistence']>;

export interface ObjectStorage {
  readonly endpoint: string;
  /** The size of all objects. */
  bytes(): number;
  /** Copies all objects; the result puts them back. */
  snapshot(): () => void;
  stop(): Promise<void>;
}

/**
 * `startFauxqs` listens on every interface. Its parts can listen on loopback, but not all are exported, so they are
 * loaded from the package's folder.
 */
async function importInternal<Exports>(path: string): Promise<Exports> {
  const module: Exports = await import(new URL(path, import.meta.resolve('fauxqs')).href);
  return module;
}

/** Without a data folder, objects stay in memory. */
export async function startObjectStorage({
  bucket,
  dataDir,
}: {
  bucket: string;
  dataDir?: string | undefined;
}): Promise<ObjectStorage> {
  const [{ S3Store }, { SqsStore }, { SnsStore }] = await Promise.all([
    importInternal<{ S3Store: new () => Stores['s3Store'] }>('./s3/s3Store.js'),
    importInternal<{ SqsStore: new () => Stores['sqsStore'] }>('./sqs/sqsStore.js'),
    importInternal<{ SnsStore: new () => Stores['snsStore'] }>('./sns/snsStore.js'),
  ]);
  const s3Store = new S3Store();
  let persistence: Persistence | undefined;
  if (dataDir !== undefined) {
    const { PersistenceManager } = await importInternal<{ PersistenceManager: new (folder: string) => Persistence }>(
      './persistence.js',
    );
    persistence = new PersistenceManager(dataDir);
    persistence.loadS3(s3Store);
    s3Store.persistence = persistence;
  }
  if (!s3Store.hasBucket(bucket)) s3Store.createBucket(bucket);

  const app = buildApp({ logger: false, stores: { s3Store, sqsStore: new SqsStore(), snsStore: new SnsStore() } });
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
