/** @modules own */
import { describe, expect, test } from '@jest/globals';
import { CATALOGUE, idOf } from '#test/support/books/catalogue';
import { readerOf } from '#test/support/books/shelves';
import { useLibrary } from '#test/support/books/use-library';

const library = useLibrary(CATALOGUE);
const reader = () => readerOf(library);

describe('books.mylibrary.bookshelves.moveVolume', () => {
  const KEYS = { a: 'plain-0', b: 'plain-1', c: 'plain-2', d: 'plain-3' } as const;
  const letterOf = new Map(Object.entries(KEYS).map(([letter, key]) => [idOf(key), letter]));
  const filled = async () => {
    const alice = reader();
    for (const key of Object.values(KEYS)) await alice.add(3, key);
    return { ...alice, letters: async () => (await alice.order(3)).map((id) => letterOf.get(id)).join(' ') };
  };

  test.each([
    ['d', 0, 'd a b c'],
    ['a', 2, 'b a c d'],
    ['a', 4, 'b c d a'],
    ['b', 1, 'a b c d'],
    ['b', 2, 'a b c d'],
    ['a', 99, 'b c d a'],
  ] as const)('BOOK-32: %s to gap %i makes %s', async (letter, gap, expected) => {
    const alice = await filled();

    expect((await alice.move(3, KEYS[letter], gap)).status).toBe(204);
    expect(await alice.letters()).toBe(expected);
  });

  test('BOOK-32: gaps before the first are refused, absent volumes are 404', async () => {
    const alice = await filled();

    expect((await alice.move(3, KEYS.a, -1)).status).toBe(400);
    expect((await alice.move(3, 'potter', 0)).status).toBe(404);
    expect(await alice.letters()).toBe('a b c d');
  });

  test('BOOK-32: many moves in a row', async () => {
    const alice = await filled();
    for (const [letter, gap] of [
      ['d', 0],
      ['c', 0],
      ['b', 4],
      ['a', 1],
      ['d', 3],
    ] as const)
      await alice.move(3, KEYS[letter], gap);

    expect(await alice.letters()).toBe('c a d b');
  });

  test('BOOK-33: a move dates the shelf, not its volumes', async () => {
    const alice = await filled();
    const before = await alice.shelf(3);
    await alice.move(3, KEYS.d, 0);
    const after = await alice.shelf(3);

    expect(after.updated > before.updated).toBe(true);
    expect(after.volumesLastUpdated).toBe(before.volumesLastUpdated);
    expect(after.volumeCount).toBe(4);
  });
});
