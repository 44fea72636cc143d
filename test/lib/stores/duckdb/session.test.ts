/** @modules own */
import { DuckDBTimestampTZValue } from '@duckdb/node-api';
import { expect, test } from '@jest/globals';
import { openDuck } from '#lib/stores/duckdb/session';

test('moments are written in UTC on a machine in Kathmandu', async () => {
  DuckDBTimestampTZValue.timezoneOffsetInMinutes = 345;
  const duck = await openDuck();

  expect(await duck.rows("SELECT TIMESTAMPTZ '2026-03-14 10:00:00+00' AS at")).toEqual([
    { at: '2026-03-14 10:00:00+00' },
  ]);
  await duck.close();
});
