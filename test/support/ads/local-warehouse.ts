/** The warehouse and the stores of reports on this machine alone: files in a folder, the rest in memory. */
import { copyFile, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Conversion } from '#lib/ads/model/conversion';
import type { Entity } from '#lib/ads/model/entity';
import type { Grant } from '#lib/ads/model/grant';
import { subjectsOf } from '#lib/ads/model/grant';
import type { Warehouse } from '#lib/ads/reports/plan/warehouse';
import type { AdsStores } from '#lib/ads/stores/all';
import { duckWarehouse } from '#lib/stores/duckdb/report-warehouse';
import { refKey } from '#lib/stores/dynamodb/ads/keys';
import { entityKeys } from '#lib/stores/dynamodb/ads/keys';
import type { Files } from '#lib/stores/s3/files';
import type { LocalCopies } from '#lib/stores/s3/local-copies';
import { onceForAll } from '#test/support/run/fixture';
import { importWorld } from './import-world.ts';
import type { ReportWorld } from './report-world.ts';

async function keysBelow(folder: string, prefix: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((key) => key.startsWith(prefix))
    .sort();
}

const folderFiles = (folder: string): Files => ({
  list: (prefix) => keysBelow(folder, prefix),
  async upload(key, path) {
    await mkdir(dirname(join(folder, key)), { recursive: true });
    await copyFile(path, join(folder, key));
  },
  async download(key, path) {
    const isThere = (await stat(join(folder, key)).catch(() => undefined)) !== undefined;
    if (isThere) await copyFile(join(folder, key), path);
    return isThere;
  },
  remove: (key) => rm(join(folder, key)),
});

/** Of a folder that does not change any more. */
async function folderCopies(folder: string): Promise<LocalCopies> {
  const keys = await keysBelow(folder, '');
  return {
    list: (prefix) => Promise.resolve(keys.filter((key) => key.startsWith(prefix)).map((key) => ({ key, tag: '' }))),
    fetch: (files) => Promise.resolve(files.map(({ key }) => join(folder, key))),
  };
}

/** Stores of which a rule asks a part: the test says what that part answers. */
export type SomeStores<Stores> = Partial<{ [Name in keyof Stores]: Partial<Stores[Name]> }>;

const notAsked = (): never => {
  throw new Error('Reports do not ask for this.');
};

function memoryStores(world: ReportWorld, grants: readonly Grant[]): AdsStores {
  const entities = new Map<string, Entity>();
  const conversions: Conversion[] = [];
  const findEntity = (ref: Parameters<AdsStores['entities']['find']>[0]) => entities.get(JSON.stringify(refKey(ref)));
  return {
    settings: { rejectsOldClicks: true },
    grants: {
      listFor: (email) => Promise.resolve(grants.filter(({ subject }) => subjectsOf(email).includes(subject))),
      list: notAsked,
      put: notAsked,
      remove: notAsked,
    },
    entities: {
      find: (ref) => Promise.resolve(findEntity(ref)),
      findAll: (refs) => Promise.resolve(refs.map(findEntity)),
      putAll(added) {
        for (const entity of added) for (const key of entityKeys(entity)) entities.set(JSON.stringify(key), entity);
        return Promise.resolve();
      },
    },
    visits: { findAll: notAsked, putAll: () => Promise.resolve() },
    advertisers: {
      setup: (advertiserId) =>
        Promise.resolve({
          activities: world.activities.filter((activity) => activity.advertiserId === advertiserId),
          variables: world.variables.filter((variable) => variable.advertiserId === advertiserId),
        }),
      savedColumns: (advertiserId) =>
        Promise.resolve(world.savedColumns.filter((column) => column.advertiserId === advertiserId)),
      putActivities: () => Promise.resolve(),
      putVariables: () => Promise.resolve(),
      putSavedColumns: () => Promise.resolve(),
    },
    conversions: {
      addAll(added) {
        conversions.push(...added);
        return Promise.resolve(added.map(() => undefined));
      },
      replaceAll: notAsked,
      findAll: notAsked,
      findByDsId: notAsked,
      async *list({ advertiserId, fromMs, untilMs }) {
        await Promise.resolve();
        for (const conversion of conversions)
          if (
            conversion.advertiserId === advertiserId &&
            conversion.timestampMs >= fromMs &&
            conversion.timestampMs < untilMs
          )
            yield conversion;
      },
    },
    bookmarks: { recall: notAsked, remember: notAsked, find: notAsked, keep: notAsked },
    availability: { putAll: notAsked, list: notAsked, listAll: notAsked },
  } as AdsStores;
}

export interface LocalWarehouse {
  readonly warehouse: Warehouse;
  readonly stores: AdsStores;
  remove(): Promise<void>;
}

export const VIEWER = 'viewer@example.com';
export const NOW = new Date('2026-10-12T10:00:00Z');

/** `VIEWER` may see the whole agency. */
export async function localWarehouse(world: ReportWorld): Promise<LocalWarehouse> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-warehouse-'));
  const stores = memoryStores(world, [{ subject: VIEWER, agencyId: world.agencyId, role: 'READ' }]);
  await importWorld(world, {
    files: folderFiles(folder),
    stores,
    clock: { now: () => NOW },
    lock: { run: (work) => work({ confirm: () => Promise.resolve() }) },
  });
  return {
    warehouse: duckWarehouse(await folderCopies(folder)),
    stores,
    remove: () => rm(folder, { recursive: true }),
  };
}

/** For all tests of the file that calls this. */
export const useWarehouse = (world: ReportWorld): LocalWarehouse =>
  onceForAll(
    () => localWarehouse(world),
    (local) => local.remove(),
  );
