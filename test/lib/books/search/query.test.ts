import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { COLUMNS, matchExpression } from '#lib/books/search/expression';
import { bareIsbn, parseQuery, soleIdentifier, titleText } from '#lib/books/search/query';
import { anyText } from '#test/tools/fuzz/any-text';
import { casesToPlay } from '#test/tools/shared/random-cases';

const words = (text: string, field?: string) => ({ kind: 'words', text, field });
const phrase = (text: string, field?: string) => ({ kind: 'phrase', text, field });

describe('the grammar of q', () => {
  test.each([
    ['war peace', [[words('war')], [words('peace')]], []],
    ['"war and peace"', [[phrase('war and peace')]], []],
    ['intitle:"harry potter" inauthor:rowling', [[phrase('harry potter', 'title')], [words('rowling', 'authors')]], []],
    ['inauthor:jane austen', [[words('jane', 'authors')], [words('austen')]], []],
    ['inpublisher:penguin subject:fiction', [[words('penguin', 'publisher')], [words('fiction', 'categories')]], []],
    [
      'word -other -"a phrase" -intitle:x',
      [[words('word')]],
      [words('other'), phrase('a phrase'), words('x', 'title')],
    ],
    ['flowers+inauthor:keyes', [[words('flowers')], [words('keyes', 'authors')]], []],
    ['a b OR c d', [[words('a')], [words('b'), words('c')], [words('d')]], []],
    ['a|b | c', [[words('a'), words('b'), words('c')]], []],
    ['a or b', [[words('a')], [words('or')], [words('b')]], []],
    ['OR a', [[words('OR')], [words('a')]], []],
    ['a OR -b', [[words('a')], [words('OR')]], [words('b')]],
    ['InTitle:x', [[words('InTitle:x')]], []],
    ['intitle: x', [[words('x')]], []],
    ['foo:bar', [[words('foo:bar')]], []],
    ['"never closed', [[phrase('never closed')]], []],
    ['(moby* dick)', [[words('moby')], [words('dick')]], []],
    ['well-known', [[words('well-known')]], []],
    ['isbn:0-306-40615-2', [[{ kind: 'identifier', key: 'isbn:9780306406157' }]], []],
    ['isbn:0306406153', [[{ kind: 'identifier', key: undefined }]], []],
    [
      'lccn:85-2 oclc:ocm0012',
      [[{ kind: 'identifier', key: 'lccn:85000002' }], [{ kind: 'identifier', key: 'oclc:12' }]],
      [],
    ],
    ['oclc:(OCoLC)12 x', [[{ kind: 'identifier', key: 'oclc:12' }], [words('x')]], []],
    ['isbn: x', [[words('x')]], []],
    ['   ', [], []],
  ])('%s', (q, groups, excluded) => {
    expect(parseQuery(q)).toEqual({ groups, excluded });
  });

  test('the words of a title are those without a field or in the title', () => {
    expect(titleText(parseQuery('great "gatsby the" inauthor:scott intitle:end -no x OR y'))).toBe(
      'great gatsby the end',
    );
  });

  test('an ISBN without keyword is noticed only when it stands alone and is valid', () => {
    expect(bareIsbn(parseQuery('978-0-306-40615-7'))).toBe('isbn:9780306406157');
    expect(bareIsbn(parseQuery('9780306406158'))).toBeUndefined();
    expect(bareIsbn(parseQuery('9780306406157 x'))).toBeUndefined();
  });

  test('a lone identifier is told apart from a combination', () => {
    expect(soleIdentifier(parseQuery('isbn:0306406152'))).toMatchObject({ key: 'isbn:9780306406157' });
    expect(soleIdentifier(parseQuery('isbn:0306406152 x'))).toBeUndefined();
  });
});

describe('the FTS5 expression', () => {
  const table = (): DatabaseSync => {
    const database = new DatabaseSync(':memory:');
    database.exec(`CREATE VIRTUAL TABLE t USING fts5(${COLUMNS.join(', ')}, tokenize = 'ascii')`);
    return database;
  };
  const none = (): readonly string[] => [];

  test('exclusions alone, no words and a wrong ISBN match nothing', () => {
    for (const q of ['-x', '!!!', 'isbn:1 war', '', '" "'])
      expect(matchExpression(parseQuery(q), none)).toBeUndefined();
  });

  test('an ISBN with a wrong check digit in a union leaves the other side', () => {
    expect(matchExpression(parseQuery('isbn:1 | war'), none)).toBe('("war")');
  });

  test('whatever is typed, SQLite accepts it', () => {
    const database = table();
    const select = database.prepare('SELECT count(*) AS n FROM t WHERE t MATCH ?');
    const pieces = fc.constantFrom(
      '"',
      '-',
      '+',
      '(',
      ')',
      '*',
      '|',
      ' OR ',
      ' NOT ',
      ' AND ',
      ' NEAR(',
      'intitle:',
      'inauthor:',
      'isbn:',
      'lccn:',
      '^',
      ':',
      '{title}',
      "'",
      '\0',
      '楼',
      'ก',
      '.',
      'j.k.',
      'a',
      'war',
    );
    const anything = fc.oneof(
      anyText({ maxLength: 60 }),
      fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 30 }).map((parts) => parts.join('')),
    );
    const variants = (word: string): string[] => [word, `${word}s`];
    fc.assert(
      fc.property(anything, (q) => {
        const match = matchExpression(parseQuery(q), variants);
        if (match !== undefined) expect(select.get(match)).toEqual({ n: 0 });
      }),
      { numRuns: casesToPlay(3000) },
    );
  });

  test.each([
    ['2,000 words', Array.from({ length: 1000 }, (_, place) => String.fromCodePoint(0x4e00 + place)).join(' ')],
    ['2,000 exclusions', `a ${'-b '.repeat(680)}`],
    ['a long union', 'a|'.repeat(1020)],
    ['a long phrase', `"${'a '.repeat(1000)}"`],
    ['hyphens', 'a-'.repeat(1000)],
    ['quotes', '"a" '.repeat(500)],
  ])('%s of 2,048 characters are accepted', (_, q) => {
    const match = matchExpression(parseQuery(q), none) ?? '';
    expect(match).not.toBe('');
    expect(table().prepare('SELECT count(*) AS n FROM t WHERE t MATCH ?').get(match)).toEqual({ n: 0 });
  });
});
