/** @modules own */
import { describe, expect, test } from '@jest/globals';
import { CATALOGUE, idOf } from '#test/support/books/catalogue';
import { readerOf } from '#test/support/books/shelves';
import { useLibrary } from '#test/support/books/use-library';

const library = useLibrary(CATALOGUE);
const reader = () => readerOf(library);

describe('books.mylibrary.bookshelves.removeVolume', () => {
  test('BOOK-31: gone and counted; what is not there stays not there', async () => {
    const alice = reader();
    await alice.add(4, 'flowers');
    await alice.add(4, 'villette');

    expect((await alice.remove(4, 'flowers')).status).toBe(204);
    expect(await alice.order(4)).toEqual([idOf('villette')]);
    const before = await alice.shelf(4);
    expect(before.volumeCount).toBe(1);

    expect((await alice.remove(4, 'flowers')).status).toBe(204);
    expect((await alice.write('removeVolume', 4, { volumeId: 'AAAAAAAAAAAA' })).status).toBe(204);
    expect(await alice.shelf(4)).toEqual(before);
  });
});
