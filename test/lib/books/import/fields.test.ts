import { describe, expect, test } from '@jest/globals';
import { detectFormat } from '#lib/books/import/file/formats';
import { readDate, readTime } from '#lib/books/import/record/dates';
import { readLanguage } from '#lib/books/import/record/languages';

describe('dates', () => {
  test.each([
    ['1813', '1813'],
    ['1813-01', '1813-01'],
    ['1813-01-28', '1813-01-28'],
    ['19790401', '1979-04-01'],
    ['January 28, 1813', '1813-01-28'],
    ['28 Jan. 1813', '1813-01-28'],
    ['May 1920', '1920-05'],
    ['c1985.', '1985'],
    ['[1901?]', '1901'],
    ['1813-13-40', '1813'],
    ['2001-02-31', '2001-02'],
    ['2000-02-29', '2000-02-29'],
    ['1901?', '1901'],
    ['1901*', '1901'],
    ['18th century', undefined],
    ['', undefined],
  ])('%j is %j', (text, expected) => {
    expect(readDate(text)).toBe(expected);
  });
});

test.each([
  ['2026-03-10T08:00:00Z', '2026-03-10T08:00:00.000Z'],
  ['2026-03-10t08:00:00.25+01:00', '2026-03-10T07:00:00.250Z'],
  ['2026-03-10T08:00:00', '2026-03-10T08:00:00.000Z'],
  ['2026-03-10 08:00', '2026-03-10T08:00:00.000Z'],
  ['2026-03-10', '2026-03-10T00:00:00.000Z'],
  ['10 March 2026', undefined],
  ['2026-03-10T25:00:00Z', undefined],
  ['', undefined],
])('time %j is %j, in every time zone', (text, expected) => {
  expect(readTime(text)).toBe(expected);
});

test.each([
  ['eng', 'en'],
  ['/languages/fre', 'fr'],
  ['ger', 'de'],
  ['DE', 'de'],
  ['pt-br', 'pt-BR'],
  ['zxx', undefined],
  ['', undefined],
])('language %j is %j', (text, expected) => {
  expect(readLanguage(text)).toBe(expected);
});

test.each([
  ['/type/edition\t/books/OL1M\t1\t2024\t{}', 'openlibrary'],
  ['{"type": {"key": "/type/edition"}, "key": "/books/OL1M"}', 'openlibrary'],
  ['{"type":"shelf","userId":"1"}', 'library'],
  ['id,title,authors\n1,a,b', 'csv'],
  ['\ufeff"title","authors"\n', 'csv'],
  ['<?xml version="1.0"?>\n<collection xmlns="http://www.loc.gov/MARC21/slim">', 'marcxml'],
  ['<marc:record>', 'marcxml'],
  ['<ONIXMessage release="3.0">', 'onix'],
  ['<?xml version="1.0"?><ONIXmessage>', 'onix'],
  ['<html>', undefined],
  ['some text', undefined],
])('%j is recognised as %s', (beginning, format) => {
  expect(detectFormat(beginning)).toBe(format);
});
