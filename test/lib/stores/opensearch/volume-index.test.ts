import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { dayNumber, type Volume } from '#lib/books/model/volume';
import { type FilterParameters, searchFilters } from '#lib/books/search/filters';
import { parseQuery } from '#lib/books/search/query';
import type { SearchRequest, SearchResult } from '#lib/books/stores/all';
import { writeBulk } from '#lib/stores/opensearch/bulk';
import { documentOf, INDEX_BODY } from '#lib/stores/opensearch/document';
import { openSearchIndex, type OpenSearchIndex } from '#lib/stores/opensearch/volume-index';
import { type IndexReader, readIndex } from '#lib/stores/search-index/volume-index-reader';
import { writeIndex } from '#lib/stores/search-index/volume-index-writer';
import { type Record, saved } from '#test/support/books/index-of';
import { sampleVolumes } from '#test/support/books/sample-volumes';
import { type StandIn, standInDomain } from '#test/support/opensearch/stand-in';
import { newFolder } from '#test/support/run/folders/new-folder';

const book = (key: string, title: string, author: string, more: Partial<Record> = {}): Record => ({
  key,
  title,
  authors: [author],
  ...more,
});

/** What the sample catalogue has none of. */
const MORE: readonly Record[] = [
  book('hobbit', 'The Hobbit', 'J. R. R. Tolkien', { language: 'en-GB' }),
  book('annotated-hobbit', 'The Annotated Hobbit', 'J. R. R. Tolkien', { ratingsCount: 9000, averageRating: 4 }),
  book('shining', 'The Shining', 'Stephen King', { ratingsCount: 100, averageRating: 4 }),
  book('kingship', 'Kingship in Europe', 'Paul Weber', { description: 'With letters by Steven and the last king.' }),
  book('third', 'The Third Policeman', "Flann O'Brien", { numbers: { isbn: ['9780553804577'] } }),
  book('to-morrow', 'To-morrow', 'Joseph Conrad'),
  book('phantom', 'The Phantom of the Opera', 'Gaston Leroux'),
  book('genji', 'Genji monogatari', 'Murasaki Shikibu', { alternates: ['源氏物語', '紫式部'] }),
  book('soon', 'A Hobbit to Come', 'June Falk', { onSaleDate: '2030-05-01', date: '2030-05-01' }),
  book('weekly', 'Hobbit Weekly', 'June Falk', { isMagazine: true, language: 'pt-BR' }),
];

const volumes: Volume[] = [];
let file: IndexReader;
let opened: StandIn;
let index: OpenSearchIndex;

beforeAll(async () => {
  const more = MORE.flatMap((record) => saved(record).volume ?? []);
  // Rights of one country are others than those of the rest.
  const [hobbit, ...others] = more as [Volume, ...Volume[]];
  const ebook = { isEbook: true, isPublicDomain: false, viewability: 'PARTIAL' } as const;
  volumes.push(...(await sampleVolumes()), { ...hobbit, rightsByCountry: { CH: ebook } }, ...others);

  const path = join(newFolder(), 'index.sqlite');
  const writer = writeIndex(path);
  writer.apply(volumes.map((volume) => ({ id: volume.id, outcome: 'added', volume })));
  writer.close();
  file = readIndex(path);

  opened = await standInDomain();
  const { domain } = opened;
  await domain.send('PUT', '/books-1', { body: INDEX_BODY });
  const target = { target: 'books-1', isAlias: false };
  await writeBulk(
    domain,
    target,
    volumes.map((volume) => ({ id: volume.id, document: documentOf(volume) })),
  );
  await domain.send('POST', '/_aliases', { body: { actions: [{ add: { index: 'books-1', alias: 'books' } }] } });
  index = openSearchIndex({ domain, alias: 'books' });
  await index.refresh();
});
afterAll(async () => {
  file.close();
  await opened.stop();
});

interface Asked {
  readonly page?: Partial<SearchRequest>;
  readonly filters?: Partial<FilterParameters>;
  readonly country?: string;
  readonly within?: readonly string[];
}

