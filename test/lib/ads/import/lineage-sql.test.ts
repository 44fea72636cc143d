import { describe, expect, test } from '@jest/globals';
import { optionalColumn, requiredColumn } from '#lib/ads/import/column';
import { entities, type Kind } from '#lib/ads/import/kinds';
import {
  ID_MAPPING_HEADER,
  idMappingSql,
  LINEAGE_COLUMNS,
  LOOKUP_COLUMNS,
  PLACED_SQL,
} from '#lib/ads/import/lineage-sql';
import { allColumnsOf, hasMoments, rowsWithMoments, stampedRows } from '#lib/ads/import/moments-sql';
import { openDuck } from '#lib/stores/duckdb/session';
import { onceForAll } from '#test/support/run/fixture';

const duck = onceForAll(openDuck, (session) => session.close());

interface Line {
  readonly level: string;
  readonly id: number;
  readonly parent?: number;
  readonly newId?: number;
  readonly customer?: number;
  readonly zone?: string;
}
const line = (level: string, id: number, parent?: number, more: Partial<Line> = {}): Line => ({
  level,
  id,
  ...(parent !== undefined && { parent }),
  ...more,
});
const sqlOf = (value: string | number | undefined): string =>
  value === undefined ? 'NULL' : typeof value === 'number' ? String(value) : `'${value}'`;

/** Two advertisers, of which one has a zone; below the first a campaign with everything in it. */
const LINES: readonly Line[] = [
  line('KEYWORD', 61, 51, { newId: 610 }),
  line('AGENCY', 11, undefined, { customer: 110 }),
  line('ADVERTISER', 21, 11, { customer: 210, zone: 'Asia/Tokyo' }),
  line('ADVERTISER', 22, 11),
  line('ACCOUNT', 31, 21, { customer: 310, zone: 'Europe/Berlin' }),
  line('ACCOUNT', 32, 21),
  line('BID_STRATEGY', 91, 21, { customer: 910 }),
  line('CAMPAIGN', 41, 31, { newId: 410 }),
  line('CAMPAIGN', 42, 31),
  line('AD_GROUP', 51, 41, { newId: 510 }),
  line('AD_GROUP', 52, 41),
  line('KEYWORD', 62, 51),
  line('KEYWORD', 63, 41, { newId: 630 }),
  line('TARGET', 71, 51, { newId: 710 }),
  line('TARGET', 72, 41, { newId: 720 }),
  line('PRODUCT_GROUP', 73, 51, { newId: 730 }),
  line('AD', 81, 51, { newId: 810 }),
  line('KEYWORD', 64, 52, { newId: 640 }),
  line('AD', 82, 41),
  line('PRODUCT_GROUP', 74, 41),
  line('ACCOUNT', 33, 99),
  line('CAMPAIGN', 43, 21),
];

async function place(): Promise<void> {
  const columns = 'level, legacyId, parentLegacyId, newCustomerId, newId, timeZone, name, status';
  const rows = LINES.map(
    ({ level, id, parent, newId, customer, zone }) =>
      `('${level}', ${[id, parent, customer, newId, zone].map(sqlOf).join(', ')}, 'n', 'Active')`,
  );
  const ids = ['legacyId', 'parentLegacyId', 'newCustomerId', 'newId'].map((name) => `${name}::BIGINT AS ${name}`);
  await duck.run(
    `CREATE OR REPLACE TEMP TABLE merged AS SELECT * REPLACE (${ids.join(', ')})
      FROM (VALUES ${rows.join(', ')}) AS t (${columns})`,
  );
  await duck.run(PLACED_SQL);
}
const placed = async (id: number) => {
  const [row] = await duck.rows(`SELECT ${LINEAGE_COLUMNS.join(', ')} FROM placed WHERE legacyId = ${String(id)}`);
  return row === undefined
    ? undefined
    : Object.values(row)
        .map((value) => (value === null ? '' : String(value)))
        .join(' ');
};

describe('the line of an entity', () => {
  test('is found in whatever order files come, with ids of both spaces and the zone of the network', async () => {
    await place();

    expect(await placed(11)).toBe('11     110   UTC');
    expect(await placed(21)).toBe('11 21    210   Asia/Tokyo');
    expect(await placed(22)).toBe('11 22       UTC');
    expect(await placed(31)).toBe('11 21 31   310   Asia/Tokyo');
    expect(await placed(32)).toBe('11 21 32      Asia/Tokyo');
    expect(await placed(91)).toBe('11 21    910   Asia/Tokyo');
    expect(await placed(41)).toBe('11 21 31 41  310 410  Asia/Tokyo');
    expect(await placed(42)).toBe('11 21 31 42  310   Asia/Tokyo');
    expect(await placed(51)).toBe('11 21 31 41 51 310 410 510 Asia/Tokyo');
    for (const id of [61, 62, 71, 73, 81]) expect(await placed(id)).toBe('11 21 31 41 51 310 410 510 Asia/Tokyo');
    for (const id of [63, 72]) expect(await placed(id)).toBe('11 21 31 41  310 410  Asia/Tokyo');
    expect(await placed(64)).toBe('11 21 31 41 52 310 410  Asia/Tokyo');
  });

  test('is none without a parent, or with one of the wrong level', async () => {
    await place();

    for (const id of [33, 43, 82, 74]) expect(await placed(id)).toBeUndefined();
  });

  test('names what look-ups know', () => {
    expect(LOOKUP_COLUMNS.join(' ')).toBe(`level legacyId newId name status ${LINEAGE_COLUMNS.join(' ')}`);
  });
});

