import { describe, expect, test } from '@jest/globals';
import { checkParameters, cleanBody, InvalidBody } from '#lib/api/check';
import {
  any,
  array,
  boolean,
  int64,
  integer,
  number,
  object,
  oneOf,
  optional,
  record,
  repeated,
  resource,
  string,
  withDefault,
} from '#lib/api/schema';

const from =
  (query: string) =>
  (name: string): string[] =>
    new URLSearchParams(query).getAll(name);

const FIELDS = {
  text: optional(string('')),
  maxResults: withDefault(integer('', { minimum: 1, ceiling: 250 }), 100),
  flag: optional(boolean('')),
  kind: optional(oneOf('', { book: '', magazine: '' }, { anyCase: true, aliases: { paper: 'magazine' } })),
  types: repeated(oneOf('', { a: '', b: '' })),
  big: optional(int64('')),
};

describe('parameters', () => {
  test.each([
    ['', { maxResults: 100 }],
    ['maxResults=7', { maxResults: 7 }],
    ['maxResults=9999', { maxResults: 250 }],
    ['maxResults=', { maxResults: 100 }],
    ['maxResults=1&maxResults=2', { maxResults: 2 }],
    ['flag=TRUE', { maxResults: 100, flag: true }],
    ['flag=0', { maxResults: 100, flag: false }],
    ['kind=BOOK', { maxResults: 100, kind: 'book' }],
    ['kind=paper', { maxResults: 100, kind: 'magazine' }],
    ['types=a&types=b', { maxResults: 100, types: ['a', 'b'] }],
    ['big=9223372036854775807', { maxResults: 100, big: '9223372036854775807' }],
    ['text=a%2Cb+c&unknown=1', { maxResults: 100, text: 'a,b c' }],
  ])('%s', (query, expected) => {
    expect(checkParameters(FIELDS, from(query))).toEqual(expected);
  });

  test.each([
    ['maxResults=0', 'maxResults', "Invalid value '0'. Values must be within the range: [1, 2147483647]"],
    ['maxResults=-1', 'maxResults', "Invalid value '-1'. Values must be within the range: [1, 2147483647]"],
    ['maxResults=abc', 'maxResults', "Invalid integer value: 'abc'."],
    ['maxResults=1.5', 'maxResults', "Invalid integer value: '1.5'."],
    ['flag=yes', 'flag', "Invalid boolean value: 'yes'."],
    ['kind=party', 'kind', "Invalid string value: 'party'. Allowed values: [book, magazine]"],
    ['kind=toString', 'kind', "Invalid string value: 'toString'. Allowed values: [book, magazine]"],
    ['types=a&types=c', 'types', "Invalid string value: 'c'. Allowed values: [a, b]"],
    [
      'big=9223372036854775808',
      'big',
      "Invalid value '9223372036854775808'. Values must be within the range: [-9223372036854775808, 9223372036854775807]",
    ],
  ])('400 for %s', (query, location, message) => {
    expect(() => checkParameters(FIELDS, from(query))).toThrow(
      expect.objectContaining({
        code: 400,
        entries: [{ domain: 'global', reason: 'invalidParameter', message, locationType: 'parameter', location }],
      }),
    );
  });

  test('a required parameter that is missing or empty', () => {
    for (const query of ['', 'q=']) {
      expect(() => checkParameters({ q: string('') }, from(query))).toThrow(
        expect.objectContaining({ reason: 'required', message: 'Required parameter: q' }),
      );
    }
  });
});

const BODY = resource('Thing', '', {
  id: string('', { readOnly: true }),
  name: string(''),
  count: integer(''),
  big: int64(''),
  share: number(''),
  on: boolean(''),
  inner: object('', { made: string('', { readOnly: true }), note: string('') }),
  list: array('', object('', { email: string('') })),
  map: record('', string('', { coerce: true })),
  free: any(''),
});

describe('bodies', () => {
  test.each([
    [{ name: 'a', id: 'x', unknown: 1 }, { name: 'a' }],
    [
      { count: '7', big: 12, share: '0.5', on: true },
      { count: 7, big: '12', share: 0.5, on: true },
    ],
    [{ big: ' 007 ' }, { big: '7' }],
    [{ big: '-9223372036854775808' }, { big: '-9223372036854775808' }],
    [{ inner: { made: 'x', note: 'y' } }, { inner: { note: 'y' } }],
    [{ list: [{ email: 'e', self: true }] }, { list: [{ email: 'e' }] }],
    [{ map: { a: 1, b: 'x', c: true } }, { map: { a: '1', b: 'x', c: 'true' } }],
    [
      { name: 5, list: [{ email: 2026.5 }] },
      { name: '5', list: [{ email: '2026.5' }] },
    ],
    [{ name: null, inner: { note: null } }, { inner: {} }],
    [{ free: { deep: [1, null] } }, { free: { deep: [1, null] } }],
    [JSON.parse('{"__proto__": {"polluted": 1}, "map": {"__proto__": "x"}}') as object, { map: {} }],
  ])('%j is read as %j', (body, expected) => {
    expect(cleanBody(BODY, body)).toEqual(expected);
  });

  test('a merge patch keeps null, which clears', () => {
    expect(cleanBody(BODY, { name: null, inner: { note: null }, id: null }, '', true)).toEqual({
      name: null,
      inner: { note: null },
    });
  });

  test.each([
    [{ name: {} }, 'name'],
    [{ name: ['a'] }, 'name'],
    [{ name: true }, 'name'],
    [{ count: 'many' }, 'count'],
    [{ count: 2 ** 31 }, 'count'],
    [{ count: 1.5 }, 'count'],
    [{ big: '9223372036854775808' }, 'big'],
    [{ big: 'many' }, 'big'],
    [{ big: 1.5 }, 'big'],
    [{ on: 'yes' }, 'on'],
    [{ inner: [] }, 'inner'],
    [{ list: {} }, 'list'],
    [{ list: [{ email: {} }] }, 'list[0].email'],
    [{ list: [null] }, 'list[0]'],
    [{ share: 'much' }, 'share'],
  ])('%j is refused at %s', (body, field) => {
    expect(() => cleanBody(BODY, body)).toThrow(InvalidBody);
    expect(() => cleanBody(BODY, body)).toThrow(expect.objectContaining({ field }));
  });
});