const requestFor = (q: string, { page, filters, country = 'US', within }: Asked = {}): SearchRequest => ({
  query: parseQuery(q),
  filters: searchFilters({ showPreorders: false, ...filters }, country, '2026-01-01', within),
  orderBy: 'relevance',
  startIndex: 0,
  maxResults: 40,
  ...page,
});

/** What the file and the domain answer to the same request. */
async function both(q: string, asked?: Asked): Promise<readonly [ofFile: SearchResult, ofDomain: SearchResult]> {
  const request = requestFor(q, asked);
  return [file.search(request), await index.search(request)];
}

const idOf = (key: string): string => saved({ key, title: key }).id;

describe('a query finds what it finds in a file, in the same order', () => {
  test.each([
    'emma',
    'austen emma',
    'the odyssey',
    'odyssey pope',
    'sisters',
    'sister',
    'marrying',
    '"sense and sensibility"',
    '"of the"',
    '"the modern prometheus"',
    'intitle:emma',
    'intitle:"pride and prejudice"',
    'inauthor:dickens -intitle:house',
    'inauthor:austen OR inauthor:eliot',
    'intitle:emma|persuasion inauthor:austen',
    'inpublisher:murray',
    'subject:gothic',
    'subject:"fiction classics"',
    'hobbit -annotated',
    'hobbit -"annotated hobbit"',
    'tolkien hobbit OR shining',
    'j. r. r. tolkien',
    'jrr tolkien',
    "o'brien",
    'obrien policeman',
    'to-morrow',
    'tomorrow',
    '源氏',
    '源氏物語',
    '源',
    'intitle:源氏物語',
    'inauthor:紫式部',
    '9780553804577',
    'isbn:9780553804577 policeman',
    'policeman OR isbn:9780553804577',
    'émile',
    'les misérables',
    'война и мир',
    'war and peace',
  ])('%s', async (q) => {
    const [ofFile, ofDomain] = await both(q);

    expect(ofDomain).toEqual(ofFile);
    expect(ofDomain.totalItems).toBeGreaterThan(0);
  });
});

test('a query that finds nothing in a file finds nothing', async () => {
  for (const q of ['-hobbit', '"the of"', 'isbn:9780553804578 policeman', 'zzzzzzzzzz', '', '"" -'])
    expect([q, ...(await both(q))]).toEqual([q, { totalItems: 0, ids: [] }, { totalItems: 0, ids: [] }]);
});

test('a slip is corrected to the same first volume', async () => {
  const slips = ['hobbitt', 'thr hobbit', 'steven king shining', 'fantom opera', 'pryde and prejudise', 'emma ausTin'];
  slips.push('frankenstien', 'odyssee pope', 'phantomopera leroux', 'to morrow', 'intitle:hobit', 'o brien policeman');
  for (const q of slips) {
    const [ofFile, ofDomain] = await both(q);
    expect([q, ofDomain.ids[0]]).toEqual([q, ofFile.ids[0]]);
  }
});

describe('filters leave out the same volumes', () => {
  const cases: readonly (readonly [string, string, Asked])[] = [
    ['languages with their regions', 'hobbit', { filters: { langRestrict: 'en' } }],
    ['one region', 'hobbit', { filters: { langRestrict: 'pt-br' } }],
    ['no language', 'hobbit', { filters: { langRestrict: 'un' } }],
    ['e-books', 'hobbit OR austen', { filters: { filter: 'ebooks' } }],
    ['e-books by the rights of a country', 'hobbit OR austen', { filters: { filter: 'ebooks' }, country: 'CH' }],
    ['whole books', 'hobbit OR austen', { filters: { filter: 'full' }, country: 'CH' }],
    ['free e-books', 'dickens', { filters: { filter: 'free-ebooks' } }],
    ['magazines', 'hobbit', { filters: { printType: 'MAGAZINES' } }],
    ['no magazines', 'hobbit', { filters: { printType: 'BOOKS' } }],
    ['nothing for adults', 'hobbit', { filters: { maxAllowedMaturityRating: 'not-mature' } }],
    ['with what can be ordered ahead', 'hobbit', { filters: { showPreorders: true } }],
    ['a shelf', 'hobbit', { within: ['hobbit', 'shining', 'weekly'].map(idOf) }],
    ['an empty shelf', 'hobbit', { within: [] }],
  ];
  test.each(cases)('%s: %s', async (_what, q, asked) => {
    const [ofFile, ofDomain] = await both(q, asked);

    expect(ofDomain).toEqual(ofFile);
  });

  test('and a word that they leave out is not taken for a slip', async () => {
    const [ofFile, ofDomain] = await both('shining', { filters: { printType: 'MAGAZINES' } });

    expect([ofFile.totalItems, ofDomain.totalItems]).toEqual([0, 0]);
  });
});

