import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { KINDS, type Kind } from '#lib/ads/import/kinds';
import { columnList, missingColumns, rejection, sameKey } from '#lib/ads/import/staging-sql';
import { openDuck } from '#lib/stores/duckdb/session';
import { stage } from '#lib/stores/duckdb/stage';
import { newFolder } from '#test/support/run/folders/new-folder';

const folder = newFolder();
const kindOf = (name: string): Kind => KINDS.find((kind) => kind.name === name) as Kind;

/** Rows that are good as they are. */
const GOOD: Readonly<Record<string, object>> = {
  entities: { level: 'CAMPAIGN', legacyId: '4', parentLegacyId: '3', name: 'Boots', status: 'Active' },
  facts_daily: {
    date: '2026-03-01',
    accountId: '3',
    campaignId: '4',
    device: 'Mobile',
    impr: '1',
    clicks: '1',
    costMicros: '0',
  },
  visits: { clickId: 'c', timestampMs: '0', agencyId: '1', advertiserId: '2', accountId: '3', campaignId: '4' },
  floodlight: {
    advertiserId: '2',
    groupId: '1',
    groupName: 'Sales',
    conversionType: 'ACTION',
    activityId: '7',
    activityName: 'Order',
  },
  saved_columns: { advertiserId: '2', name: 'CPA', type: 'Money', definition: '{}' },
  tag_conversions: { agencyId: '1', advertiserId: '2', conversionTimestamp: '1773480913000', segmentationId: '7' },
};

/** A file in a session of its own, which has its rejected lines. */
async function staged(name: string, path: string, statement = 'SELECT 1') {
  const duck = await openDuck();
  try {
    return { ...(await stage(duck, kindOf(name), path)), found: await duck.rows(statement) };
  } finally {
    await duck.close();
  }
}

/** Kind, column, what stands there, and how it is refused. */
const BAD: readonly (readonly [kind: string, column: string, value: string, problem: string])[] = [
  ['entities', 'name', '', 'name is missing'],
  ['entities', 'parentLegacyId', '', 'parentLegacyId is missing'],
  ['entities', 'status', 'On', 'status is not one of Active, Paused, Removed: On'],
  ['entities', 'legacyId', 'x', 'legacyId is not an id: x'],
  ['entities', 'legacyId', '-1', 'legacyId is not an id: -1'],
  ['entities', 'newCustomerId', '12-x', 'newCustomerId is not a customer id: 12-x'],
  ['entities', 'newCustomerId', '-', 'newCustomerId is not a customer id: -'],
  ['entities', 'currencyCode', 'EURO', 'currencyCode is not a currency (ISO 4217): EURO'],
  ['entities', 'timeZone', 'Mars/Olympus', 'timeZone is not a time zone (IANA): Mars/Olympus'],
  ['entities', 'timeZone', 'Factory', 'timeZone is not a time zone (IANA): Factory'],
  ['entities', 'created', 'yesterday', 'created is not a moment (RFC 3339): yesterday'],
  ['entities', 'created', '2026-02-30T00:00:00Z', 'created is not a moment (RFC 3339): 2026-02-30T00:00:00Z'],
  ['entities', 'lastModified', 'infinity', 'lastModified is not a moment (RFC 3339): infinity'],
  ['entities', 'lastModified', '10000-01-01T00:00:00Z', 'lastModified is not a moment (RFC 3339): 10000-01-01'],
  ['entities', 'lastModified', '1969-12-31T23:59:59Z', 'lastModified is not a moment (RFC 3339): 1969-12-31'],
  ['entities', 'attributes', '{', 'attributes is not JSON: {'],
  ['entities', 'name', 'ä'.repeat(5_001), 'name is longer than 10000 bytes'],
  ['facts_daily', 'impr', '1.5.5', 'impr is not a whole number: 1.5.5'],
  ['facts_daily', 'qualityScore', 'good', 'qualityScore is not a number: good'],
  ['facts_daily', 'date', '2026-02-30', 'date is not a day (YYYY-MM-DD): 2026-02-30'],
  ['facts_daily', 'date', '1969-12-31', 'date is not a day (YYYY-MM-DD): 1969-12-31'],
  ['facts_daily', 'date', 'infinity', 'date is not a day (YYYY-MM-DD): infinity'],
  ['floodlight', 'offlinePrimary', 'perhaps', 'offlinePrimary is not true or false: perhaps'],
  ['floodlight', 'groupName', 'x'.repeat(10_001), 'groupName is longer than 10000 bytes'],
  ['visits', 'timestampMs', '-1', 'timestampMs is not between 0 and 253402300799999: -1'],
  ['visits', 'timestampMs', '253402300800000', 'timestampMs is not between 0 and 253402300799999: 253402300800000'],
  [
    'tag_conversions',
    'conversionTimestamp',
    '1356998399999',
    'conversionTimestamp is not between 1356998400000 and 253402300799999: 1356998399999',
  ],
  ['tag_conversions', 'conversionId', 'x'.repeat(513), 'conversionId is longer than 512 bytes'],
  ['tag_conversions', 'customMetric', `[${' '.repeat(60_000)}]`, 'customMetric is longer than 60000 bytes'],
  ['visits', 'device', 'x'.repeat(99), `device is not one of Desktop, Mobile, Tablet, Other: ${'x'.repeat(60)}`],
  ['saved_columns', 'definition', '[]', 'definition is not the definition of a column: []'],
  ['saved_columns', 'definition', '5', 'definition is not the definition of a column: 5'],
  ['saved_columns', 'definition', '{"activityIds": 7}', 'definition is not the definition of a column'],
  ['saved_columns', 'definition', '{"activityIds": ["x"]}', 'definition is not the definition of a column'],
  ['saved_columns', 'definition', '{"dimensionFilter": 7}', 'definition is not the definition of a column'],
  [
    'saved_columns',
    'definition',
    '{"dimensionFilter": {"name": "a", "values": "b"}}',
    'definition is not the definition of a column',
  ],
  ['tag_conversions', 'customMetric', '[{"name": "a"}]', 'customMetric is not a list of names and numbers'],
  ['tag_conversions', 'customMetric', '[{"name": "a", "value": "1"}]', 'customMetric is not a list of names'],
  ['tag_conversions', 'customMetric', '[{"value": 1}]', 'customMetric is not a list of names and numbers'],
  ['tag_conversions', 'customMetric', '{"name": "a", "value": 1}', 'customMetric is not a list of names'],
  [
    'tag_conversions',
    'customDimension',
    '[{"name": "a", "value": 1}]',
    'customDimension is not a list of names and texts',
  ],
  ['tag_conversions', 'customDimension', '[{"value": "a"}]', 'customDimension is not a list of names and texts'],
  ['tag_conversions', 'lineItems', '[{"productCountry": "DE"}]', 'lineItems is not a list of products'],
  ['tag_conversions', 'lineItems', '[{"productId": "a", "productCountry": 5}]', 'lineItems is not a list of products'],
  ['tag_conversions', 'lineItems', '[{"productId": "a", "productLanguage": 5}]', 'lineItems is not a list of products'],
  [
    'tag_conversions',
    'lineItems',
    '[{"productId": "a", "quantityMillis": "x"}]',
    'lineItems is not a list of products',
  ],
  ['tag_conversions', 'lineItems', '[{"productId": "a", "revenueMicros": "x"}]', 'lineItems is not a list of products'],
];

