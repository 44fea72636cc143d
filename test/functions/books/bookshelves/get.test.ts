/** @modules own */
import { describe, expect, test } from '@jest/globals';
import { CATALOGUE } from '#test/support/books/catalogue';
import { PUBLIC, readerOf } from '#test/support/books/shelves';
import { useLibrary } from '#test/support/books/use-library';

const library = useLibrary(CATALOGUE);
const reader = () => readerOf(library);

describe('books.bookshelves.get', () => {
  test('BOOK-36: private shelves look as if they did not exist', async () => {
    const alice = reader();
    await alice.add(7, 'flower-garden');
    const userId = await alice.userId();
    const get = (path: string) => library.ask('GET', `${PUBLIC}/${path}?key=${library.key}`);

    expect(await get(`${userId}/bookshelves/7`)).toMatchObject({
      status: 404,
      body: { error: { errors: [{ reason: 'notFound' }] } },
    });
    const { body } = await get(`${userId}/bookshelves`);
    expect((body['items'] as { id: number }[]).map(({ id }) => id)).toEqual([0, 3, 2, 4]);
    expect((await get(`${userId}/bookshelves/7/volumes`)).status).toBe(404);
    expect((await get(`${userId}/bookshelves/99`)).status).toBe(404);
    expect((await get(`10000000000000000000/bookshelves`)).status).toBe(404);
    expect((await get(`nobody/bookshelves/0/volumes`)).status).toBe(404);
  });
});
