/** @modules own */
import { describe, expect, test } from '@jest/globals';
import { CATALOGUE } from '#test/support/books/catalogue';
import { PUBLIC, readerOf, type Shelf } from '#test/support/books/shelves';
import { useLibrary } from '#test/support/books/use-library';

const library = useLibrary(CATALOGUE);
const reader = () => readerOf(library);

describe('books.bookshelves.list', () => {
  test('BOOK-26: the address of an own shelf opens it for anyone with a key', async () => {
    const alice = reader();
    const userId = await alice.userId();

    const { status, body } = await library.ask<{ items: Shelf[] }>(
      'GET',
      `${PUBLIC}/${userId}/bookshelves?key=${library.key}`,
    );

    expect(status).toBe(200);
    expect(body.items.map(({ id }) => id)).toEqual([0, 3, 2, 4]);
  });
});
