/**
 * Parts of the package `fauxqs`. Its `startFauxqs` listens on every interface; its parts can listen on loopback, but not
 * all are exported, so they are loaded from the package's folder.
 */
import type { buildApp } from 'fauxqs';

export type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>['stores']>;
export type ObjectStore = Stores['s3Store'];
/** What keeps the objects of a store beyond the process. */
export type Persistence = NonNullable<ObjectStore['persistence']>;
export type StoredObject = Parameters<Persistence['upsertObject']>[1];

async function importInternal<Exports>(path: string): Promise<Exports> {
  const module: Exports = await import(new URL(path, import.meta.resolve('fauxqs')).href);
  return module;
}

export async function newStores(): Promise<Stores> {
  const [{ S3Store }, { SqsStore }, { SnsStore }] = await Promise.all([
    importInternal<{ S3Store: new () => ObjectStore }>('./s3/s3Store.js'),
    importInternal<{ SqsStore: new () => Stores['sqsStore'] }>('./sqs/sqsStore.js'),
    importInternal<{ SnsStore: new () => Stores['snsStore'] }>('./sns/snsStore.js'),
  ]);
  return { s3Store: new S3Store(), sqsStore: new SqsStore(), snsStore: new SnsStore() };
}

/** Its own persistence: bodies in rows of `fauxqs.db`, which data folders before version 3 have. */
export async function openRows(folder: string): Promise<Persistence> {
  const { PersistenceManager } = await importInternal<{ PersistenceManager: new (folder: string) => Persistence }>(
    './persistence.js',
  );
  return new PersistenceManager(folder);
}
