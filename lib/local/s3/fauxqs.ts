/**
 * The parts of the package `fauxqs` that are S3. It exports a whole server, which listens on every interface and brings
 * queues and topics along, so the parts are loaded from its folder.
 */
import type { buildApp } from 'fauxqs';
import type { RouteRegistry } from './http-routes.ts';

type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>['stores']>;
export type ObjectStore = Stores['s3Store'];
/** What keeps the objects of a store beyond the process. */
export type Persistence = NonNullable<ObjectStore['persistence']>;
export type StoredObject = Parameters<Persistence['upsertObject']>[1];

async function importInternal<Exports>(path: string): Promise<Exports> {
  const module: Exports = await import(new URL(path, import.meta.resolve('fauxqs')).href);
  return module;
}

export async function newStore(): Promise<ObjectStore> {
  const { S3Store } = await importInternal<{ S3Store: new () => ObjectStore }>('./s3/s3Store.js');
  return new S3Store();
}

type RegisterS3Routes = (registry: RouteRegistry, store: ObjectStore) => void;

export async function s3Routes(store: ObjectStore): Promise<(registry: RouteRegistry) => void> {
  const { registerS3Routes } = await importInternal<{ registerS3Routes: RegisterS3Routes }>('./s3/s3Router.js');
  return (registry) => {
    registerS3Routes(registry, store);
  };
}

/** Its own persistence: bodies in rows of `fauxqs.db`, which data folders before version 3 have. */
export async function openRows(folder: string): Promise<Persistence> {
  const { PersistenceManager } = await importInternal<{ PersistenceManager: new (folder: string) => Persistence }>(
    './persistence.js',
  );
  return new PersistenceManager(folder);
}
