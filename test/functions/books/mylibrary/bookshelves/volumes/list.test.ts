/** @modules own */
import { describe, expect, test } from '@jest/globals';
import { CATALOGUE, csvOf, idOf } from '#test/support/books/catalogue';
import { MINE, readerOf } from '#test/support/books/shelves';
import { useLibrary } from '#test/support/books/use-library';
import { someone } from '#test/support/people';

const library = useLibrary(CATALOGUE);
const reader = () => readerOf(library);

describe('books.mylibrary.bookshelves.volumes.list', () => {
  test('BOOK-37: ten by default, any page, in the order of the shelf', async () => {
    const alice = reader();
    for (let place = 0; place < 12; place += 1) await alice.add(2, `plain-${String(place)}`);
    await alice.move(2, 'plain-11', 0);

    expect((await alice.volumes(2)).items).toHaveLength(10);
    expect(await alice.volumes(2, 'startIndex=10')).toMatchObject({
      totalItems: 12,
      items: [{ id: idOf('plain-9') }, { id: idOf('plain-10') }],
    });
    expect((await alice.volumes(2, 'startIndex=0&maxResults=2')).items?.map(({ id }) => id)).toEqual([
      idOf('plain-11'),
      idOf('plain-0'),
    ]);
    expect((await alice.volumes(2, 'maxResults=5000')).items).toHaveLength(12);
  });

  test('BOOK-38: a search within the shelf keeps its order', async () => {
    const alice = reader();
    for (const key of ['villette-2', 'flowers', 'villette']) await alice.add(3, key);

    expect((await alice.volumes(3, 'q=villette')).items?.map(({ id }) => id)).toEqual([
      idOf('villette-2'),
      idOf('villette'),
    ]);
    expect(await alice.volumes(3, 'q=potter')).toEqual({ kind: 'books#volumes', totalItems: 0 });
  });

  test('a query that is too long is refused on an empty shelf as on any other', async () => {
    const { status } = await library.ask('GET', `${MINE}/4/volumes?q=${'x'.repeat(2049)}`, { as: someone() });

    expect(status).toBe(400);
  });

  test('BOOK-39: what is not out yet shows only when asked for', async () => {
    const alice = reader();
    for (const key of ['coming', 'flowers']) await alice.add(3, key);

    expect(await alice.volumes(3)).toMatchObject({ totalItems: 1, items: [{ id: idOf('flowers') }] });
    expect(await alice.volumes(3, 'showPreorders=true')).toMatchObject({ totalItems: 2 });
    expect((await alice.shelf(3)).volumeCount).toBe(2);
  });

  test('a shelf can be named by its title here', async () => {
    const alice = reader();
    await alice.add(3, 'flowers');

    expect(await alice.volumes('reading%20NOW')).toMatchObject({ totalItems: 1 });
  });

  test('a volume that left the catalogue is left out and does not fail the list', async () => {
    await library.import(csvOf([{ id: 'leaving', title: 'Leaving Soon' }]));
    const alice = reader();
    for (const key of ['leaving', 'flowers']) await alice.add(0, key);
    await library.import(csvOf([{ id: 'leaving', title: 'Leaving Soon', deleted: 'true' }]));

    expect(await alice.volumes(0)).toMatchObject({ totalItems: 1, items: [{ id: idOf('flowers') }] });
    expect((await alice.shelf(0)).volumeCount).toBe(2);
  });
});
