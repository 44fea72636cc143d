import { afterAll, expect, test } from '@jest/globals';
import { indexOf } from '#test/support/books/index-of';

/** From so many matches on, volumes are looked at in their order; of fewer, all are put in order. */
const VOLUMES = 3200;
const DAY_MS = 86_400_000;
/** Each is of a day of its own; later ones are older, and older ones come in first. */
const keyOf = (place: number): string => `day-${String(place)}`;
const dateOf = (place: number): string =>
  new Date(Date.UTC(2020, 0, 1) - place * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
const isEven = (place: number): boolean => place % 2 === 0;
const isOld = (place: number): boolean => place >= 100;

const FARMER = { authors: ['A. Farmer'] };
/** Newer than all others. */
const SAME_DAY = { ...FARMER, date: '2020-01-02' };

const index = indexOf([
  { ...SAME_DAY, key: 'titled', title: 'Ploughs' },
  { ...SAME_DAY, key: 'rated', title: 'Harrows', description: 'And all about ploughs.', ratingsCount: 5000 },
  ...Array.from({ length: VOLUMES }, (_, later) => {
    const place = VOLUMES - 1 - later;
    return {
      ...FARMER,
      key: keyOf(place),
      title: `Almanac of ${isEven(place) ? 'tides' : 'moons'}`,
      description: isOld(place) ? 'Yellowed.' : 'Crisp.',
      date: dateOf(place),
      language: isEven(place) ? 'en' : 'de',
    };
  }),
]);
afterAll(() => {
  index.close();
});

const placesOf = (isWanted: (place: number) => boolean): number[] =>
  Array.from({ length: VOLUMES }, (_, place) => place).filter(isWanted);

test.each([
  ['almanac', {}, () => true],
  ['almanac', { langRestrict: 'de' }, (place: number) => !isEven(place)],
  ['tides', {}, isEven],
  ['yellowed', {}, isOld],
  ['almanac -tides', {}, (place: number) => !isEven(place)],
  ['"almanac of"', {}, () => true],
])('%s %j: pages of the newest volumes', (q, filters, isWanted) => {
  const wanted = placesOf(isWanted).map(keyOf);

  for (const startIndex of [0, 40, 249, 1000, wanted.length - 5, wanted.length]) {
    const { totalItems, keys } = index.search(q, { orderBy: 'newest', startIndex, maxResults: 40 }, filters);
    expect({ startIndex, totalItems, keys }).toEqual({
      startIndex,
      totalItems: wanted.length,
      keys: wanted.slice(startIndex, startIndex + 40),
    });
  }
});

test.each([
  ['few matches, by how well they match', 'ploughs', ['titled', 'rated']],
  ['very many matches, by their quality', 'inauthor:farmer', ['rated', 'titled', 'day-0']],
])('volumes of one day are in order: of %s', (_which, q, keys) => {
  expect(index.search(q, { orderBy: 'newest', maxResults: keys.length }).keys).toEqual(keys);
});
