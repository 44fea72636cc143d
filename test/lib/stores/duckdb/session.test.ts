/** @modules own */
import { DuckDBTimestampTZValue } from '@duckdb/node-api';
import { describe, expect, test } from '@jest/globals';
import { openDuck } from '#lib/stores/duckdb/session';

const MEMORY = 'AWS_LAMBDA_FUNCTION_MEMORY_SIZE';
// As on a machine in Kathmandu.
DuckDBTimestampTZValue.timezoneOffsetInMinutes = 345;

test('a database that could not be opened is opened by the next one who asks', async () => {
  process.env[MEMORY] = 'Infinity';
  await expect(openDuck()).rejects.toThrow('Failed to set config');

  process.env[MEMORY] = '5307';
  const duck = await openDuck();
  expect(await duck.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await duck.close();
});

test('moments are written in UTC, whatever the zone of the machine', async () => {
  const duck = await openDuck();

  expect(await duck.rows("SELECT TIMESTAMPTZ '2026-03-14 10:00:00+00' AS at")).toEqual([
    { at: '2026-03-14 10:00:00+00' },
  ]);
  await duck.close();
});

test('in Lambda there are as many threads as processors, and memory is left for Node', async () => {
  const duck = await openDuck();

  expect(
    await duck.rows("SELECT current_setting('threads') AS threads, current_setting('memory_limit') AS memory"),
  ).toEqual([{ threads: '3', memory: '2.9 GiB' }]);
  await duck.close();
});

describe('values', () => {
  test.each([
    ["it's"],
    ["'; DROP TABLE facts; --"],
    ['\\'],
    ['?'],
    ['"'],
    ["''"],
    ['two\nlines'],
    ['a\0b'],
    ['$1 $$ ${x}'],
    ['日本'],
  ])('%j is the text that it was', async (value) => {
    const duck = await openDuck();

    expect(
      await duck.rows(`SELECT CAST(? AS VARCHAR) AS "a?", 'it''s ?' AS b, CAST(? AS VARCHAR) AS c`, [value, 'last']),
    ).toEqual([{ 'a?': value, b: "it's ?", c: 'last' }]);
    await duck.close();
  });

  test.each([1, 2, 64, 65, 500])('%i of them are where they belong', async (count) => {
    const duck = await openDuck();
    const values = Array.from({ length: count }, (_, index) => `value ${String(index)}`);

    const [row = {}] = await duck.rows(
      `SELECT ${values.map((_, index) => `CAST(? AS VARCHAR) AS v${String(index)}`).join()}`,
      values,
    );
    expect(Object.values(row)).toEqual(values);
    await duck.run('CREATE TEMP TABLE kept (value VARCHAR)');
    const places = values.map(() => '(CAST(? AS VARCHAR))').join();
    expect(await duck.run(`INSERT INTO kept VALUES ${places}`, values)).toBe(count);
    await duck.close();
  });

  test.each([
    ['SELECT CAST(? AS VARCHAR)', ['a', 'b']],
    ['SELECT CAST(? AS VARCHAR), CAST(? AS VARCHAR)', ['a']],
  ])('%s is refused with %j', async (sql, values) => {
    const duck = await openDuck();

    await expect(duck.rows(sql, values)).rejects.toThrow('values');
    await duck.close();
  });
});
