import { expect, test } from '@jest/globals';
import { allShelves, bookshelfResource, type Shelf } from '#lib/books/model/bookshelf';

const NOW = '2026-01-01T00:00:00.000Z';
const TIMES = { created: NOW, updated: NOW, volumesLastUpdated: NOW };
const shelf = (id: number): Shelf => ({ id, title: 'Mine', access: 'PRIVATE', volumeCount: 0, ...TIMES });

test('custom shelves follow the predefined ones, by number', () => {
  const ids = allShelves([shelf(20_000), shelf(1_001), shelf(3_000)], NOW).map(({ id }) => id);

  expect(ids).toEqual([7, 1, 5, 6, 0, 3, 2, 4, 1_001, 3_000, 20_000]);
});

test.each([
  ['Sea stories', 'Sea stories'],
  ['', undefined],
  [undefined, undefined],
])('the description %j is shown as %j', (description, shown) => {
  const resource = bookshelfResource({ ...shelf(1_001), description }, '7', 'https://books.test/');

  expect(resource.description).toBe(shown);
  expect('description' in resource).toBe(shown !== undefined);
});
