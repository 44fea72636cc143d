/** @modules own */
import { describe, expect, test } from '@jest/globals';
import { CATALOGUE, idOf } from '#test/support/books/catalogue';
import { readerOf } from '#test/support/books/shelves';
import { useLibrary } from '#test/support/books/use-library';

const library = useLibrary(CATALOGUE);
const reader = () => readerOf(library);

describe('books.mylibrary.bookshelves.clearVolumes', () => {
  test('BOOK-34: an emptied shelf has no items, and can be emptied again and filled anew', async () => {
    const alice = reader();
    for (const key of ['flowers', 'villette', 'potter']) await alice.add(0, key);

    expect((await alice.clear(0)).status).toBe(204);
    expect((await alice.shelf(0)).volumeCount).toBe(0);
    expect(await alice.volumes(0)).toEqual({ kind: 'books#volumes', totalItems: 0 });
    expect((await alice.clear(0)).status).toBe(204);

    await alice.add(0, 'potter');
    expect(await alice.order(0)).toEqual([idOf('potter')]);
  });

  test.each([
    [1, 'addVolume', 403],
    [1, 'removeVolume', 403],
    [1, 'moveVolume', 403],
    [1, 'clearVolumes', 403],
    [5, 'addVolume', 403],
    [6, 'addVolume', 403],
    [6, 'removeVolume', 204],
    [6, 'moveVolume', 403],
    [6, 'clearVolumes', 204],
    [7, 'clearVolumes', 403],
    [8, 'addVolume', 403],
    [1001, 'clearVolumes', 404],
  ])('shelf %i answers %s with %i', async (shelf, verb, status) => {
    const answer = await reader().write(verb, shelf, { volumeId: idOf('flowers'), volumePosition: 0 });

    expect(answer.status).toBe(status);
  });
});