describe('the table of ids', () => {
  test('has what both spaces know, by type and line', async () => {
    await place();
    const rows = await duck.rows(idMappingSql('21'));
    const top = '"agencyId":"11","advertiserId":"21"';
    const campaign = `${top},"engineAccountId":"31","campaignId":"41"`;
    const group = `${campaign},"adGroupId":"51"`;
    const modern = '"customerId":"310","campaignId":"410"';
    const modernGroup = `${modern},"adGroupId":"510"`;

    expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
      `CUSTOMER {${top}} {"customerId":"210"}`,
      `CUSTOMER {${top},"engineAccountId":"31"} {"customerId":"310"}`,
      `CAMPAIGN {${campaign}} {${modern}}`,
      `AD_GROUP {${group}} {${modernGroup}}`,
      `CRITERION {${group},"keywordId":"61"} {${modernGroup},"criterionId":"610"}`,
      `CRITERION {${group},"adGroupTargetId":"71"} {${modernGroup},"criterionId":"710"}`,
      `CRITERION {${group},"productGroupId":"73"} {${modernGroup},"criterionId":"730"}`,
      `AD_GROUP_AD {${group},"adId":"81"} {${modernGroup},"adId":"810"}`,
    ]);
    expect(Object.keys(rows[0] ?? {}).join(',')).toBe(ID_MAPPING_HEADER);
    expect(await duck.rows(idMappingSql('22'))).toEqual([]);
  });
});

describe('moments that files do not say', () => {
  const KIND: Kind = {
    name: 'things',
    holds: 'a thing',
    columns: [
      requiredColumn('id', 'id'),
      requiredColumn('name'),
      optionalColumn('created', 'time'),
      optionalColumn('lastModified', 'time'),
    ],
    key: ['id'],
    cut: 'whole',
  };
  const STAMP = new Date('2026-03-03T00:00:00Z');
  const rows = (...values: readonly string[]): string =>
    `(SELECT id::BIGINT AS id, name, created::TIMESTAMPTZ AS created, lastModified::TIMESTAMPTZ AS lastModified
      FROM (VALUES ${values.join(', ')}) AS t (id, name, created, lastModified))`;
  const day = (number: number): string => `'2026-01-0${String(number)}T00:00:00Z'`;
  const read = async (statement: string) =>
    (
      await duck.rows(
        `SELECT id, name, created::VARCHAR AS made, lastModified::VARCHAR AS changed FROM (${statement}) ORDER BY id`,
      )
    ).map((row) =>
      Object.values(row)
        .map((value) => String(value).slice(0, 10))
        .join(' '),
    );

  test('are those of the import; what is the same as before keeps its own', async () => {
    const before = rows(
      ...['a', 'b', 'c'].map((name, index) => `(${String(index + 1)}, '${name}', ${day(1)}, ${day(2)})`),
    );
    const fresh = rows(
      `(1, 'a', NULL, NULL)`,
      `(2, 'x', NULL, NULL)`,
      `(3, 'y', ${day(3)}, ${day(4)})`,
      `(4, 'd', NULL, NULL)`,
      `(5, 'e', NULL, ${day(4)})`,
    );

    expect(await read(rowsWithMoments(KIND, fresh, before, STAMP))).toEqual([
      '1 a 2026-01-01 2026-01-02',
      '2 x 2026-01-01 2026-03-03',
      '3 y 2026-01-03 2026-01-04',
      '4 d 2026-03-03 2026-03-03',
      '5 e 2026-03-03 2026-01-04',
    ]);
    expect(await read(stampedRows(KIND, fresh, STAMP))).toEqual([
      '1 a 2026-03-03 2026-03-03',
      '2 x 2026-03-03 2026-03-03',
      '3 y 2026-01-03 2026-01-04',
      '4 d 2026-03-03 2026-03-03',
      '5 e 2026-03-03 2026-01-04',
    ]);
  });

  test('a file of an older form has the columns that came since, empty', async () => {
    const old = "(SELECT 7::BIGINT AS id, 'old' AS name)";

    expect(await read(allColumnsOf(KIND, old))).toEqual(['7 old null null']);
  });

  test('only some kinds have them', () => {
    expect([hasMoments(KIND), hasMoments(entities)]).toEqual([true, true]);
    expect(hasMoments({ ...KIND, columns: KIND.columns.slice(0, 2) })).toBe(false);
    expect(hasMoments({ ...KIND, columns: KIND.columns.slice(0, 3) })).toBe(true);
  });
});
