/** @modules own */
import { expect, test } from '@jest/globals';
import { CATALOGUE } from '#test/support/books/catalogue';
import { readerOf } from '#test/support/books/shelves';
import { useLibrary } from '#test/support/books/use-library';

// Read when the service is loaded, which the library does.
process.env['BOOKS_EMPTY_ANSWER'] = 'object';
const library = useLibrary(CATALOGUE);

test('BOOK-27: a stage may answer changes of shelves with 200 and an empty object', async () => {
  const alice = readerOf(library);
  const answers = [
    await alice.add(3, 'flowers'),
    await alice.move(3, 'flowers', 0),
    await alice.remove(3, 'flowers'),
    await alice.clear(3),
  ];

  for (const { status, body, headers } of answers) {
    expect({ status, body }).toEqual({ status: 200, body: {} });
    expect(headers['content-type']).toBe('application/json; charset=UTF-8');
    expect(headers).not.toHaveProperty('etag');
  }
});

test('what is refused stays refused', async () => {
  expect((await readerOf(library).add(1, 'flowers')).status).toBe(403);
});
