import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Bookmark } from '#lib/ads/stores/all';
import { config } from '#lib/runtime/process/config';
import { dynamoBookmarks } from '#lib/stores/dynamodb/ads/bookmarks';
import { documents } from '#lib/stores/dynamodb/client/client';

const bookmark = (row: number): Bookmark => ({
  row,
  after: { timestampMs: 1_000 + row, dsConversionId: '9007199254740993' },
  window: { advertiserId: '2', engineAccountId: '3', fromMs: 0, untilMs: 9_999 },
});

/** A process of its own, at a minute of the hour. */
const processAt = (minute: number) =>
  dynamoBookmarks(documents, config.adsTable, { now: () => new Date(Date.UTC(2026, 0, 1, 10, minute)) });

describe('bookmarks', () => {
  test('another process finds the nearest one at or before a row, of the same reader', async () => {
    const reader = randomUUID();
    const writer = processAt(0);
    for (const row of [2_000, 10_000]) await writer.keep(reader, bookmark(row));

    const other = processAt(1);

    expect(
      await Promise.all([1_999, 2_000, 9_999, 10_000, 4_000_000_000].map((row) => other.find(reader, row))),
    ).toEqual([undefined, bookmark(2_000), bookmark(2_000), bookmark(10_000), bookmark(10_000)]);
    expect(await other.find(randomUUID(), 10_000)).toBeUndefined();
  });

  test('after ten minutes there is none', async () => {
    const reader = randomUUID();
    await processAt(0).keep(reader, bookmark(2_000));

    expect(await processAt(9).find(reader, 2_000)).toEqual(bookmark(2_000));
    expect(await processAt(11).find(reader, 2_000)).toBeUndefined();
  });

  test('a process recalls the very row it was at, and no other process does', () => {
    const reader = randomUUID();
    const own = processAt(0);
    own.remember(reader, bookmark(1_000));

    expect([own.recall(reader, 1_000), own.recall(reader, 1_001), processAt(0).recall(reader, 1_000)]).toEqual([
      bookmark(1_000),
      undefined,
      undefined,
    ]);
  });
});
