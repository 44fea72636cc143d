import { afterAll, describe, expect, test } from '@jest/globals';
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
  ['"the secret"', ['titled', 'described', 'reversed', 'spread']],
  ['"the sea"', ['titled', 'described', 'apart', 'reversed', 'spread']],
  ['"secret the"', ['spread']],
  ['"secret of"', ['titled', 'described', 'apart', 'spread']],
  ['"secret of course"', ['spread']],
  ['"of course the sea"', ['spread']],
  ['"of course the"', ['spread']],
  ['"of course of"', []],
  ['"the harbours"', []],
  ['"the sea of"', ['reversed']],
  ['"the sea and"', ['titled']],
  ['"der see und"', ['german']],
  ['"geheimnis der see"', ['german']],
  ['intitle:"the secret"', ['titled', 'reversed']],
])('%s', (q, keys) => {
  const found = index.search(q);

  expect([...found.keys].toSorted()).toEqual(keys.toSorted());
  expect(found.totalItems).toBe(keys.length);
});

test('by date they are in the order of their dates', () => {
  expect(index.search('"the secret of the sea"', { orderBy: 'newest' }).keys).toEqual(['described', 'titled']);
});

describe('of all titles with four of these words', () => {
  const WORDS = ['the', 'of', 'sea', 'north'];
  const sequencesOf = (length: number): string[] =>
    length === 1 ? WORDS : sequencesOf(length - 1).flatMap((words) => WORDS.map((word) => `${words} ${word}`));
  const titles = sequencesOf(4);
  const all = indexOf(titles.map((title) => ({ key: title, title })));
  afterAll(() => {
    all.close();
  });

  test.each([1, 2, 3, 4])('a phrase of %d of them finds those that have it', (length) => {
    const phrases = sequencesOf(length);
    const found = phrases.map((phrase) => all.search(`"${phrase}"`, { maxResults: titles.length }));

    const wanted = phrases.map((phrase) => titles.filter((title) => ` ${title} `.includes(` ${phrase} `)));
    expect(found.map(({ keys }) => keys.toSorted())).toEqual(wanted.map((keys) => keys.toSorted()));
    expect(found.map(({ totalItems }) => totalItems)).toEqual(wanted.map((keys) => keys.length));
  });
});
