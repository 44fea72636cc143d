/**
 * Brings a file into the warehouse (Parquet files in S3), and what conversions look up into the table. Doing it again
 * changes nothing. `stage.ts` reads and checks the file, `warehouse.ts` and `entity-warehouse.ts` merge its rows;
 * `report-warehouse.ts` and `relations.ts` are the reading side, for reports.
 */
import { entities, factsDaily, sharesDaily, tagConversions, type Kind } from '#lib/ads/import/kinds';
import type { ImportReport } from '#lib/ads/import/report';
import { activityOfRow, entityOf, grantOf, savedColumnOf, variableOf, visitOf, type Row } from '#lib/ads/import/rows';
import { keepTagConversions } from '#lib/ads/import/tag-conversions';
import { findUnknownIds, MAX_CHECKED_IDS } from '#lib/ads/import/unknown-ids';
import { kindPrefix, monthKey, monthPrefix, UNKNOWN_ADVERTISER } from '#lib/ads/import/warehouse-keys';
import type { AdsStores } from '#lib/ads/stores/all';
import type { Clock } from '#lib/api/context';
import { inParallel } from '#lib/api/process/in-parallel';
import type { ImportLock, Lease } from '#lib/stores/dynamodb/ads/import-lock';
import type { Files } from '#lib/stores/s3/files';
import { loadAccounts, mergeEntities } from './entity-warehouse.ts';
import { readParquet } from './read-parquet.ts';
import { openDuck, type DuckSession } from './session.ts';
import { stage } from './stage.ts';
import {
  fetched,
  hasAdvertiser,
  mergeAdvertisers,
  mergeMonth,
  mergeWhole,
  stagedPartitions,
  type WarehouseFolder,
} from './warehouse.ts';

export interface ImportDependencies {
  readonly files: Files;
  readonly stores: AdsStores;
  readonly clock: Clock;
  readonly lock: ImportLock;
  /** Asked while another import is under way: false gives up. */
  readonly mayWait?: () => boolean;
}

/** What an import works with once it is its turn: each write asks first whether it still is. */
interface Turn extends ImportDependencies {
  readonly lease: Lease;
}

function turnOf(surroundings: ImportDependencies, lease: Lease): Turn {
  const { files } = surroundings;
  const confirmed =
    <A extends readonly unknown[], T>(write: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      await lease.confirm();
      return write(...args);
    };
  return {
    ...surroundings,
    lease,
    files: { ...files, upload: confirmed(files.upload), remove: confirmed(files.remove) },
  };
}

/** How far an import has come, in steps of its own. */
export type Progress = (done: number, total: number) => void;
const untold: Progress = () => undefined;

type Keep = (stores: AdsStores, rows: readonly Row[], nowMs: number) => Promise<void>;

/** What goes into the table besides the warehouse. */
const LOOKUPS: Readonly<Record<string, Keep>> = {
  entities: ({ entities: store }, rows) => store.putAll(rows.map(entityOf)),
  visits: ({ visits }, rows) => visits.putAll(rows.map(visitOf)),
  floodlight: ({ advertisers }, rows) => advertisers.putActivities(rows.map(activityOfRow)),
  custom_variables: ({ advertisers }, rows) => advertisers.putVariables(rows.map(variableOf)),
  saved_columns: ({ advertisers }, rows) => advertisers.putSavedColumns(rows.map(savedColumnOf)),
  tag_conversions: keepTagConversions,
  access: async ({ grants }, rows) => {
    for (const row of rows) await grants.put(grantOf(row));
  },
};

async function keepLookups(
  kind: Kind,
  chunks: AsyncIterable<readonly Row[]>,
  { stores, clock, lease }: Turn,
): Promise<void> {
  const keep = LOOKUPS[kind.name];
  if (keep === undefined) return;
  for await (const rows of chunks) {
    await lease.confirm();
    await keep(stores, rows, clock.now().getTime());
  }
}

/** Asks once which files there are, in place of a failed download for each new month. */
async function knownFiles(files: Files, prefix: string): Promise<Files> {
  const known = new Set(await files.list(prefix));
  return { ...files, download: (key, path) => (known.has(key) ? files.download(key, path) : Promise.resolve(false)) };
}

/** DuckDB writes one file after another; one is fetched or uploaded meanwhile. */
const MONTHS_AT_ONCE = 2;

