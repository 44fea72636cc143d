import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { detectFormat } from '#lib/books/import/file/formats';
import { readGoogleBooks } from '#lib/books/import/json/googlebooks';
import { readOpenLibrary } from '#lib/books/import/json/openlibrary';
import type { ReadRecord } from '#lib/books/import/record/record';

async function collected(records: AsyncIterable<ReadRecord>): Promise<ReadRecord[]> {
  const all: ReadRecord[] = [];
  for await (const record of records) all.push(record);
  return all;
}
/** As a program prints it, as an API sends it, one a line, and with tabs. */
const SHAPES: [string, (value: unknown) => string][] = [
  ['in one line', (value) => JSON.stringify(value)],
  ['printed', (value) => JSON.stringify(value, null, 2)],
  ['printed with tabs', (value) => JSON.stringify(value, null, '\t')],
];

describe('Google Books', () => {
  const volume = (id: string, title: string) => ({
    kind: 'books#volume',
    id,
    volumeInfo: {
      title,
      authors: ['Ida Wick'],
      publishedDate: '1979-04',
      industryIdentifiers: [
        { type: 'ISBN_10', identifier: '080442957X' },
        { type: 'OTHER', identifier: 'UOM:39015' },
      ],
      pageCount: 312,
      categories: ['Fiction'],
      imageLinks: { thumbnail: 'https://covers.example.com/1.jpg' },
      language: 'en',
    },
    saleInfo: { country: 'US', isEbook: true, listPrice: { amount: 3.5, currencyCode: 'USD' } },
    accessInfo: { country: 'US', viewability: 'PARTIAL', publicDomain: false },
  });

  test.each(SHAPES)('a volume %s', async (_name, write) => {
    const text = write(volume('abc', 'Tides'));

    expect(detectFormat(text)).toBe('googlebooks');
    expect(await collected(readGoogleBooks(Readable.from([text])))).toMatchObject([
      {
        position: 1,
        draft: {
          sourceKey: 'googlebooks:abc',
          title: 'Tides',
          authors: ['Ida Wick'],
          publishedDate: '1979-04',
          pageCount: 312,
          coverUrl: 'https://covers.example.com/1.jpg',
          country: 'US',
          rights: { isEbook: true, viewability: 'PARTIAL', listPrice: { amount: 3.5, currencyCode: 'USD' } },
          identifiers: [
            { type: 'ISBN_13', identifier: '9780804429573' },
            { type: 'ISBN_10', identifier: '080442957X' },
            { type: 'OTHER', identifier: 'UOM:39015' },
          ],
        },
      },
    ]);
  });

  test.each([
    [
      'an answer with items',
      JSON.stringify(
        { kind: 'books#volumes', totalItems: 2, items: [volume('a', 'One'), volume('b', 'Two')] },
        null,
        1,
      ),
    ],
    ['a list', JSON.stringify([volume('a', 'One'), volume('b', 'Two')])],
    ['a line each', [volume('a', 'One'), volume('b', 'Two')].map((one) => JSON.stringify(one)).join('\n')],
  ])('%s', async (_name, text) => {
    expect(detectFormat(text)).toBe('googlebooks');
    expect(await collected(readGoogleBooks(Readable.from([text])))).toMatchObject([
      { position: 1, draft: { title: 'One' } },
      { position: 2, draft: { title: 'Two' } },
    ]);
  });

  test('what has no title, and what is broken, is told', async () => {
    const lines = [JSON.stringify(volume('a', '')), '{broken', JSON.stringify(volume('c', 'Three'))].join('\n');

    expect(await collected(readGoogleBooks(Readable.from([lines])))).toMatchObject([
      { position: 1, refused: 'The record has no title.' },
      { position: 2, refused: expect.stringContaining('not JSON') },
      { position: 3, draft: { title: 'Three' } },
    ]);
  });

  test('lines whose first one is broken are still lines', async () => {
    const lines = ['{"id":', JSON.stringify(volume('b', 'Two'))].join('\n');

    expect(await collected(readGoogleBooks(Readable.from([lines])))).toMatchObject([
      { position: 1, refused: expect.stringContaining('not JSON') },
      { position: 2, draft: { title: 'Two' } },
    ]);
  });
});

