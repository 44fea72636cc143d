/** @modules own */
import { describe, expect, test } from '@jest/globals';
import type { VolumeRepresentation } from '#lib/books/volumes/representation';
import { idOf } from '#test/support/books/catalogue';
import { useLibrary } from '#test/support/books/use-library';
import { someone } from '#test/support/people';

const SHARED = '9780306406157';
const row = (id: string, published_date: string, more: Readonly<Record<string, string>> = {}) => ({
  id,
  title: `Harvest ${id}`,
  published_date,
  language: 'en',
  ...more,
});
const ROWS = [
  row('old', '1901', { is_ebook: 'true', public_domain: 'true', epub_url: 'https://files.example.com/old.epub' }),
  row('recent', '2021-05', { is_ebook: 'true', list_price: '5', retail_price: '5', currency: 'USD', isbn13: SHARED }),
  row('middle', '1955-03-02', { language: 'pt-BR', isbn13: SHARED }),
  row('monthly', '1980', { print_type: 'MAGAZINE' }),
  row('grown-up', '2001', { maturity: 'MATURE' }),
  row('undated', '', { is_ebook: 'true', public_domain: 'true' }),
];
const keyOf = new Map(ROWS.map(({ id }) => [idOf(id), id]));

const library = useLibrary(ROWS);

const newest = async (query: string, ask = {}): Promise<(string | undefined)[]> => {
  const { status, body } = await library.ask<{ totalItems: number; items?: VolumeRepresentation[] }>(
    'GET',
    `/books/v1/volumes?key=${library.key}&orderBy=newest&${query}`,
    ask,
  );
  expect(status).toBe(200);
  const ids = (body.items ?? []).map(({ id }) => keyOf.get(id ?? ''));
  expect(body.totalItems).toBe(ids.length);
  return ids;
};

describe('books.volumes.list newest first', () => {
  test.each([
    ['everything', '', ['recent', 'grown-up', 'monthly', 'middle', 'old', 'undated']],
    ['filter', '&filter=ebooks', ['recent', 'old', 'undated']],
    ['filter and download', '&filter=free-ebooks&download=epub', ['old']],
    ['langRestrict', '&langRestrict=pt', ['middle']],
    ['printType', '&printType=books', ['recent', 'grown-up', 'middle', 'old', 'undated']],
    [
      'maxAllowedMaturityRating',
      '&maxAllowedMaturityRating=not-mature&langRestrict=en',
      ['recent', 'monthly', 'old', 'undated'],
    ],
    ['country', '&filter=ebooks&country=DE', ['recent', 'old', 'undated']],
  ])('BOOK-21, BOOK-22: %s', async (_name, parameters, expected) => {
    expect(await newest(`q=harvest${parameters}`)).toEqual(expected);
  });

  test("BOOK-23: on the caller's shelves", async () => {
    const as = someone();
    for (const id of ['old', 'middle', 'monthly'])
      await library.ask('POST', `/books/v1/mylibrary/bookshelves/0/addVolume?volumeId=${idOf(id)}`, { as });

    expect(await newest('q=harvest&libraryRestrict=my-library', { as })).toEqual(['monthly', 'middle', 'old']);
  });

  test('volumes that share a number', async () => {
    expect(await newest(`q=isbn:${SHARED}`)).toEqual(['recent', 'middle']);
    expect(await newest(`q=harvest+isbn:${SHARED}`)).toEqual(['recent', 'middle']);
  });
});
