/** @modules own */
import { describe, expect, test } from '@jest/globals';
import { CATALOGUE, idOf } from '#test/support/books/catalogue';
import { PUBLIC, readerOf, type Volumes } from '#test/support/books/shelves';
import { useLibrary } from '#test/support/books/use-library';

const library = useLibrary(CATALOGUE);
const reader = () => readerOf(library);

describe('books.bookshelves.volumes.list', () => {
  test('BOOK-37: the volumes of a public shelf in order, at most forty', async () => {
    const alice = reader();
    for (const key of ['flowers', 'villette', 'potter']) await alice.add(0, key);
    await alice.move(0, 'potter', 0);
    const userId = await alice.userId();
    const list = (query: string) =>
      library.ask<Volumes>('GET', `${PUBLIC}/${userId}/bookshelves/0/volumes?key=${library.key}&${query}`);

    expect((await list('')).body.items?.map(({ id }) => id)).toEqual(['potter', 'flowers', 'villette'].map(idOf));
    expect((await list('startIndex=1&maxResults=1')).body).toMatchObject({
      totalItems: 3,
      items: [{ id: idOf('flowers') }],
    });
    expect((await list('maxResults=41')).status).toBe(400);
    expect((await list('startIndex=9')).body).toEqual({ kind: 'books#volumes', totalItems: 3 });
  });

  test('volumes that are not on sale yet are shown to those who ask for them', async () => {
    const alice = reader();
    for (const key of ['flowers', 'coming', 'villette']) await alice.add(0, key);
    const url = `${PUBLIC}/${await alice.userId()}/bookshelves/0/volumes?key=${library.key}`;
    const list = async (query: string) => {
      const { body } = await library.ask<Volumes>('GET', url + query);
      return { totalItems: body.totalItems, ids: body.items?.map(({ id }) => id) };
    };

    const released = { totalItems: 2, ids: [idOf('flowers'), idOf('villette')] };
    expect(await list('')).toEqual(released);
    expect(await list('&showPreorders=false')).toEqual(released);
    expect(await list('&showPreorders=true')).toEqual({
      totalItems: 3,
      ids: ['flowers', 'coming', 'villette'].map(idOf),
    });
  });
});
