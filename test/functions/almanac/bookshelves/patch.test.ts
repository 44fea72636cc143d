/** @modules own */
import { expect, test } from '@jest/globals';
import { CATALOGUE } from '#test/support/books/catalogue';
import { MINE, readerOf } from '#test/support/books/shelves';
import { useLibrary } from '#test/support/books/use-library';
import { someone } from '#test/support/people';

const library = useLibrary(CATALOGUE);
const OWN = '/almanac/v1/bookshelves';

test('almanac.bookshelves.patch opens and closes a shelf to others; its volumes stay', async () => {
  const alice = readerOf(library);
  await alice.add(2, 'flowers');
  const { selfLink } = await alice.shelf(2);
  const publicPath = new URL(selfLink).pathname;

  const closed = await library.ask('PATCH', `${OWN}/2`, { as: alice.as, body: { access: 'PRIVATE' } });

  expect(closed).toMatchObject({ status: 200, body: { id: 2, access: 'PRIVATE', volumeCount: 1 } });
  expect((await library.ask('GET', publicPath, { as: someone() })).status).toBe(404);
  await library.ask('PATCH', `${OWN}/2`, { as: alice.as, body: { access: 'PUBLIC' } });
  expect((await library.ask('GET', publicPath, { as: someone() })).body).toMatchObject({ volumeCount: 1 });
});

test('a shelf of one’s own gets another name, a predefined one does not', async () => {
  const as = someone();
  await library.ask('POST', OWN, { as, body: { title: 'Summer' } });

  const body = { title: 'Autumn', description: 'Long evenings' };
  expect(await library.ask('PATCH', `${OWN}/1001`, { as, body })).toMatchObject({ status: 200, body });
  expect((await library.ask('GET', `${MINE}/1001`, { as })).body).toMatchObject(body);
  expect((await library.ask('PATCH', `${OWN}/1001`, { as, body: { title: null } })).status).toBe(400);
  expect((await library.ask('PATCH', `${OWN}/2`, { as, body: { title: 'Mine' } })).status).toBe(400);
  expect((await library.ask('PATCH', `${OWN}/1002`, { as, body: { access: 'PUBLIC' } })).status).toBe(404);
});

test('a shelf that is told what it is already keeps the time of its last change, and so says the answer', async () => {
  const as = someone();
  await library.ask('POST', OWN, { as, body: { title: 'Summer', description: 'Light' } });
  const before = (await library.ask('GET', `${MINE}/1001`, { as })).body;

  const same = await library.ask('PATCH', `${OWN}/1001`, { as, body: { title: 'Summer' } });

  expect([same.body['updated'], (await library.ask('GET', `${MINE}/1001`, { as })).body]).toEqual([
    before['updated'],
    before,
  ]);
});
