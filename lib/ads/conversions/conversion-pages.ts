/**
 * Pages by row number over conversions that are ordered by time: bookmarks save reading all rows before the page again.
 */
import type { Conversion } from '#lib/ads/model/conversion';
import type { AdsStores, Bookmark, BookmarkStore, ConversionWindow } from '#lib/ads/stores/all';

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
}

export async function readPage(
  store: AdsStores['conversions'],
  { window, bookmark, startRow, rowCount, matches }: PageQuestion,
): Promise<Page> {
  const conversions: Conversion[] = [];
  let toPass = startRow - (bookmark?.row ?? 0);
  for await (const conversion of store.list(window, { after: bookmark?.after, expected: toPass + rowCount })) {
    if (!matches(conversion)) continue;
    if (toPass > 0) toPass -= 1;
    else if (conversions.push(conversion) === rowCount) {
      const { timestampMs, dsConversionId } = conversion;
      return { conversions, next: { row: startRow + rowCount, after: { timestampMs, dsConversionId }, window } };
    }
  }
  return { conversions, next: undefined };
}

/** Fewer rows than these are passed over in the time that a bookmark takes to find, or to write. */
export const MIN_PASSED = 2_000;

interface Mark {
  readonly bookmark: Bookmark;
  /** The client has read the page before this one here. */
  readonly isPaging: boolean;
  /** Rows that this page had to pass over. */
  readonly passed: number;
}

/** Memory is free; a write pays off for clients that read on, and for pages far from the start. */
export async function markPage(
  bookmarks: BookmarkStore,
  reader: string,
  { bookmark, isPaging, passed }: Mark,
): Promise<void> {
  bookmarks.remember(reader, bookmark);
  if (isPaging || passed >= MIN_PASSED) await bookmarks.keep(reader, bookmark);
}
