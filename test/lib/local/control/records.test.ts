import { expect, test } from '@jest/globals';
import { openRecords } from '#lib/local/control/records';

const request = (path: string) => ({ at: '', method: 'POST', path, query: {}, status: 200, ms: 1, calls: [] });
const MEGABYTE = 1024 * 1024;

test('the oldest requests go when bodies take too much memory', () => {
  const records = openRecords();
  for (const path of ['first', 'second', 'third']) records.addRequest(12 * MEGABYTE, () => request(path));

  expect(records.requests().map(({ number, path }) => [number, path])).toEqual([
    [2, 'second'],
    [3, 'third'],
  ]);

  records.clear();
  expect(records.requests()).toEqual([]);
});
