/** Entities: one file for each advertiser, with the line of ancestors worked out, and a table of ids beside it. */
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { entities } from '#lib/ads/import/kinds';
import { idMappingSql, LINEAGE_COLUMNS, LOOKUP_COLUMNS, PLACED_SQL } from '#lib/ads/import/lineage-sql';
import { rowsWithMoments, stampedRows } from '#lib/ads/import/moments-sql';
import { columnList, sameKey } from '#lib/ads/import/staging-sql';
import { advertiserKey, idMappingKey, kindPrefix, UNKNOWN_ADVERTISER } from '#lib/ads/import/warehouse-keys';
import { sqlText } from '#lib/api/text/sql-text';
import { readParquet } from './read-parquet.ts';
import type { Row } from './session.ts';
import { fetched, newPath, writeParquet, type WarehouseFolder } from './warehouse.ts';

const own = columnList(entities);
const lookups = LOOKUP_COLUMNS.join(', ');
const ALL_COLUMNS = `${own}, ${LINEAGE_COLUMNS.join(', ')}`;

/** SQL for everything imported before; undefined at the very beginning. */
async function imported(workplace: WarehouseFolder): Promise<string | undefined> {
  const keys = await workplace.files.list(kindPrefix(entities));
  const paths = await Promise.all(keys.map((key) => fetched(workplace, key)));
  const found = paths.filter((path) => path !== undefined);
  return found.length === 0 ? undefined : readParquet(found);
}

const NO_LINEAGE = LINEAGE_COLUMNS.map(
  (column) => `NULL::${column === 'networkTimeZone' ? 'VARCHAR' : 'BIGINT'} AS ${column}`,
).join(', ');

/** Table `accounts`: which account is whose. */
export async function loadAccounts(workplace: WarehouseFolder): Promise<void> {
  const before = await imported(workplace);
  await workplace.duck.run(
    before === undefined
      ? 'CREATE OR REPLACE TEMP TABLE accounts (accountId BIGINT, advertiserId BIGINT)'
      : `CREATE OR REPLACE TEMP TABLE accounts AS SELECT legacyId AS accountId, advertiserId FROM ${before} WHERE level = 'ACCOUNT' AND advertiserId IS NOT NULL`,
  );
}

async function writeIdMapping({ duck, files }: WarehouseFolder, advertiserId: string): Promise<void> {
  const [plain, zipped] = [newPath(duck, 'csv'), newPath(duck, 'csv.gz')];
  await duck.run(`COPY (${idMappingSql(advertiserId)}) TO ${sqlText(plain)} (HEADER, DELIMITER ',')`);
  await pipeline(createReadStream(plain), createGzip(), createWriteStream(zipped));
  await Promise.all([
    files.upload(idMappingKey(advertiserId, 'identity'), plain, { contentType: 'text/csv; charset=UTF-8' }),
    files.upload(idMappingKey(advertiserId, 'gzip'), zipped, {
      contentType: 'text/csv; charset=UTF-8',
      contentEncoding: 'gzip',
    }),
  ]);
}

/**
 * Brings in the staged entities and answers with the rows whose look-ups are out of date. What has no line of ancestors
 * yet waits in a file of its own, and is placed by the import that brings the ancestor.
 */
export async function mergeEntities(workplace: WarehouseFolder, stampedAt: Date): Promise<AsyncIterable<Row[]>> {
  const { duck } = workplace;
  const before = await imported(workplace);
  await duck.run(
    `CREATE OR REPLACE TEMP TABLE known AS ${before === undefined ? `SELECT ${own}, ${NO_LINEAGE} FROM staged LIMIT 0` : `SELECT ${ALL_COLUMNS} FROM ${before}`}`,
  );
  await duck.run(
    `CREATE OR REPLACE TEMP TABLE merged AS ${rowsWithMoments(entities, 'staged', 'known', stampedAt)}
    UNION ALL ${stampedRows(entities, `(FROM known WHERE NOT EXISTS (FROM staged WHERE ${sameKey(entities, 'staged', 'known')}))`, stampedAt)}`,
  );
  await duck.run(PLACED_SQL);
  await duck.run(
    `CREATE OR REPLACE TEMP TABLE moved AS SELECT ${ALL_COLUMNS} FROM placed EXCEPT SELECT ${ALL_COLUMNS} FROM known`,
  );

  const touched = await duck.rows('SELECT DISTINCT advertiserId FROM moved WHERE advertiserId IS NOT NULL ORDER BY 1');
  for (const { advertiserId } of touched) {
    const id = String(advertiserId);
    await writeParquet(
      workplace,
      advertiserKey(entities, id),
      `SELECT ${ALL_COLUMNS} FROM placed WHERE advertiserId = ${id}`,
    );
    await writeIdMapping(workplace, id);
  }
  const waiting =
    'SELECT * FROM merged WHERE NOT EXISTS (FROM placed WHERE placed.level = merged.level AND placed.legacyId = merged.legacyId)';
  await writeParquet(
    workplace,
    advertiserKey(entities, UNKNOWN_ADVERTISER),
    `SELECT ${ALL_COLUMNS} FROM placed WHERE advertiserId IS NULL UNION ALL BY NAME ${waiting}`,
  );
  await duck.run(
    `CREATE OR REPLACE TEMP TABLE accounts AS SELECT legacyId AS accountId, advertiserId FROM placed WHERE level = 'ACCOUNT'`,
  );
  return duck.chunks(`SELECT ${lookups} FROM moved WHERE level <> 'BID_STRATEGY'`);
}