/** Cells that are taken in place of those of a good row. */
const TAKEN: readonly (readonly [kind: string, cells: Readonly<Record<string, string>>])[] = [
  ['entities', { level: 'AGENCY', parentLegacyId: '' }],
  ['entities', { newCustomerId: '123-123-1234' }],
  ['entities', { created: '2026-01-01T08:00:00Z', lastModified: '2026-01-01T08:00:00+02:00' }],
  ['entities', { attributes: `{"a": "${'x'.repeat(70_000)}"}` }],
  ['entities', { name: 'ä'.repeat(5_000) }],
  ['facts_daily', { date: '1970-01-01', qualityScore: '7.5', visits: '0' }],
  ['facts_daily', { date: '9999-12-31' }],
  ['visits', { timestampMs: '253402300799999' }],
  ['tag_conversions', { conversionTimestamp: '1356998400000', conversionId: 'x'.repeat(512) }],
  ['floodlight', { offlinePrimary: 'true', weight: '0.5' }],
  ['saved_columns', { definition: '{"kind": "formula", "formula": "cost"}' }],
  ['saved_columns', { definition: '{"activityIds": ["7", 8], "dimensionFilter": {"name": "a", "values": ["b"]}}' }],
  ['saved_columns', { definition: '{"activityIds": null, "dimensionFilter": {"name": "a", "values": null}}' }],
  ['saved_columns', { definition: '{"activityIds": [], "dimensionFilter": null}' }],
  ['tag_conversions', { customMetric: '[{"name": "a", "value": 1}, {"name": "b", "value": -1.5}]' }],
  ['tag_conversions', { customMetric: '[{"name": "a", "value": -3}, {"name": "b", "value": 99999999999999999999}]' }],
  ['tag_conversions', { customMetric: '[]', customDimension: '[{"name": "a", "value": ""}]' }],
  ['tag_conversions', { lineItems: '[{"productId": "a"}, {"productId": "b", "quantityMillis": "5"}]' }],
  ['tag_conversions', { lineItems: '[{"productId": "a", "productCountry": null, "revenueMicros": 5}]' }],
  ['tag_conversions', { lineItems: '[{"productId": "a", "productCountry": "DE", "productLanguage": "de"}]' }],
];

