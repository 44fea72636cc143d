/** Which files of the warehouse a report reads. */
import { describe, expect, test } from '@jest/globals';
import { raw } from '#lib/ads/reports/sql/sql';
import { bindRelations, loadConversions, type RelationQuery } from '#lib/stores/duckdb/relations';
import type { DuckSession } from '#lib/stores/duckdb/session';
import type { LocalCopies } from '#lib/stores/s3/local-copies';

const MONTHS = ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04'];

/** A bucket with a file for each month of an advertiser; answers what is fetched, and the statement that is run. */
async function opened(statement: string, query: RelationQuery, keysIn?: (prefix: string) => string[]) {
  const fetched: string[] = [];
  const byMonth = (prefix: string): string[] => MONTHS.map((month) => `${prefix}month=${month}.parquet`);
  const copies: LocalCopies = {
    list: (prefix) => Promise.resolve((keysIn ?? byMonth)(prefix).map((key) => ({ key, tag: 't' }))),
    fetch: (files) => {
      fetched.push(...files.map(({ key }) => key));
      return Promise.resolve(files.map(({ key }) => `/copies/${key}`));
    },
  };
  const { text } = await bindRelations(raw(statement), query, copies);
  return { fetched, text };
}
const monthsOf = async (first: string, last: string): Promise<string[]> => {
  const { fetched } = await opened('SELECT * FROM visits', { advertiserIds: ['7'], window: { first, last } });
  return fetched.map((key) => /month=(.*)\.parquet/.exec(key)?.[1] ?? key);
};

describe('the months of a report', () => {
  test.each([
    ['2026-02-10', '2026-02-20', ['2026-02']],
    ['2026-02-01', '2026-02-20', ['2026-01', '2026-02']],
    ['2026-02-02', '2026-02-27', ['2026-02']],
    ['2026-02-10', '2026-02-28', ['2026-02', '2026-03']],
    ['2026-01-15', '2026-03-15', ['2026-01', '2026-02', '2026-03']],
    ['2026-01-01', '2026-01-01', ['2025-12', '2026-01']],
  ])('from %s to %s are %j: a day more on both sides, for other zones', async (first, last, months) => {
    expect(await monthsOf(first, last)).toEqual(months);
  });

  test('are those of its advertisers, and none without a window', async () => {
    const window = { first: '2026-02-10', last: '2026-02-20' };
    const { fetched } = await opened('FROM visits', { advertiserIds: ['7', '8'], window });
    expect(fetched.map((key) => /advertiser=(\d)/.exec(key)?.[1])).toEqual(['7', '8']);
    expect((await opened('FROM visits', { advertiserIds: ['7'], window: undefined })).fetched).toEqual([]);
    expect((await opened('FROM visits', { advertiserIds: undefined, window })).fetched).toEqual([]);
  });
});

test('what a statement names comes before it, and nothing else; empty where there is no file', async () => {
  const { text } = await opened('SELECT 1 FROM visits', { advertiserIds: [], window: undefined });

  expect(text).toMatch(
    /^WITH visits AS NOT MATERIALIZED \(SELECT CAST\(NULL AS [^;]* WHERE FALSE\) SELECT 1 FROM visits$/,
  );
  expect(text.match(/ MATERIALIZED/g)).toHaveLength(1);
});

test('tables of the statement itself follow them', async () => {
  const { text } = await opened('WITH some AS (FROM visits) FROM some', { advertiserIds: [], window: undefined });

  expect(text).toMatch(/^WITH visits AS NOT MATERIALIZED \(.* WHERE FALSE\), some AS \(FROM visits\) FROM some$/);
});

test('a statement that reads no file stays as it is', async () => {
  const { text } = await opened('SELECT 1', { advertiserIds: [], window: undefined });

  expect(text).toBe('SELECT 1');
});

test('entities are read for the advertisers that are asked for, and those of none', async () => {
  const files = (prefix: string): string[] => ['0', '1', '2'].map((id) => `${prefix}advertiser=${id}.parquet`);
  const names = async (advertiserIds: readonly string[] | undefined) =>
    (await opened('FROM entities', { advertiserIds, window: undefined }, files)).fetched.map(
      (key) => /advertiser=(\w+)/.exec(key)?.[1],
    );

  expect((await names(undefined)).length).toBe(3);
  expect(await names(['2'])).toEqual(['0', '2']);
});

test('conversions that cannot be written end the report, and not the process', async () => {
  const duck = { folder: '/nowhere', run: () => Promise.resolve(0) } as object as DuckSession;
  async function* rows() {
    for (const conversionId of ['a', 'b']) {
      yield { conversionId };
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  await expect(loadConversions(duck, rows())).rejects.toThrow(/ENOENT.*nowhere/);
});
