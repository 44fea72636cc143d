/** @modules own */
import { describe, expect, test } from '@jest/globals';
import { CATALOGUE } from '#test/support/books/catalogue';
import { MINE, readerOf } from '#test/support/books/shelves';
import { useLibrary } from '#test/support/books/use-library';
import { someone } from '#test/support/people';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const library = useLibrary(CATALOGUE);
const reader = () => readerOf(library);

describe('books.mylibrary.bookshelves.get', () => {
  test('BOOK-42: times are UTC with milliseconds, and the creation never changes', async () => {
    const alice = reader();
    const before = await alice.shelf(0);
    await alice.add(0, 'flowers');
    const after = await alice.shelf(0);

    for (const time of [
      before.created,
      before.updated,
      before.volumesLastUpdated,
      after.created,
      after.updated,
      after.volumesLastUpdated,
    ])
      expect(time).toMatch(TIME);
    expect(after.created).toBe(before.created);
  });

  test('an unknown shelf is 404, a shelf that is no number 400', async () => {
    const as = someone();

    expect((await library.ask('GET', `${MINE}/99`, { as })).status).toBe(404);
    expect((await library.ask('GET', `${MINE}/1001`, { as })).status).toBe(404);
    expect((await library.ask('GET', `${MINE}/8`, { as })).status).toBe(404);
    expect((await library.ask('GET', `${MINE}/-1`, { as })).status).toBe(404);
    expect((await library.ask('GET', `${MINE}/99999999999`, { as })).status).toBe(404);
    for (const shelf of ['abc', '2.5', '0x1', '%20']) {
      expect(await library.ask('GET', `${MINE}/${shelf}`, { as })).toMatchObject({
        status: 400,
        body: { error: { errors: [{ reason: 'invalidParameter', location: 'shelf' }] } },
      });
    }
  });
});