describe('Open Library', () => {
  const none = { put: () => undefined, get: () => undefined, close: () => undefined };
  const read = (text: string) => collected(readOpenLibrary(Readable.from([text]), none));
  const edition = {
    type: { key: '/type/edition' },
    key: '/books/OL1M',
    title: 'Tides',
    isbn_10: ['080442957X'],
    revision: 4,
  };

  test.each(SHAPES)('an edition %s', async (_name, write) => {
    expect(detectFormat(write(edition))).toBe('openlibrary');
    expect(await read(write(edition))).toMatchObject([
      { position: 1, draft: { sourceKey: 'openlibrary:/books/OL1M', title: 'Tides', revision: '4' } },
    ]);
  });

  test('editions of a work', async () => {
    const second = { ...edition, key: '/books/OL2M', title: 'Harbours' };
    const text = JSON.stringify({ links: { self: '/works/OL1W/editions.json' }, size: 2, entries: [edition, second] });

    expect(detectFormat(text)).toBe('openlibrary');
    expect(await read(text)).toMatchObject([
      { position: 1, draft: { title: 'Tides' } },
      { position: 2, draft: { title: 'Harbours' } },
    ]);
  });

  test('books by number, with their data and with their details', async () => {
    const text = JSON.stringify({
      'ISBN:080442957X': {
        url: 'https://openlibrary.org/books/OL1M/Tides',
        key: '/books/OL1M',
        title: 'Tides',
        authors: [{ url: 'https://openlibrary.org/authors/OL1A', name: 'Ida Wick' }],
        publishers: [{ name: 'Quay Books' }],
        identifiers: { isbn_10: ['080442957X'] },
        subjects: [{ name: 'Harbours' }],
        cover: { large: 'https://covers.openlibrary.org/b/id/7-L.jpg' },
      },
      'ISBN:0306406152': {
        bib_key: 'ISBN:0306406152',
        info_url: 'https://openlibrary.org/books/OL2M/Moles',
        details: { key: '/books/OL2M', title: 'Moles', authors: [{ key: '/authors/OL1A', name: 'Ida Wick' }] },
      },
    });

    expect(detectFormat(text)).toBe('openlibrary');
    expect(await read(text)).toMatchObject([
      {
        draft: {
          sourceKey: 'openlibrary:/books/OL1M',
          authors: ['Ida Wick'],
          publisher: 'Quay Books',
          categories: ['Harbours'],
          coverUrl: 'https://covers.openlibrary.org/b/id/7-{size}.jpg',
        },
      },
      { draft: { sourceKey: 'openlibrary:/books/OL2M', title: 'Moles', authors: ['Ida Wick'] } },
    ]);
  });

  test('what a search found', async () => {
    const text = JSON.stringify({
      numFound: 1,
      docs: [
        {
          key: '/works/OL1W',
          title: 'Tides',
          author_name: ['Ida Wick'],
          first_publish_year: 1979,
          cover_i: 7,
          language: ['eng'],
        },
        { key: '/works/OL2W', title: 'Harbours' },
      ],
    });

    expect(detectFormat(text)).toBe('openlibrary');
    expect(await read(text)).toMatchObject([
      {
        draft: {
          sourceKey: 'openlibrary:/works/OL1W',
          authors: ['Ida Wick'],
          publishedDate: '1979',
          language: 'en',
          coverUrl: 'https://covers.openlibrary.org/b/id/7-{size}.jpg',
        },
      },
      { draft: { title: 'Harbours', publishedDate: undefined, coverUrl: undefined } },
    ]);
  });
});
