import { describe, expect, test } from '@jest/globals';
import { formatOfFile, kindOfFile, KINDS } from '#lib/ads/import/kinds';

describe('files', () => {
  test.each([
    ['entities.csv', 'entities', 'csv'],
    ['/data/facts_daily-2026-03.csv.gz', 'facts_daily', 'csv'],
    ['ads-import/visits/part-1.ndjson', 'visits', 'ndjson'],
    ['Saved_Columns.JSONL', 'saved_columns', 'ndjson'],
    ['ads-import/fx_rates.json.gz', 'fx_rates', 'ndjson'],
  ])('%s', (path, kind, format) => {
    expect(kindOfFile(path)?.name).toBe(kind);
    expect(formatOfFile(path)).toBe(format);
  });

  test.each(['march.csv', 'visits/2026/march.csv'])('%s says nothing about its kind', (path) => {
    expect(kindOfFile(path)).toBeUndefined();
  });

  test('a spreadsheet is no format of ours', () => {
    expect(formatOfFile('entities.xlsx')).toBeUndefined();
  });

  test('every key consists of columns', () => {
    for (const { columns, key } of KINDS)
      expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining([...key]));
  });
});

describe('words', () => {
  const wordsOf = (kind: string): Record<string, string> =>
    Object.fromEntries(
      KINDS.filter(({ name }) => name === kind)
        .flatMap(({ columns }) => columns)
        .flatMap(({ name, oneOf }) => (oneOf === undefined ? [] : [[name, oneOf.join(' ')]])),
    );

  test.each([
    ['facts_daily', { device: 'Desktop Mobile Tablet Other' }],
    ['visits', { device: 'Desktop Mobile Tablet Other' }],
    ['floodlight', { conversionType: 'ACTION TRANSACTION', status: 'Active Paused Removed' }],
    ['custom_variables', { use: 'METRIC DIMENSION' }],
    [
      'tag_conversions',
      {
        type: 'ACTION TRANSACTION',
        state: 'ACTIVE REMOVED',
        deviceType: 'DESKTOP MOBILE TABLET OTHER',
        channel: 'local online',
        adUserDataConsent: 'UNKNOWN GRANTED DENIED',
        origin: 'TAG',
      },
    ],
  ])('that files of %s may hold', (kind, words) => {
    expect(wordsOf(kind)).toEqual(words);
  });
});
