/** @modules own */
import { expect, test } from '@jest/globals';
import { MINE } from '#test/support/books/shelves';
import { useLibrary } from '#test/support/books/use-library';
import { someone } from '#test/support/people';

const library = useLibrary();
const OWN = '/almanac/v1/bookshelves';

test('almanac.bookshelves.insert makes shelves with numbers of their own, which the other operations know', async () => {
  const as = someone();

  const first = await library.ask('POST', OWN, { as, body: { title: 'Summer', access: 'PUBLIC' } });
  const second = await library.ask('POST', OWN, { as, body: { title: 'Winter' } });

  expect(first).toMatchObject({ status: 200, body: { id: 1001, title: 'Summer', access: 'PUBLIC', volumeCount: 0 } });
  expect(second).toMatchObject({ status: 200, body: { id: 1002, title: 'Winter', access: 'PRIVATE' } });
  expect((await library.ask('GET', `${MINE}/1001`, { as })).body).toMatchObject({ title: 'Summer', access: 'PUBLIC' });
  expect((await library.ask('GET', `${MINE}/1001`, { as: someone() })).status).toBe(404);
});

test('shelves that are made at once have each their own number', async () => {
  const as = someone();
  const titles = ['Spring', 'Summer', 'Autumn', 'Winter'];
  const made = await Promise.all(titles.map((title) => library.ask('POST', OWN, { as, body: { title } })));

  expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(made.map(({ body }) => body['id']))).toEqual(new Set([1001, 1002, 1003, 1004]));
  for (const { body } of made)
    expect((await library.ask('GET', `${MINE}/${String(body['id'])}`, { as })).body['title']).toBe(body['title']);
});

test.each([
  ['no title', { access: 'PUBLIC' }],
  ['a blank title', { title: '  ' }],
  ['a title without end', { title: 'x'.repeat(201) }],
  ['a description without end', { title: 'Summer', description: 'x'.repeat(10_001) }],
  ['another access', { title: 'Summer', access: 'FRIENDS' }],
])('400 for %s', async (_what, body) => {
  expect((await library.ask('POST', OWN, { as: someone(), body })).status).toBe(400);
});

test('nobody has more than a hundred of their own', async () => {
  const as = someone();
  for (let made = 0; made < 100; made += 1)
    expect((await library.ask('POST', OWN, { as, body: { title: `Shelf ${String(made)}` } })).status).toBe(200);

  expect(await library.ask('POST', OWN, { as, body: { title: 'One more' } })).toMatchObject({
    status: 400,
    body: { error: { message: 'Nobody has more than 100 shelves of their own.' } },
  });
});
