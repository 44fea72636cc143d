/** Parquet files in S3 that an import brings up to date: new rows replace those with the same key, all others stay. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Kind } from '#lib/ads/import/kinds';
import { allColumnsOf, hasMoments, rowsWithMoments, stampedRows } from '#lib/ads/import/moments-sql';
import { columnList, sameKey } from '#lib/ads/import/staging-sql';
import { advertiserKey, monthKey, UNKNOWN_ADVERTISER, wholeKey, type Partition } from '#lib/ads/import/warehouse-keys';
import { sqlText } from '#lib/api/text/sql-text';
import type { Files } from '#lib/stores/s3/files';
import { readParquet } from './read-parquet.ts';
import type { DuckSession } from './session.ts';

export const PARQUET = { contentType: 'application/vnd.apache.parquet' } as const;

export interface WarehouseFolder {
  readonly duck: DuckSession;
  readonly files: Files;
}

export const newPath = ({ folder }: DuckSession, extension = 'parquet'): string =>
  join(folder, `${randomUUID()}.${extension}`);

/** A local copy of a file, or undefined when there is none. */
export async function fetched({ duck, files }: WarehouseFolder, key: string): Promise<string | undefined> {
  const path = newPath(duck);
  return (await files.download(key, path)) ? path : undefined;
}

/** Writes the rows of a query as a file. */
export async function writeParquet({ duck, files }: WarehouseFolder, key: string, sql: string): Promise<void> {
  const path = newPath(duck);
  await duck.run(`COPY (${sql}) TO ${sqlText(path)} (FORMAT parquet, COMPRESSION zstd)`);
  await files.upload(key, path, PARQUET);
}

/** `fresh` selects the columns of the kind. */
async function merge(workplace: WarehouseFolder, kind: Kind, key: string, fresh: string): Promise<void> {
  const old = await fetched(workplace, key);
  const kept =
    old === undefined
      ? ''
      : ` UNION ALL BY NAME SELECT ${columnList(kind)} FROM ${readParquet([old])} old WHERE NOT EXISTS (FROM staged WHERE ${sameKey(kind, 'staged', 'old')})`;
  await writeParquet(workplace, key, `${fresh}${kept}`);
}

/** The same for kinds whose rows say when they were made and changed. */
async function mergeWithMoments(
  workplace: WarehouseFolder,
  kind: Kind,
  key: string,
  fresh: string,
  stampedAt: Date,
): Promise<void> {
  const { duck } = workplace;
  const old = await fetched(workplace, key);
  const before = old === undefined ? 'staged LIMIT 0' : readParquet([old]);
  await duck.run(`CREATE OR REPLACE TEMP TABLE before_rows AS ${allColumnsOf(kind, before)}`);
  const kept = `(FROM before_rows WHERE NOT EXISTS (FROM staged WHERE ${sameKey(kind, 'staged', 'before_rows')}))`;
  await writeParquet(
    workplace,
    key,
    `${rowsWithMoments(kind, `(${fresh})`, 'before_rows', stampedAt)} UNION ALL BY NAME ${stampedRows(kind, kept, stampedAt)}`,
  );
}

const mergeInto = (
  workplace: WarehouseFolder,
  kind: Kind,
  key: string,
  fresh: string,
  stampedAt: Date,
): Promise<void> =>
  hasMoments(kind) ? mergeWithMoments(workplace, kind, key, fresh, stampedAt) : merge(workplace, kind, key, fresh);

export const mergeWhole = (workplace: WarehouseFolder, kind: Kind, stampedAt: Date): Promise<void> =>
  mergeInto(workplace, kind, wholeKey(kind), `SELECT ${columnList(kind)} FROM staged`, stampedAt);

/** One file for each advertiser that the staged rows name. */
export async function mergeAdvertisers(workplace: WarehouseFolder, kind: Kind, stampedAt: Date): Promise<void> {
  for (const { advertiserId } of await workplace.duck.rows('SELECT DISTINCT advertiserId FROM staged ORDER BY 1')) {
    const id = String(advertiserId);
    await mergeInto(
      workplace,
      kind,
      advertiserKey(kind, id),
      `SELECT ${columnList(kind)} FROM staged WHERE advertiserId = ${id}`,
      stampedAt,
    );
  }
}

const monthSql = ({ timed }: Kind): string =>
  `strftime(${timed === 'timestampMs' ? 'make_timestamp(timestampMs * 1000)' : 'date'}, '%Y-%m')`;

/** Plain bounds on the column itself: DuckDB then skips whole blocks of rows. */
function inMonth({ timed }: Kind, month: string): string {
  const [first, next] = [`DATE '${month}-01'`, `(DATE '${month}-01' + INTERVAL 1 MONTH)::DATE`];
  return timed === 'timestampMs'
    ? `timestampMs >= epoch_ms(${first}) AND timestampMs < epoch_ms(${next})`
    : `date >= ${first} AND date < ${next}`;
}

/** Rows name their advertiser, or an account; table `accounts` then knows whose it is. */
export const hasAdvertiser = ({ columns }: Kind): boolean => columns.some(({ name }) => name === 'advertiserId');
const advertiserSql = (kind: Kind): string =>
  hasAdvertiser(kind)
    ? 'staged.advertiserId'
    : `coalesce((SELECT max(accounts.advertiserId) FROM accounts WHERE accounts.accountId = staged.accountId), ${UNKNOWN_ADVERTISER})`;

function rowsOf(kind: Kind, { advertiserId, month }: Partition): string {
  const within = inMonth(kind, month);
  if (hasAdvertiser(kind)) return `${within} AND advertiserId = ${advertiserId}`;
  const mine = `accountId ${advertiserId === UNKNOWN_ADVERTISER ? 'NOT ' : ''}IN (SELECT accountId FROM accounts${advertiserId === UNKNOWN_ADVERTISER ? '' : ` WHERE advertiserId = ${advertiserId}`})`;
  return `${within} AND ${mine}`;
}

/** Months that rows of `staged` belong to. */
export async function stagedPartitions(duck: DuckSession, kind: Kind): Promise<Partition[]> {
  const rows = await duck.rows(
    `SELECT DISTINCT ${advertiserSql(kind)} AS advertiserId, month FROM (SELECT DISTINCT ${hasAdvertiser(kind) ? 'advertiserId' : 'accountId'}, ${monthSql(kind)} AS month FROM (SELECT DISTINCT ${hasAdvertiser(kind) ? 'advertiserId' : 'accountId'}, ${kind.timed ?? ''} FROM staged)) staged ORDER BY ALL`,
  );
  return rows.map(({ advertiserId, month }) => ({ advertiserId: String(advertiserId), month: String(month) }));
}

/** `stampedAt` stands in for an `updatedAt` that the file leaves open. */
export async function mergeMonth(
  workplace: WarehouseFolder,
  kind: Kind,
  partition: Partition,
  stampedAt: Date,
): Promise<void> {
  const columns = columnList(kind).replace(
    '"updatedAt"',
    `coalesce("updatedAt", TIMESTAMPTZ '${stampedAt.toISOString()}') AS "updatedAt"`,
  );
  await merge(
    workplace,
    kind,
    monthKey(kind, partition),
    `SELECT ${columns} FROM staged WHERE ${rowsOf(kind, partition)}`,
  );
}
