import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { indexAfterMove } from '#lib/books/shelves/placement-order';

const move = (shelf: readonly string[], volume: string, gap: number): string[] => {
  const at = indexAfterMove(shelf.indexOf(volume), gap, shelf.length);
  return at === undefined ? [...shelf] : shelf.filter((other) => other !== volume).toSpliced(at, 0, volume);
};

describe('BOOK-32: a move on a b c d', () => {
  test.each([
    ['d', 0, 'd a b c'],
    ['a', 2, 'b a c d'],
    ['a', 4, 'b c d a'],
    ['b', 1, 'a b c d'],
    ['b', 2, 'a b c d'],
    ['a', 99, 'b c d a'],
  ])('%s to gap %i gives %s', (volume, gap, expected) => {
    expect(move(['a', 'b', 'c', 'd'], volume, gap).join(' ')).toBe(expected);
  });

  test('nothing is lost, the others keep their order, and the volume stands in the gap that was named', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 12 }),
        fc.nat(11),
        fc.nat(14),
        (shelf, pick, gap) => {
          const volume = shelf[pick % shelf.length] ?? '';
          const moved = move(shelf, volume, gap);
          expect(moved.filter((other) => other !== volume)).toEqual(shelf.filter((other) => other !== volume));
          const ahead = shelf.slice(0, gap).filter((other) => other !== volume);
          expect(moved.slice(0, ahead.length)).toEqual(ahead);
          expect(moved[ahead.length]).toBe(volume);
        },
      ),
    );
  });
});