/** A file of rows, each with some cells in place of those of a good one. */
function write(name: string, format: 'csv' | 'ndjson', changes: readonly object[]): string {
  const rows = changes.map((cells): Record<string, string> => ({ ...GOOD[name], ...cells }));
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value = ''): string => (value === '' ? '' : `"${value.replaceAll('"', '""')}"`);
  const lines =
    format === 'csv'
      ? [header.join(','), ...rows.map((row) => header.map((column) => cell(row[column])).join(','))]
      : rows.map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ''))));
  const path = join(folder, `${name}.${format}`);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

describe.each(['csv', 'ndjson'] as const)('in %s', (format) => {
  test.each(Object.keys(GOOD))('%s: what is wrong with a row is told by its line', async (name) => {
    const cases = BAD.filter(([kind]) => kind === name);
    const path = write(name, format, [{}, ...cases.map(([, column, value]) => ({ [column]: value }))]);
    const { rows, problems } = await staged(name, path);

    const first = format === 'csv' ? 3 : 2;
    expect(problems.map(({ line, problem }) => [line, problem.slice(0, cases[line - first]?.[3].length)])).toEqual(
      cases.map(([, , , problem], index) => [first + index, problem]),
    );
    expect(rows).toBe(1);
  });

  test.each(Object.keys(GOOD))('%s: all else is taken', async (name) => {
    const cases = TAKEN.filter(([kind]) => kind === name).map(([, cells]) => cells);
    const { rows, problems } = await staged(name, write(name, format, [{}, ...cases]));

    expect(problems).toEqual([]);
    expect(rows).toBe(cases.length + 1);
  });
});

test.each(['csv', 'ndjson'] as const)('columns that nobody knows are passed over in %s', async (format) => {
  expect(await staged('entities', write('entities', format, [{ colour: 'red' }]))).toMatchObject({
    rows: 1,
    badLines: 0,
  });
});

test('a line of JSON without any column is told so', async () => {
  const path = join(folder, 'facts_daily.ndjson');
  writeFileSync(path, '{"x": 1}\n[]\n');
  const told = 'It is no object of JSON with any column in it';

  expect((await staged('facts_daily', path)).problems).toEqual([
    { line: 1, problem: told },
    { line: 2, problem: told },
  ]);
});

test('a file of agencies needs no column of parents; others in it are refused by the line', async () => {
  const path = join(folder, 'entities-without-parents.csv');
  writeFileSync(path, 'level,legacyId,name,status\nAGENCY,1,A,Active\nADVERTISER,2,B,Active\n');

  expect(await staged('entities', path)).toMatchObject({
    rows: 1,
    problems: [{ line: 3, problem: 'parentLegacyId is missing' }],
  });
});

test('columns that a file does not have are empty in their types, customers have digits alone', async () => {
  const path = join(folder, 'entities-few.csv');
  writeFileSync(path, 'level,legacyId,name,status,newCustomerId\nAGENCY,1,A,Active,123-123-1234\n');
  const { found } = await staged('entities', path, 'SELECT typeof(created) AS t, created, newCustomerId FROM staged');

  expect(found).toEqual([{ t: 'TIMESTAMP WITH TIME ZONE', created: null, newCustomerId: '1231231234' }]);
});

test('a header lacks what no row can do without', () => {
  expect(missingColumns(kindOf('fx_rates'), ['usdPerUnit', 'note'])).toEqual(['date', 'currencyCode']);
  expect(missingColumns(kindOf('access'), ['subject', 'agencyId'])).toEqual([]);
});

test.each([
  ['impr', 'Could not convert string "x\ny" to \'BIGINT\'', 'impr is not a whole number: x\ny'],
  ['impr', `Could not convert string "${'x'.repeat(70)}" to`, `impr is not a whole number: ${'x'.repeat(60)}`],
  ['impr', 'Expected Number of Columns: 7 Found: 6', 'Expected Number of Columns: 7 Found: 6'],
  ['colour', 'Could not convert string "x" to', 'Could not convert string "x" to'],
  [undefined, 'Could not convert string "x" to', 'Could not convert string "x" to'],
])('what the reader of CSV says of %s: %j', (column, message, told) => {
  expect(rejection(kindOf('facts_daily'), column, message)).toBe(told);
});

test('rows are the same where their keys are, absent values included', () => {
  expect(sameKey(kindOf('fx_rates'), 'a', 'b')).toBe(
    'a."date" IS NOT DISTINCT FROM b."date" AND a."currencyCode" IS NOT DISTINCT FROM b."currencyCode"',
  );
  expect(columnList(kindOf('fx_rates'))).toBe('"date", "currencyCode", "usdPerUnit"');
});
