import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  identifierKey,
  identifierKeys,
  normalizeLccn,
  normalizeOclc,
  readIdentifiers,
  toIsbn10,
  toIsbn13,
} from '#lib/books/model/identifiers';

describe('ISBN', () => {
  test.each([
    ['055380457X', '9780553804577'],
    ['0306406152', '9780306406157'],
    ['080442957X', '9780804429573'],
  ])('%s and %s are one book', (ten, thirteen) => {
    expect(toIsbn13(ten)).toBe(thirteen);
    expect(toIsbn10(thirteen)).toBe(ten);
  });

  test.each(['0-8044-2957-x', '0 8044 2957 X', '978–0–8044–2957–3', '9780804429573'])(
    '%s is read in any spelling',
    (text) => {
      expect(toIsbn13(text)).toBe('9780804429573');
    },
  );

  test.each(['0306406153', '9780306406158', '12345', '', '97803064061570', 'X306406152', '9770306406157'])(
    '%s is none',
    (text) => {
      expect(toIsbn13(text)).toBeUndefined();
      expect(toIsbn10(text)).toBeUndefined();
    },
  );

  test('979 has no short form', () => {
    expect(toIsbn13('979-10-90636-07-1')).toBe('9791090636071');
    expect(toIsbn10('9791090636071')).toBeUndefined();
  });

  test('there and back again is the same number, and one wrong digit is always noticed', () => {
    const nineDigits = fc.stringMatching(/^\d{9}$/);
    fc.assert(
      fc.property(nineDigits, fc.integer({ min: 3, max: 11 }), fc.integer({ min: 1, max: 9 }), (nine, place, shift) => {
        const thirteen =
          [...'0123456789X'].map((check) => toIsbn13(nine + check)).find((isbn) => isbn !== undefined) ?? '';
        expect(toIsbn13(toIsbn10(thirteen) ?? '')).toBe(thirteen);
        const wrong =
          thirteen.slice(0, place) + String((Number(thirteen[place]) + shift) % 10) + thirteen.slice(place + 1);
        expect(toIsbn13(wrong)).toBeUndefined();
      }),
    );
  });
});

test.each([
  ['85-2', '85000002'],
  ['n78-890351', 'n78890351'],
  ['2001-000002', '2001000002'],
  ['75-425165//r75', '75425165'],
  [' 85000002 ', '85000002'],
])('LCCN %s is %s', (text, expected) => {
  expect(normalizeLccn(text)).toBe(expected);
});

test.each([
  ['(OCoLC)ocm00123456', '123456'],
  ['ocn123456789', '123456789'],
  ['on1234567890', '1234567890'],
  ['000123', '123'],
])('OCLC %s is %s', (text, expected) => {
  expect(normalizeOclc(text)).toBe(expected);
});

test('a wrong number of any scheme has no key', () => {
  expect(identifierKey('isbn', '9780306406158')).toBeUndefined();
  expect(identifierKey('lccn', 'what')).toBeUndefined();
  expect(identifierKey('oclc', 'x1')).toBeUndefined();
});

test('a record keeps both forms of an ISBN once and a wrong one as OTHER', () => {
  const { identifiers, warnings } = readIdentifiers({
    isbn: ['0306406152', '9780306406157', '0306406153'],
    issn: ['0028-0836'],
    lccn: ['85-2'],
    oclc: ['(OCoLC)00123'],
    other: ['OXFORD:N10606956'],
  });

  expect(identifiers).toEqual([
    { type: 'ISBN_13', identifier: '9780306406157' },
    { type: 'ISBN_10', identifier: '0306406152' },
    { type: 'OTHER', identifier: 'ISBN:0306406153' },
    { type: 'ISSN', identifier: '0028-0836' },
    { type: 'OTHER', identifier: 'LCCN:85000002' },
    { type: 'OTHER', identifier: 'OCLC:123' },
    { type: 'OTHER', identifier: 'OXFORD:N10606956' },
  ]);
  expect(warnings).toEqual(["ISBN '0306406153' is not a valid number."]);
  expect(identifierKeys(identifiers)).toEqual(['isbn:9780306406157', 'lccn:85000002', 'oclc:123']);
});
