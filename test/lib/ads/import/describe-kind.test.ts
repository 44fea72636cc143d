import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { meaningOf } from '#lib/ads/import/column-meanings';
import { describeKind, kindTable, templateOf } from '#lib/ads/import/describe-kind';
import { entities, factsDaily, KINDS, type Kind } from '#lib/ads/import/kinds';
import { PRODUCT_TEXTS } from '#lib/ads/model/product-fields';
import { openDuck } from '#lib/stores/duckdb/session';
import { stage } from '#lib/stores/duckdb/stage';
import { newFolder } from '#test/support/run/folders/new-folder';

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

test('every column has an example, but those where one would mislead', () => {
  const silent = KINDS.map((kind) => [
    kind.name,
    describeKind(kind)
      .filter(({ example }) => example === '')
      .map(({ column }) => column),
  ]);

  expect(Object.fromEntries(silent)).toEqual({
    entities: ['newCustomerId', 'engineType', 'timeZone'],
    facts_daily: ['productGroupId'],
    shares_daily: [],
    visits: ['productStoreId'],
    floodlight: [],
    custom_variables: [],
    saved_columns: [],
    products: PRODUCT_TEXTS.filter((name) => name !== 'productTitle' && name !== 'productChannel'),
    fx_rates: [],
    tag_conversions: [
      'dsConversionId',
      'countMillis',
      'attributionModel',
      'productGroupId',
      'storeId',
      'eventRequestString',
    ],
    access: [],
  });
});

test('examples of different files go together', () => {
  const cells = (name: string) => templateOf(KINDS.find((kind) => kind.name === name) as Kind).split('\n')[1];

  expect([cells('access'), cells('custom_variables'), cells('fx_rates')]).toEqual([
    'ann@example.com,20700000000000125,21700000000011523,READ',
    '21700000000011523,sales,METRIC',
    '2026-03-14,EUR,1.08',
  ]);
  expect(cells('floodlight')).toBe(
    [
      '21700000000011523,26700000001464001,Sales,sales,TRANSACTION,25700000001464142,Purchase,purchase',
      '1,Active,false,2026-01-01T08:00:00Z,2026-03-01T12:30:00Z',
    ].join(','),
  );
});

test.each([
  ['facts_daily', 'date', 'the day, in the zone of the account'],
  ['fx_rates', 'date', 'the day from which the rate holds'],
  ['entities', 'currencyCode', 'the currency of amounts, of an agency, advertiser, account or product'],
  ['fx_rates', 'currencyCode', 'the currency'],
  ['tag_conversions', 'currencyCode', 'the currency of the revenue'],
  ['facts_daily', 'network', 'the network, in the words of the engine'],
  ['visits', 'network', 'the network that the click came from'],
  ['entities', 'name', 'the name that reports show'],
  ['custom_variables', 'name', 'the name that uploads and reports use'],
  ['saved_columns', 'name', 'the name of the column'],
  ['saved_columns', 'type', 'what its values are'],
  ['tag_conversions', 'type', 'whether it brings money; else what the activity says'],
  ['products', 'productCustomLabel0', 'product custom label 0 of the feed'],
  ['products', 'productTitle', 'product title of the feed'],
  ['products', 'productChannel', 'local or online'],
  ['shares_daily', 'searchImpressionShare', 'search impression share, as text'],
])('%s.%s is %s', (kind, column, meaning) => {
  expect(meaningOf(kind, column)?.meaning).toBe(meaning);
});

test('units follow from names', () => {
  const units = KINDS.flatMap((kind) =>
    describeKind(kind).flatMap(({ column, unit }) => (unit === '' ? [] : [[column, unit]])),
  );

  expect(Object.fromEntries(units)).toEqual({
    costMicros: 'millionths of a currency unit',
    engineConversionValueMicros: 'millionths of a currency unit',
    topOfPageBidMicros: 'millionths of a currency unit',
    revenueMicros: 'millionths of a currency unit',
    quantityMillis: 'thousandths',
    countMillis: 'thousandths',
    timestampMs: 'milliseconds since 1970, UTC',
    conversionTimestamp: 'milliseconds since 1970, UTC',
    productPrice: 'units of currencyCode',
    productSalePrice: 'units of currencyCode',
    productCostOfGoodsSold: 'units of currencyCode',
    usdPerUnit: 'US dollars',
  });
});

test('types are told in the words that bad lines are refused with', () => {
  const types = KINDS.flatMap((kind) => describeKind(kind).map(({ column, type }) => [`${kind.name}.${column}`, type]));

  expect(Object.fromEntries(types)).toMatchObject({
    'entities.legacyId': 'an id',
    'entities.newCustomerId': 'a customer id',
    'entities.created': 'a moment (RFC 3339)',
    'entities.attributes': 'JSON',
    'entities.timeZone': 'a time zone (IANA)',
    'facts_daily.date': 'a day (YYYY-MM-DD)',
    'facts_daily.qualityScore': 'a number',
    'floodlight.offlinePrimary': 'true or false',
    'visits.clickId': 'text',
  });
});

test('the table has a line for each kind, with the columns that it needs', () => {
  expect(kindTable()).toContain(
    '| `access` | who may see, or change, an agency or one advertiser | `subject` `agencyId` | `advertiserId` `role` |',
  );
  expect(kindTable().split('\n').slice(0, 2)).toEqual(['| file | a row is | needs | may have |', '|---|---|---|---|']);
  expect(kindTable().split('\n')).toHaveLength(KINDS.length + 2);
});
