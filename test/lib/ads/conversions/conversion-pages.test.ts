import { describe, expect, test } from '@jest/globals';
import { MIN_PASSED, readPage } from '#lib/ads/conversions/conversion-pages';
import type { Conversion } from '#lib/ads/model/conversion';
import type { AdsStores, Bookmark } from '#lib/ads/stores/all';

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
  const keep = (): Promise<void> => Promise.resolve();
  const { conversions, next } = await readPage(store, { window: WINDOW, bookmark, startRow, rowCount, matches, keep });
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
  /** Gives conversions in pieces, as the database does. */
  const inPieces = (count: number, piece: number) =>
    ({
      async *list(_window, reading) {
        for (let row = (reading?.after?.timestampMs ?? -1) + 1; row < count; row += 1) {
          if (row % piece === 0 && row > 0) reading?.onReadOn?.();
          await Promise.resolve();
          yield { conversionId: `c${String(row)}`, timestampMs: row, dsConversionId: String(row) } as Conversion;
        }
      },
    }) as Partial<AdsStores['conversions']> as AdsStores['conversions'];
  const keptBy = async (startRow: number, piece: number, bookmark?: Bookmark, matches = (_: Conversion) => true) => {
    const kept: Bookmark[] = [];
    const keep = (noted: Bookmark): Promise<void> => Promise.resolve(void kept.push(noted));
    const question = { window: WINDOW, bookmark, startRow, rowCount: 20, matches, keep };
    const { conversions } = await readPage(inPieces(4_000, piece), question);
    return { kept, first: conversions[0]?.conversionId };
  };

  test('each piece that is passed over leaves one, except near the start', async () => {
    expect(await keptBy(3_500, 800)).toEqual({
      kept: [at(1_600, 1_599), at(2_400, 2_399), at(3_200, 3_199)],
      first: 'c3500',
    });
    expect(await keptBy(3_500, 800, at(2_400, 2_399))).toEqual({ kept: [at(3_200, 3_199)], first: 'c3500' });
  });

  test('what is read in one piece leaves none', async () => {
    expect(await keptBy(1_500, 2_000)).toEqual({ kept: [], first: 'c1500' });
  });

  test('pieces in which nothing matches leave none', async () => {
    const isBefore = ({ timestampMs }: Conversion): boolean => timestampMs < MIN_PASSED + 10;

    expect(await keptBy(3_500, 800, undefined, isBefore)).toEqual({
      kept: [at(MIN_PASSED + 10, MIN_PASSED + 9)],
      first: undefined,
    });
  });
});
