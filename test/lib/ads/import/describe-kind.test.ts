import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { describeKind, kindTable, templateOf } from '#lib/ads/import/describe-kind';
import { entities, factsDaily, KINDS } from '#lib/ads/import/kinds';
import { openDuck } from '#lib/stores/duckdb/session';
import { stage } from '#lib/stores/duckdb/stage';
import { newFolder } from '#test/support/run/new-folder';

const folder = newFolder();

describe.each(KINDS.map((kind) => [kind.name, kind] as const))('%s', (name, kind) => {
  test('every column says what it means', () => {
    const described = describeKind(kind);

    expect(described.map(({ column }) => column)).toEqual(kind.columns.map((column) => column.name));
    expect(described.filter(({ meaning, type }) => meaning === '' || type === '')).toEqual([]);
  });

  test('its template is a file that can be imported as it is', async () => {
    const path = join(folder, `${name}.csv`);
    writeFileSync(path, templateOf(kind));
    const duck = await openDuck();
    try {
      expect(await stage(duck, kind, path)).toEqual({ kind: name, rows: 1, badLines: 0, problems: [] });
    } finally {
      await duck.close();
    }
  });
});

test('a column says its words, its unit and whether a row can do without it', () => {
  const columnOf = (kind: typeof entities, name: string) => describeKind(kind).find(({ column }) => column === name);

  expect(columnOf(factsDaily, 'costMicros')).toEqual({
    column: 'costMicros',
    type: 'a whole number',
    needed: 'yes',
    unit: 'millionths of a currency unit',
    meaning: 'cost',
    example: '12500000',
  });
  expect(columnOf(factsDaily, 'device')).toMatchObject({ type: 'Desktop, Mobile, Tablet, Other' });
  expect(columnOf(entities, 'parentLegacyId')).toMatchObject({ needed: 'mostly' });
  expect(columnOf(entities, 'currencyCode')).toMatchObject({ type: 'a currency (ISO 4217)', needed: 'no' });
});

test('the table has a line for each kind, with the columns that it needs', () => {
  expect(kindTable()).toContain(
    '| `access` | who may see, or change, an agency or one advertiser | `subject` `agencyId` |',
  );
  expect(kindTable().split('\n')).toHaveLength(KINDS.length + 2);
});
