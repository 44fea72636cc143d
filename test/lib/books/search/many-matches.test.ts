import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from '@jest/globals';
import { writeIndex } from '#lib/stores/search-index/volume-index-writer';
import { indexOf, saved } from '#test/support/books/index-of';
import { newFolder } from '#test/support/run/folders/new-folder';

const MATCHES = 1500;
/** Numbers of matches at which a search begins to go another way; so many volumes have the word `n250`. */
const LIMITS = [250, 251, 1000, 1001, 1300];
const lantern = (place: number, more = {}) => ({
  key: `lantern-${String(place)}`,
  title: `Lantern of the Road ${String(place)}`,
  authors: ['Ida Wick'],
  language: place % 2 === 0 ? 'en' : 'de',
  publisher: LIMITS.filter((limit) => place >= 100 && place < 100 + limit)
    .map((limit) => `n${String(limit)}`)
    .join(' '),
  ...more,
});
const deleted = (key: string) => ({ key, title: 'x', isDeleted: true });

const index = indexOf(
  Array.from({ length: MATCHES }, (_, place) => lantern(place)),
  // A later import: one is rated well, one changes its words, one goes, and one is not on sale yet.
  [
    lantern(1400, { averageRating: 5, ratingsCount: 50_000 }),
    { key: 'lantern-7', title: 'Something Else of the Sea' },
    deleted('lantern-8'),
    lantern(9, { onSaleDate: '2199-01-01' }),
    { key: 'plain', title: 'Lantern', authors: ['Nobody'] },
    { key: 'mentioned', title: 'Roads', description: 'A lantern swings.', averageRating: 5, ratingsCount: 90_000 },
  ],
);
afterAll(() => {
  index.close();
});
/** Without the one of other words, the deleted one and the pre-order, with the two new ones. */
const TOTAL = MATCHES - 3 + 2;

describe('more matches than are ranked', () => {
  test('all of them are counted, whatever the page', () => {
    for (const startIndex of [0, 290, 1000, 5000])
      expect(index.search('lantern', { startIndex }).totalItems).toBe(TOTAL);
    expect(index.search('lanterns').totalItems).toBe(TOTAL);
    expect(index.search('lantern', {}, { showPreorders: true }).totalItems).toBe(TOTAL + 1);
    expect(index.search('lantern', {}, { langRestrict: 'de' }).totalItems).toBe(MATCHES / 2 - 2);
    expect(index.search('lantern -mentioned -else').totalItems).toBe(TOTAL);
    expect(index.search('lantern -swings').totalItems).toBe(TOTAL - 1);
  });

  test.each(LIMITS)('%d matches are counted, and all of them are on some page', (limit) => {
    const q = `lantern n${String(limit)}`;
    const pages = [0, limit - 1, limit].map((startIndex) => index.search(q, { startIndex, maxResults: 40 }));

    expect(pages.map(({ totalItems }) => totalItems)).toEqual([limit, limit, limit]);
    expect(pages.map(({ keys }) => keys.length)).toEqual([40, 1, 0]);
    expect(index.search(`${q} intitle:road`, { maxResults: 0 }).totalItems).toBe(limit);
  });

  test('a phrase of words that all volumes have is counted, too', () => {
    expect(index.search('"of the"').totalItems).toBe(TOTAL - 1);
    expect(index.search('"the of"').totalItems).toBe(0);
    expect(index.search('intitle:"of the"').totalItems).toBe(TOTAL - 1);
    expect(index.search('"lantern of the road"').totalItems).toBe(TOTAL - 2);
    expect(index.search('"of the" sea').keys).toEqual(['lantern-7']);
  });

  test('pages neither overlap nor skip', () => {
    const keys = Array.from({ length: Math.ceil(TOTAL / 40) }, (_, page) =>
      index.search('lantern', { startIndex: page * 40, maxResults: 40 }),
    ).flatMap((found) => found.keys);
    expect(keys).toHaveLength(TOTAL);
    expect(new Set(keys).size).toBe(TOTAL);
    expect(keys).not.toContain('lantern-8');
    expect(keys).not.toContain('lantern-9');
  });

  test('readers of two languages get an order each, whoever has asked before', () => {
    const orderFor = (language: string) => index.search('lantern', { language, maxResults: 20 }).keys;
    const [german, english, germanAgain] = [orderFor('de'), orderFor('en'), orderFor('de')];
    const isGerman = (key = '') => Number(key.replace('lantern-', '')) % 2 === 1;

    // The exact title and the one that is rated best lead all the same.
    expect(german.slice(2).every(isGerman)).toBe(true);
    expect(english.slice(2).some(isGerman)).toBe(false);
    expect(germanAgain).toEqual(german);
  });

  test('the exact title leads, then what is known to be good, wherever it came in', () => {
    expect(index.search('lantern').keys.slice(0, 2)).toEqual(['plain', 'lantern-1400']);
  });
});

test('a batch is one segment of the index: many small ones would be merged again and again', () => {
  const path = join(newFolder(), 'index.sqlite');
  const writer = writeIndex(path);
  writer.apply(Array.from({ length: 100 }, (_, place) => saved(lantern(place))));
  writer.close();
  const database = new DatabaseSync(path, { readOnly: true });

  expect(database.prepare('SELECT DISTINCT segid FROM text_idx').all()).toHaveLength(1);
  database.close();
});