async function mergeMonths(workplace: WarehouseFolder, kind: Kind, stampedAt: Date, progress: Progress): Promise<void> {
  const partitions = await stagedPartitions(workplace.duck, kind);
  let done = 0;
  await inParallel(partitions, MONTHS_AT_ONCE, async (partition) => {
    await mergeMonth(workplace, kind, partition, stampedAt);
    done += 1;
    progress(done, partitions.length);
  });
}

/** Facts that came before their account find their advertiser now. */
async function placeWaiting(workplace: WarehouseFolder, stampedAt: Date): Promise<void> {
  const { duck, files } = workplace;
  for (const kind of [factsDaily, sharesDaily]) {
    for (const key of await files.list(monthPrefix(kind, UNKNOWN_ADVERTISER))) {
      const path = await fetched(workplace, key);
      if (path === undefined) continue;
      await duck.run(`CREATE OR REPLACE TEMP VIEW staged AS FROM ${readParquet([path])}`);
      const partitions = await stagedPartitions(duck, kind);
      const found = partitions.filter(({ advertiserId }) => advertiserId !== UNKNOWN_ADVERTISER);
      if (found.length === 0) continue;
      for (const partition of found) await mergeMonth(workplace, kind, partition, stampedAt);
      await files.remove(key);
      const rest = partitions.find(({ advertiserId }) => advertiserId === UNKNOWN_ADVERTISER);
      if (rest !== undefined && monthKey(kind, rest) === key) await mergeMonth(workplace, kind, rest, stampedAt);
    }
  }
}

async function load(duck: DuckSession, kind: Kind, turn: Turn, progress: Progress): Promise<void> {
  const { clock, files } = turn;
  const workplace = { duck, files };
  if (kind === entities) {
    await keepLookups(kind, await mergeEntities(workplace, clock.now()), turn);
    await placeWaiting(workplace, clock.now());
    return;
  }
  if (kind.cut === 'month') {
    if (!hasAdvertiser(kind)) await loadAccounts(workplace);
    await mergeMonths({ duck, files: await knownFiles(files, kindPrefix(kind)) }, kind, clock.now(), progress);
  }
  if (kind.cut === 'advertiser') await mergeAdvertisers(workplace, kind, clock.now());
  if (kind.cut === 'whole') await mergeWhole(workplace, kind, clock.now());
  await keepLookups(kind, duck.chunks('FROM staged'), turn);
}

async function stagedIds(duck: DuckSession, column: string): Promise<string[]> {
  const rows = await duck.rows(
    `SELECT DISTINCT "${column}" AS id FROM staged WHERE "${column}" > 0 ORDER BY 1 LIMIT ${String(MAX_CHECKED_IDS)}`,
  );
  return rows.map(({ id }) => String(id));
}

export async function importFile(
  path: string,
  kind: Kind,
  surroundings: ImportDependencies,
  progress = untold,
): Promise<ImportReport> {
  const duck = await openDuck();
  try {
    const report = await stage(duck, kind, path);
    const { lock, mayWait } = surroundings;
    if (report.rows === 0) return report;
    await lock.run((lease) => load(duck, kind, turnOf(surroundings, lease), progress), mayWait);
    const unknownIds = await findUnknownIds(kind, (column) => stagedIds(duck, column), surroundings.stores);
    return { ...report, ...(unknownIds.length > 0 && { unknownIds }) };
  } finally {
    await duck.close();
  }
}

/** Their rows are placed by what files of other kinds bring: accounts, clicks, activities. */
const looksUpOthers = (kind: Kind): boolean =>
  kind === tagConversions || (kind.cut === 'month' && !hasAdvertiser(kind));

/**
 * Brings in a file of each kind, all in one turn and at the same time; those that look up what others bring come last.
 * For files that are small enough to be read together.
 */
export async function importTogether(
  paths: ReadonlyMap<Kind, string>,
  surroundings: ImportDependencies,
): Promise<ImportReport[]> {
  const sessions: DuckSession[] = [];
  try {
    const staged = await inParallel([...paths], paths.size, async ([kind, path]) => {
      const duck = await openDuck();
      sessions.push(duck);
      return { duck, kind, report: await stage(duck, kind, path) };
    });
    await surroundings.lock.run(async (lease) => {
      const turn = turnOf(surroundings, lease);
      for (const isLast of [false, true]) {
        const together = staged.filter(({ kind, report }) => report.rows > 0 && looksUpOthers(kind) === isLast);
        await inParallel(together, together.length, ({ duck, kind }) => load(duck, kind, turn, untold));
      }
    }, surroundings.mayWait);
    return staged.map(({ report }) => report);
  } finally {
    await Promise.all(sessions.map((duck) => duck.close()));
  }
}
