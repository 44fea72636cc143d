/** Which of two volumes a reader would call the obvious answer, with one thing that differs between them. */
import { describe, expect, test } from '@jest/globals';
import { rank, spreadEditions, type Candidate } from '#lib/books/search/ranking';

const volume = (id: string, title: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  workKey: id,
  titleKey: title.replaceAll(' ', ''),
  title,
  names: '',
  quality: 0.5,
  isExactIdentifier: false,
  language: undefined,
  ...more,
});
const ranked = (
  typed: string,
  candidates: readonly Candidate[],
  more: { titleKeys?: string[]; language?: string } = {},
) =>
  rank(candidates, {
    title: typed.split(' ').map((word) => {
      const [own = '', ...spellings] = word.split('/');
      return { typed: own, spellings: new Set(spellings) };
    }),
    titleKeys: new Set(more.titleKeys),
    language: more.language,
  }).map(({ id }) => id);
/** The better one has the later id, so that equal scores would put it last. */
const first = (typed: string, better: Candidate, other: Candidate, more = {}) =>
  ranked(typed, [other, better], more)[0];

describe('of two volumes comes first', () => {
  test.each<[string, string, Candidate, Candidate]>([
    ['with the words in its title', 'dune', volume('z', 'dune'), volume('a', 'sand', { names: 'dune' })],
    ['with the words in its names', 'herbert', volume('z', 'sand', { names: 'herbert' }), volume('a', 'sand')],
    ['that begins with them', 'dune sea', volume('z', 'dune sea big blue'), volume('a', 'big dune sea blue')],
    ['with them next to each other', 'dune sea', volume('z', 'big dune sea blue'), volume('a', 'big dune blue sea')],
    ['with them in their order', 'dune sea', volume('z', 'dune sea'), volume('a', 'sea dune')],
    ['whose title has little else', 'dune', volume('z', 'dune two'), volume('a', 'dune two three four five')],
    ['with better ratings', 'dune', volume('z', 'dune', { quality: 0.9 }), volume('a', 'dune', { quality: 0.2 })],
    ['with fewer other names', 'dune', volume('z', 'dune', { names: 'x' }), volume('a', 'dune', { names: 'x y z w' })],
    ['spelled as typed', 'colour/color', volume('z', 'colour'), volume('a', 'color')],
    ['behind its article', 'the dune', volume('z', 'the dune'), volume('a', 'blue dune')],
    ['with its article left out', 'the dune', volume('z', 'dune'), volume('a', 'blue dune')],
    ['that has the ISBN', 'dune', volume('z', 'sand', { isExactIdentifier: true }), volume('a', 'dune')],
  ])('the one %s', (_what, typed, better, other) => {
    expect(first(typed, better, other)).toBe('z');
  });

  test('the one whose title is exactly what was typed, or corrected to', () => {
    expect(first('dune', volume('z', 'sand'), volume('a', 'dune'), { titleKeys: ['sand'] })).toBe('z');
  });

  test("the one in the caller's language, and otherwise the lower id", () => {
    const inEnglish = volume('z', 'dune', { language: 'en' });
    expect(first('dune', inEnglish, volume('a', 'dune', { language: 'de' }), { language: 'en' })).toBe('z');
    expect(first('dune', inEnglish, volume('a', 'dune', { language: 'de' }))).toBe('a');
  });

  test('neither for function words that are missing', () => {
    expect(first('dune of', volume('z', 'dune big', { quality: 0.9 }), volume('a', 'of big', { quality: 0.9 }))).toBe(
      'z',
    );
  });
});

test('of one work three editions are among the first ten, and the others right behind', () => {
  const editions = Array.from({ length: 5 }, (_, index) => ({ id: `e${String(index)}`, workKey: 'e' }));
  const others = Array.from({ length: 9 }, (_, index) => ({ id: `o${String(index)}`, workKey: `o${String(index)}` }));

  expect(spreadEditions([...editions, ...others]).map(({ id }) => id)).toEqual(
    'e0 e1 e2 o0 o1 o2 o3 o4 o5 o6 e3 e4 o7 o8'.split(' '),
  );
});
