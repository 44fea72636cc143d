import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { entities, fxRates, KINDS } from '#lib/ads/import/kinds';
import { stagingSql } from '#lib/ads/import/staging-sql';
import { openDuck } from '#lib/stores/duckdb/session';
import { stage } from '#lib/stores/duckdb/stage';
import { folder } from '#test/support/ads/import-files';

const opened: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const session of opened) await session.close();
});

async function session() {
  const duck = await openDuck();
  opened.push(duck);
  return duck;
}

const written = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** More than a buffer of DuckDB's, so that its threads share the file. */
const ROWS = 12_000;
const NOTE = 'x'.repeat(6_000);
const BAD = new Map([
  [2, 'EURO'],
  [5_000, 'nothing'],
  [ROWS, 'US$'],
]);
const currencyAt = (row: number): string => BAD.get(row) ?? 'EUR';
const rateAt = (row: number): string => String(row / 1_000);
const numbered = Array.from({ length: ROWS }, (_, index) => index + 1);

describe('the rows of a large file keep their order', () => {
  test.each([
    [
      'csv',
      1,
      () =>
        [
          'date,currencyCode,usdPerUnit,note',
          ...numbered.map((row) => `2026-01-01,${currencyAt(row)},${rateAt(row)},${NOTE}`),
        ].join('\n'),
    ],
    [
      'ndjson',
      0,
      () =>
        numbered
          .map((row) =>
            JSON.stringify({ date: '2026-01-01', currencyCode: currencyAt(row), usdPerUnit: row / 1_000, note: NOTE }),
          )
          .join('\n'),
    ],
  ])(
    'in %s: bad lines are told by their numbers, and of rows with one key the last counts',
    async (format, headerLines, text) => {
      const duck = await session();

      const report = await stage(duck, fxRates, written(`fx_rates.${format}`, text()));

      expect(report).toEqual({
        kind: 'fx_rates',
        rows: ROWS - BAD.size,
        badLines: BAD.size,
        problems: [...BAD].map(([row, value]) => ({
          line: row + headerLines,
          problem: `currencyCode is not a currency (ISO 4217): ${value}`,
        })),
      });
      expect(await duck.rows('SELECT currencyCode, usdPerUnit FROM staged')).toEqual([
        { currencyCode: 'EUR', usdPerUnit: (ROWS - 1) / 1_000 },
      ]);
    },
  );
});

describe('words of a list, currencies and zones are taken in any letter case, and kept as they are spelled', () => {
  const row = {
    level: 'aDvertiser',
    legacyId: '2',
    parentLegacyId: '1',
    name: 'SHOES',
    status: 'ACTIVE',
    currencyCode: 'eur',
    timeZone: 'america/NEW_YORK',
  };

  test.each([
    ['csv', `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`],
    ['ndjson', JSON.stringify(row)],
  ])('in %s', async (format, text) => {
    const duck = await session();

    expect(await stage(duck, entities, written(`entities-any-case.${format}`, text))).toMatchObject({ badLines: 0 });

    expect(await duck.rows('SELECT level, name, status, currencyCode, timeZone FROM staged')).toEqual([
      { level: 'ADVERTISER', name: 'SHOES', status: 'Active', currencyCode: 'EUR', timeZone: 'America/New_York' },
    ]);
  });
});

describe('no join stands between a file and its rows, for a join forgets their order', () => {
  test.each(KINDS.flatMap((kind) => (['csv', 'ndjson'] as const).map((format) => [kind.name, format, kind] as const)))(
    '%s in %s',
    async (name, format, kind) => {
      const duck = await session();
      const header = kind.columns.map((column) => column.name);
      const path = written(`${name}-plan.${format}`, format === 'csv' ? `${header.join(',')}\n` : '{}\n');
      const { types, rows } = stagingSql(kind, path, format, header);
      for (const type of types) await duck.run(type);

      const plan = await duck.rows(`EXPLAIN ${rows}`);

      expect(JSON.stringify(plan)).toContain(format === 'csv' ? 'READ_CSV' : 'READ_JSON');
      expect(JSON.stringify(plan)).not.toMatch(/JOIN|CROSS_PRODUCT/);
    },
  );
});
