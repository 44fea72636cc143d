/** The relations of report statements, as DuckDB reads them from local copies of the warehouse's files. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import {
  entities,
  factsDaily,
  floodlight,
  fxRates,
  products,
  sharesDaily,
  visits,
  type Kind,
} from '#lib/ads/import/kinds';
import { LINEAGE_COLUMNS } from '#lib/ads/import/lineage-sql';
import { allColumnsOf } from '#lib/ads/import/moments-sql';
import { SQL_TYPES } from '#lib/ads/import/staging-sql';
import { advertiserKey, kindPrefix, monthPrefix, UNKNOWN_ADVERTISER, wholeKey } from '#lib/ads/import/warehouse-keys';
import { readsRelation } from '#lib/ads/reports/compile/named-in-sql';
import { addDays } from '#lib/ads/reports/plan/calendar-days';
import { CONVERSION_COLUMNS, conversionLines, type ConversionRow } from '#lib/ads/reports/plan/conversion-rows';
import type { Window } from '#lib/ads/reports/plan/plan';
import { after, raw, type Sql } from '#lib/ads/reports/sql/sql';
import { sqlText } from '#lib/api/text/sql-text';
import type { LocalCopies } from '#lib/stores/s3/local-copies';
import type { StoredFile } from '#lib/stores/s3/xml-answers';
import { readParquet } from './read-parquet.ts';
import type { DuckSession } from './session.ts';
import { newPath } from './warehouse.ts';

export interface RelationQuery {
  /** Undefined for all there are. */
  readonly advertiserIds: readonly string[] | undefined;
  readonly window: Window | undefined;
}

const MONTH = /month=(\d{4}-\d\d)\.parquet$/;

/** Files are cut by months in UTC or in the account's zone: a day more on both sides covers either. */
function inMonths(key: string, window: Window | undefined): boolean {
  const month = MONTH.exec(key)?.[1];
  if (month === undefined || window === undefined) return false;
  return month >= addDays(window.first, -1).slice(0, 7) && month <= addDays(window.last, 1).slice(0, 7);
}

async function filesOf(
  kind: Kind,
  { advertiserIds, window }: RelationQuery,
  copies: LocalCopies,
): Promise<StoredFile[]> {
  if (kind.cut === 'whole') return copies.list(wholeKey(kind));
  if (kind.cut === 'advertiser') {
    const files = await copies.list(kindPrefix(kind));
    const wanted =
      advertiserIds && new Set([UNKNOWN_ADVERTISER, ...advertiserIds].map((id) => advertiserKey(kind, id)));
    return files.filter(({ key }) => wanted?.has(key) ?? true);
  }
  const listed = await Promise.all(
    (advertiserIds ?? []).map((advertiserId) => copies.list(monthPrefix(kind, advertiserId))),
  );
  return listed.flat().filter(({ key }) => inMonths(key, window));
}

const columnsOf = (kind: Kind): string[] => [
  ...kind.columns.map(({ name, type }) => `CAST(NULL AS ${SQL_TYPES[type]}) AS "${name}"`),
  ...(kind === entities
    ? LINEAGE_COLUMNS.map((name) => `CAST(NULL AS ${name === 'networkTimeZone' ? 'VARCHAR' : 'BIGINT'}) AS "${name}"`)
    : []),
];

/** Small files may be of a release whose kinds had fewer columns. */
const readingOf = (kind: Kind, source: string): string =>
  kind.cut === 'month' || kind === entities ? `SELECT * FROM ${source}` : allColumnsOf(kind, source);

const RELATIONS: readonly Kind[] = [entities, factsDaily, sharesDaily, visits, floodlight, fxRates, products];

const sourceOf = (kind: Kind, paths: readonly string[]): string =>
  paths.length === 0 ? `SELECT ${columnsOf(kind).join(', ')} WHERE FALSE` : readingOf(kind, readParquet(paths));

/** The statement with its relations bound to files. A view would be planned once more, when it is made. */
export async function bindRelations(statement: Sql, query: RelationQuery, copies: LocalCopies): Promise<Sql> {
  const named = RELATIONS.filter(({ name }) => readsRelation(statement.text, name));
  const bound = await Promise.all(
    named.map(async (kind) => {
      const paths = await copies.fetch(await filesOf(kind, query, copies));
      // Each place where it is named reads what it needs; all of it need not fit into memory.
      return raw(`${kind.name} AS NOT MATERIALIZED (${sourceOf(kind, paths)})`);
    }),
  );
  return after(bound, statement);
}

const TYPES = Object.entries(CONVERSION_COLUMNS)
  .map(([name, type]) => `${name}: '${type}'`)
  .join(', ');

/** Table `conversions`; rows go by way of a file, so that they are never all in memory twice. */
export async function loadConversions(duck: DuckSession, rows: AsyncIterable<ConversionRow>): Promise<void> {
  const path = newPath(duck, 'ndjson');
  await pipeline(conversionLines(rows), createWriteStream(path));
  await duck.run(
    `CREATE TEMP TABLE conversions AS SELECT * FROM read_json(${sqlText(path)}, format = 'newline_delimited', columns = {${TYPES}})`,
  );
}
