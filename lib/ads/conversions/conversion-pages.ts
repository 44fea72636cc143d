/**
 * Pages by row number over conversions that are ordered by time: bookmarks save reading all rows before the page again.
 */
import type { Conversion } from '#lib/ads/model/conversion';
import type { AdsStores, Bookmark, ConversionWindow } from '#lib/ads/stores/all';

/** Fewer rows than these are passed over in one piece; no bookmark makes that faster. */
export const MIN_PASSED = 1_000;

export interface Page {
  readonly conversions: readonly Conversion[];
  /** Where the next page begins; undefined at the end. */
  readonly next: Bookmark | undefined;
}

interface PageQuestion {
  readonly window: ConversionWindow;
  /** At the first row of the page, or before it. */
  readonly bookmark: Bookmark | undefined;
  readonly startRow: number;
  readonly rowCount: number;
  readonly matches: (conversion: Conversion) => boolean;
  /** Keeps a bookmark for all processes. */
  readonly keep: (bookmark: Bookmark) => Promise<void>;
}

/**
 * No answer waits for a bookmark, and none could be written after it: the last row of each piece that the database gives
 * (1 MB, some 1,200 rows) is noted while the next piece is read. Rows read in one piece leave no bookmark.
 */
export async function readPage(
  store: AdsStores['conversions'],
  { window, bookmark, startRow, rowCount, matches, keep }: PageQuestion,
): Promise<Page> {
  const conversions: Conversion[] = [];
  const kept: Promise<void>[] = [];
  const firstRow = bookmark?.row ?? 0;
  let row = firstRow;
  let keptRow = Math.max(firstRow, MIN_PASSED - 1);
  let after = bookmark?.after;
  const onReadOn = (): void => {
    if (after === undefined || row <= keptRow) return;
    keptRow = row;
    kept.push(keep({ row, after, window }));
  };
  const reading = { after, expected: startRow - firstRow + rowCount, onReadOn };
  for await (const conversion of store.list(window, reading)) {
    if (!matches(conversion)) continue;
    row += 1;
    after = { timestampMs: conversion.timestampMs, dsConversionId: conversion.dsConversionId };
    if (row > startRow && conversions.push(conversion) === rowCount) break;
  }
  await Promise.all(kept);
  const next = after === undefined || conversions.length < rowCount ? undefined : { row, after, window };
  return { conversions, next };
}
