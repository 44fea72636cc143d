import { afterAll, expect, test } from '@jest/globals';
import { indexOf } from '#test/support/books/index-of';

const WORDS = ['apple', 'bridge', 'castle', 'dragon'];
/** One volume for every choice of the words, which is its key: `apple dragon` and so on. */
const CHOICES = Array.from({ length: 2 ** WORDS.length }, (_, bits) =>
  WORDS.filter((__, place) => (bits & (1 << place)) !== 0),
);
const index = indexOf(CHOICES.map((words) => ({ key: words.join(' '), title: ['volume', ...words].join(' ') })));
afterAll(() => {
  index.close();
});

type Test = (has: (word: string) => boolean) => boolean;
const cases: readonly (readonly [string, Test])[] = [
  ['apple bridge OR castle dragon', (has) => has('apple') && (has('bridge') || has('castle')) && has('dragon')],
  ['apple|bridge castle|dragon', (has) => (has('apple') || has('bridge')) && (has('castle') || has('dragon'))],
  ['apple OR bridge OR castle', (has) => has('apple') || has('bridge') || has('castle')],
  ['apple OR "bridge castle"', (has) => has('apple') || (has('bridge') && has('castle'))],
  ['apple or bridge', () => false],
  ['volume -apple -bridge', (has) => !has('apple') && !has('bridge')],
  ['apple OR bridge -castle -dragon', (has) => (has('apple') || has('bridge')) && !has('castle') && !has('dragon')],
  ['castle -"apple bridge"', (has) => has('castle') && !(has('apple') && has('bridge'))],
  ['intitle:castle -intitle:apple', (has) => has('castle') && !has('apple')],
];

test.each(cases)('%s', (q, isWanted) => {
  const wanted = CHOICES.filter((words) => isWanted((word) => words.includes(word))).map((words) => words.join(' '));
  const { totalItems, keys } = index.search(q, { maxResults: 40 });

  expect(keys.toSorted()).toEqual(wanted.toSorted());
  expect(totalItems).toBe(wanted.length);
});
