/** An S3 endpoint on the loopback interface, its objects in files. */
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { buildApp } from 'fauxqs';
import { createServer } from '#lib/api/process/node-http';
import type { ObjectStore, Persistence } from './fauxqs.ts';

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
  readonly app: ReturnType<typeof buildApp>;
  readonly store: ObjectStore;
}

async function loadStorage(buckets: readonly string[], persistence: Persistence | undefined): Promise<Loaded> {
  const [{ buildApp }, { newStores }] = await Promise.all([import('fauxqs'), import('./fauxqs.ts')]);
  const stores = await newStores();
  const { s3Store: store } = stores;
  persistence?.loadS3(store);
  if (persistence !== undefined) store.persistence = persistence;
  for (const bucket of buckets) if (!store.hasBucket(bucket)) store.createBucket(bucket);
  const app = buildApp({ logger: false, stores });
  await app.ready();
  return { app, store };
}

/**
 * Without a data folder, objects stay in memory. Where there are none yet, nothing is loaded before somebody asks: it is
 * a third of all code.
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
    void load().then(({ app }) => {
      app.routing(request, response);
    });
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
      await (await loading)?.app.close();
      persistence?.close();
    },
  };
}