describe('many matches', () => {
  const pagesOf = async (page: Partial<SearchRequest>): Promise<SearchResult[]> => {
    const pages: SearchResult[] = [];
    for (let startIndex = 0; ; startIndex += 40) {
      const found = await index.search(requestFor('fiction', { page: { ...page, startIndex } }));
      pages.push(found);
      if (startIndex + 40 >= found.totalItems) return pages;
    }
  };

  test.each(['relevance', 'newest'] as const)('are paged without a gap, by %s', async (orderBy) => {
    const all = file.search(requestFor('fiction', { page: { orderBy, maxResults: 1000 } }));
    const pages = await pagesOf({ orderBy });

    expect(all.totalItems).toBeGreaterThan(250);
    expect(new Set(pages.map(({ totalItems }) => totalItems))).toEqual(new Set([all.totalItems]));
    expect(pages.flatMap(({ ids }) => ids).toSorted()).toEqual(all.ids.toSorted());
  });

  test('come with the newest first when asked for', async () => {
    const dates = new Map(volumes.map(({ id, publishedDate }) => [id, dayNumber(publishedDate)]));
    const [ofFile, ofDomain] = (await both('dickens', { page: { orderBy: 'newest' } })).map(({ ids }) =>
      ids.map((id) => dates.get(id)),
    );

    expect(ofDomain).toEqual(ofFile);
  });

  test('end where no list is paged further, and are counted there all the same', async () => {
    const { totalItems } = file.search(requestFor('fiction'));

    expect(await index.search(requestFor('fiction', { page: { startIndex: 4_000_000_000 } }))).toEqual({
      totalItems,
      ids: [],
    });
  });
});

test('most searches are one request', async () => {
  const before = opened.requests.length;
  await index.search(requestFor('dickens'));

  expect(opened.requests.slice(before)).toEqual(['POST /books/_search']);
});

test('more words than a search may have clauses are cut', async () => {
  const words = Array.from({ length: 3000 }, (_, place) => `w${String(place)}`);
  await expect(index.search(requestFor(`emma ${words.join('|')}`))).resolves.toMatchObject({ totalItems: 0 });
});

test('volumes that can only be ordered ahead, and those that the index has not', async () => {
  const ids = ['soon', 'hobbit', 'nowhere'].map(idOf);
  const found = await index.preorders(ids, '2026-01-01');

  expect(found).toEqual({ preorders: new Set([idOf('soon')]), unknown: [idOf('nowhere')] });
  expect(found).toEqual(file.preorders(ids, '2026-01-01'));
  expect((await index.preorders(ids, '2030-05-01')).preorders).toEqual(new Set());
});

test('before the first import nothing is found, and every volume is unknown', async () => {
  const none = openSearchIndex({ domain: opened.domain, alias: 'none' });

  expect(await none.search(requestFor('emma'))).toEqual({ totalItems: 0, ids: [] });
  expect(await none.preorders(['a'], '2026-01-01')).toEqual({ preorders: new Set(), unknown: ['a'] });
  await none.refresh();
});

test('a search that the domain cannot do is an error', async () => {
  opened.fault = (request) => (request.endsWith('_search') ? 400 : undefined);
  await expect(index.search(requestFor('emma'))).rejects.toThrow('with 400');
  opened.fault = undefined;
});
