/** @modules own */
import { describe, expect, test } from '@jest/globals';
import { CATALOGUE } from '#test/support/books/catalogue';
import { MINE, type Shelf } from '#test/support/books/shelves';
import { useLibrary } from '#test/support/books/use-library';
import { someone } from '#test/support/people';

const library = useLibrary(CATALOGUE);

describe('books.mylibrary.bookshelves.list', () => {
  test('BOOK-25: everybody has shelves 0 to 7 from the beginning', async () => {
    const { status, body } = await library.ask<{ kind: string; items: Shelf[] }>('GET', MINE, { as: someone() });

    expect(status).toBe(200);
    expect(body.kind).toBe('books#bookshelves');
    expect(body.items.map(({ id, title, access, volumeCount }) => [id, title, access, volumeCount])).toEqual([
      [7, 'My eBooks', 'PRIVATE', 0],
      [1, 'Purchased', 'PRIVATE', 0],
      [5, 'Reviewed', 'PRIVATE', 0],
      [6, 'Recently viewed', 'PRIVATE', 0],
      [0, 'Favorites', 'PUBLIC', 0],
      [3, 'Reading now', 'PUBLIC', 0],
      [2, 'To read', 'PUBLIC', 0],
      [4, 'Have read', 'PUBLIC', 0],
    ]);
  });

  test('BOOK-35: a token with the scope of books is needed', async () => {
    const scopes = ['https://www.googleapis.com/auth/calendar'];

    expect((await library.ask('GET', MINE)).status).toBe(401);
    expect((await library.ask('GET', `${MINE}?key=${library.key}`)).status).toBe(401);
    expect((await library.ask('GET', MINE, { as: someone(), scopes })).status).toBe(403);
  });
});
