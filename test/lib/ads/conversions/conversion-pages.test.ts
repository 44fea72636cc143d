import { describe, expect, test } from '@jest/globals';
import { markPage, MIN_PASSED, readPage } from '#lib/ads/conversions/conversion-pages';
import type { Conversion } from '#lib/ads/model/conversion';
import type { AdsStores, Bookmark, BookmarkStore } from '#lib/ads/stores/all';

const WINDOW = { advertiserId: '2', fromMs: 0, untilMs: 1_000 };
const all = Array.from(
  { length: 7 },
  (_, index) =>
    ({ conversionId: `c${String(index)}`, timestampMs: index, dsConversionId: String(index) }) as Conversion,
);
const expected: (number | undefined)[] = [];
const store = {
  async *list(_window, reading) {
    expected.push(reading?.expected);
    await Promise.resolve();
    yield* all.filter(({ timestampMs }) => timestampMs > (reading?.after?.timestampMs ?? -1));
  },
} as Partial<AdsStores['conversions']> as AdsStores['conversions'];

const read = async (startRow: number, rowCount: number, bookmark?: Bookmark, matches = (_: Conversion) => true) => {
  const { conversions, next } = await readPage(store, { window: WINDOW, bookmark, startRow, rowCount, matches });
  return { ids: conversions.map(({ conversionId }) => conversionId), next };
};
const at = (row: number, last: number): Bookmark => ({
  row,
  after: { timestampMs: last, dsConversionId: String(last) },
  window: WINDOW,
});

describe('a page of conversions', () => {
  test('begins at its row, and says where the next one does', async () => {
    expect(await read(0, 3)).toEqual({ ids: ['c0', 'c1', 'c2'], next: at(3, 2) });
    expect(await read(3, 3)).toEqual({ ids: ['c3', 'c4', 'c5'], next: at(6, 5) });
    expect(await read(6, 3)).toEqual({ ids: ['c6'], next: undefined });
    expect(await read(7, 3)).toEqual({ ids: [], next: undefined });
  });

  test('goes on from a bookmark at its row, or before it', async () => {
    expected.length = 0;

    expect(await read(3, 2, at(3, 2))).toEqual({ ids: ['c3', 'c4'], next: at(5, 4) });
    expect(await read(5, 2, at(3, 2))).toEqual({ ids: ['c5', 'c6'], next: at(7, 6) });
    expect(expected).toEqual([2, 4]);
  });

  test('counts only the rows that match', async () => {
    const isOdd = ({ timestampMs }: Conversion): boolean => timestampMs % 2 === 1;

    expect(await read(1, 1, undefined, isOdd)).toEqual({ ids: ['c3'], next: at(2, 3) });
  });
});

describe('bookmarks', () => {
  const marked = async (isPaging: boolean, passed: number): Promise<string[]> => {
    const calls: string[] = [];
    const note = (name: string) => (reader: string, bookmark: Bookmark) => {
      calls.push(`${name} ${reader} ${String(bookmark.row)}`);
      return Promise.resolve();
    };
    const bookmarks = { remember: note('remember'), keep: note('keep') } as Partial<BookmarkStore>;
    await markPage(bookmarks as BookmarkStore, 'ann', { bookmark: at(3, 2), isPaging, passed });
    return calls;
  };

  test.each([
    ['a client that reads on', true, 0, true],
    ['a page far from the start', false, MIN_PASSED, true],
    ['a page near the start', false, MIN_PASSED - 1, false],
  ])('%s', async (_, isPaging, passed, isKept) => {
    expect(await marked(isPaging, passed)).toEqual(['remember ann 3', ...(isKept ? ['keep ann 3'] : [])]);
  });
});
