/** An S3 endpoint on the loopback interface, its objects in files. */
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from '#lib/api/process/node-http';
import type { ObjectStore, Persistence } from './fauxqs.ts';
import type { HttpHandler } from './http-routes.ts';

export interface ObjectStorage {
  readonly endpoint: string;
  /** The size of all objects. */
  bytes(): number;
  /** Copies all objects; the result puts them back. */
  snapshot(): () => void;
  stop(): Promise<void>;
}

async function openFolder(folder: string): Promise<Persistence> {
  const [{ openObjectFiles }, { moveFormerObjects }] = await Promise.all([
    import('./object-files.ts'),
    import('./former-objects.ts'),
  ]);
  const files = openObjectFiles(folder);
  await moveFormerObjects(folder, files);
  return files;
}

const holdsFiles = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length > 0;

interface Loaded {
  readonly handle: HttpHandler;
  readonly store: ObjectStore;
}

async function loadStorage(buckets: readonly string[], persistence: Persistence | undefined): Promise<Loaded> {
  const [{ httpRoutes }, { newStore, s3Routes }] = await Promise.all([
    import('./http-routes.ts'),
    import('./fauxqs.ts'),
  ]);
  const store = await newStore();
  persistence?.loadS3(store);
  if (persistence !== undefined) store.persistence = persistence;
  for (const bucket of buckets) if (!store.hasBucket(bucket)) store.createBucket(bucket);
  return { handle: httpRoutes(await s3Routes(store)), store };
}

/**
 * Without a data folder, objects stay in memory. Where there are none yet, nothing is loaded before somebody asks.
 */
export async function startObjectStorage({
  bucket,
  more = [],
  dataDir,
}: {
  readonly bucket: string;
  /** Further buckets, whose objects are neither counted nor copied. */
  readonly more?: readonly string[];
  readonly dataDir?: string | undefined;
}): Promise<ObjectStorage> {
  const persistence = dataDir === undefined ? undefined : await openFolder(dataDir);
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;
  const load = async (): Promise<Loaded> => (loaded = await (loading ??= loadStorage([bucket, ...more], persistence)));
  if (dataDir !== undefined && holdsFiles(join(dataDir, bucket))) await load();
  const server = createServer((request, response) => {
    void load().then(({ handle }) => handle(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const keysOf = (): { key: string; etag: string; contentLength: number }[] =>
    loaded?.store.listObjects(bucket, { maxKeys: Infinity }).objects ?? [];
  return {
    endpoint: `http://127.0.0.1:${String(port)}`,
    bytes: () => keysOf().reduce((sum, { contentLength }) => sum + contentLength, 0),
    snapshot() {
      const kept = new Map(keysOf().map(({ key }) => [key, loaded?.store.getObject(bucket, key)]));
      return () => {
        if (loaded === undefined) return;
        const { store } = loaded;
        for (const { key, etag } of keysOf()) if (kept.get(key)?.etag !== etag) store.deleteObject(bucket, key);
        const present = new Set(keysOf().map(({ key }) => key));
        for (const [key, object] of kept) {
          if (object === undefined || present.has(key)) continue;
          persistence?.upsertObject(bucket, object);
          store.restoreObject(bucket, object);
        }
      };
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await loading;
      persistence?.close();
    },
  };
}
