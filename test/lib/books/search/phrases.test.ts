import { afterAll, expect, test } from '@jest/globals';
import { indexOf } from '#test/support/books/index-of';

const index = indexOf([
  { key: 'titled', title: 'The Secret of the Sea and of the Shore', date: '1990' },
  { key: 'described', title: 'Tides', description: 'About the secret of the sea.', date: '1991' },
  { key: 'apart', title: 'The Sea', subtitle: 'Secret of the Sands', description: 'Of the shore.' },
  { key: 'reversed', title: 'The Sea of the Secret' },
  { key: 'spread', title: 'Of the Sea', authors: ['Secret the Elder'], description: 'The secret, of course, the sea.' },
  { key: 'elided', title: "Will o'the'Wisp" },
  { key: 'hyphened', title: 'Out-of-the-Way Harbours' },
  { key: 'german', title: 'Das Geheimnis der See und der Wellen' },
  { key: 'divided', title: 'Keepers', authors: ['Master of the', 'Sea'] },
]);
afterAll(() => {
  index.close();
});

test.each([
  ['"secret of the sea"', ['titled', 'described']],
  ['"the secret of the sea and of the shore"', ['titled']],
  ['"of the sea"', ['titled', 'described', 'spread']],
  ['"sea of the"', ['reversed']],
  ['"of the sea of the"', []],
  ['"sea and of"', ['titled']],
  ['"sea and of the shore"', ['titled']],
  ['"and of the shore"', ['titled']],
  ['"the shore"', ['titled', 'apart']],
  ['"master of the"', ['divided']],
  ['"master of the sea"', []],
  ['"the sea and of the"', ['titled']],
  ['intitle:"of the shore"', ['titled']],
  ['-"of the sea" intitle:sea', ['apart', 'reversed']],
  ['"sea the of"', []],
  ['"sea and of the"', ['titled']],
  ['intitle:"of the sea"', ['titled', 'spread']],
  ['intitle:"the secret of the sea"', ['titled']],
  ['inauthor:"secret the elder"', ['spread']],
  ['sea -"secret of the sea"', ['apart', 'reversed', 'spread', 'divided']],
  ['"of the shore" | "of the way"', ['titled', 'apart', 'hyphened']],
  ['out-of-the-way', ['hyphened']],
  ['"o the wisp"', ['elided']],
  ['"geheimnis der see und der wellen"', ['german']],
  ['"secret of the" tides', ['described']],
])('%s', (q, keys) => {
  const found = index.search(q);

  expect([...found.keys].toSorted()).toEqual(keys.toSorted());
  expect(found.totalItems).toBe(keys.length);
});

test('by date they are in the order of their dates', () => {
  expect(index.search('"the secret of the sea"', { orderBy: 'newest' }).keys).toEqual(['described', 'titled']);
});
