/** Rows of the warehouse, grants and conversions as a seed has them. */
import { access, KINDS, tagConversions, type Kind } from '#lib/ads/import/kinds';
import { allColumnsOf } from '#lib/ads/import/moments-sql';
import { kindPrefix } from '#lib/ads/import/warehouse-keys';
import { toWire, type Conversion } from '#lib/ads/model/conversion';
import type { AdsStores } from '#lib/ads/stores/all';
import { parseExactly } from '#lib/api/text/exact-json';
import type { Seed } from '#lib/local/sample/seed-file/form/schema';
import { SeedConversion } from '#lib/local/sample/seed-file/form/schema';
import { withoutEmpty, writable } from '#lib/local/sample/seed-file/form/writable';
import { readParquet } from '#lib/stores/duckdb/read-parquet';
import type { DuckSession, Row } from '#lib/stores/duckdb/session';
import { fetched } from '#lib/stores/duckdb/warehouse';
import type { Files } from '#lib/stores/s3/files';

type SeedRow = Record<string, unknown>;

/** As a file has it: moments with their zone, JSON as it is, nothing for what is absent. */
function seedRow({ columns }: Kind, row: Row): SeedRow {
  return Object.fromEntries(
    columns.flatMap(({ name, type }) => {
      const value = row[name];
      if (value === null || value === undefined) return [];
      if (type === 'json') return [[name, parseExactly(String(value))]];
      if (type === 'time') return [[name, new Date(String(value)).toISOString()]];
      return [[name, value]];
    }),
  );
}

async function rowsOf(kind: Kind, duck: DuckSession, files: Files): Promise<SeedRow[]> {
  const keys = await files.list(kindPrefix(kind));
  const paths = await Promise.all(keys.map((key) => fetched({ duck, files }, key)));
  const found = paths.filter((path) => path !== undefined);
  if (found.length === 0) return [];
  const source = allColumnsOf(kind, readParquet(found));
  const order = kind.key.map((name) => `"${name}"`).join(', ');
  return (await duck.rows(`SELECT * FROM (${source}) ORDER BY ${order}`)).map((row) => seedRow(kind, row));
}

const isTagged = ({ tag }: Conversion): boolean => tag !== undefined;

/** What only a tag knows stands beside the fields of an upload. */
function tagRow(conversion: Conversion): SeedRow {
  const { fingerprint: _, isCrossEnv, ...tag } = conversion.tag ?? { isCrossEnv: false, fingerprint: '' };
  const fields = { ...toWire(conversion, { space: 'legacy' }), ...tag, ...(isCrossEnv && { crossEnv: true }) };
  const known = new Set(tagConversions.columns.map(({ name }) => name));
  return Object.fromEntries(Object.entries(fields).filter(([name]) => known.has(name)));
}

const MADE_BY_SERVICE = new Set(['dsConversionId', 'conversionModifiedTimestamp']);

const uploaded = (conversion: Conversion): SeedRow =>
  Object.fromEntries(
    Object.entries(writable(SeedConversion, toWire(conversion, { space: 'legacy' })) as SeedRow).filter(
      ([name]) => !MADE_BY_SERVICE.has(name),
    ),
  );

export interface AdvertisingWorld {
  readonly stores: AdsStores;
  readonly files: Files;
  readonly conversions: readonly Conversion[];
}

/** DuckDB is loaded only where there are files to read. */
export async function exportAdvertising({
  stores,
  files,
  conversions,
}: AdvertisingWorld): Promise<Pick<Seed, 'advertising' | 'conversions'>> {
  const inFiles = KINDS.filter(({ cut }) => cut !== 'none');
  const rows: Record<string, SeedRow[]> = {};
  if ((await files.list('warehouse/')).length > 0) {
    const { openDuck } = await import('#lib/stores/duckdb/session');
    const duck = await openDuck();
    try {
      for (const kind of inFiles) rows[kind.name] = await rowsOf(kind, duck, files);
    } finally {
      await duck.close();
    }
  }
  const grants = await stores.grants.list();
  return withoutEmpty({
    advertising: withoutEmpty({
      ...rows,
      [tagConversions.name]: conversions.filter(isTagged).map(tagRow),
      [access.name]: grants.map((grant) => ({ ...grant })),
    }),
    conversions: conversions.filter((conversion) => !isTagged(conversion)).map(uploaded),
  });
}
