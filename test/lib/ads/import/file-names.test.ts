import { expect, test } from '@jest/globals';
import { formatOfFile, kindOfFile } from '#lib/ads/import/file-names';

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

test.each(['march.csv', 'visits/2026/march.csv', 'my-visits.csv'])('%s says nothing about its kind', (path) => {
  expect(kindOfFile(path)).toBeUndefined();
});

test('a spreadsheet is no format of ours', () => {
  for (const name of ['entities.xlsx', 'entities.csv.zip', 'entities.json.txt', 'csv', 'entities.gz'])
    expect(formatOfFile(name)).toBeUndefined();
});
