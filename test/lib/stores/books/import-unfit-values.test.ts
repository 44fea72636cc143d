/**
 * Values that the catalogue has no room for: left out where the record does without, else told by line. No file stops
 * there.
 * @modules own
 */
import { describe, expect, test } from '@jest/globals';
import type { VolumeRepresentation } from '#lib/books/volumes/representation';
import { csvOf, idOf } from '#test/support/books/catalogue';
import { useLibrary } from '#test/support/books/use-library';
import { someone } from '#test/support/people';

const library = useLibrary();

async function imported(text: string) {
  const refused: [number, string][] = [];
  const { added } = await library.import(text, { onRefused: (_file, line, reason) => refused.push([line, reason]) });
  return { added, refused };
}
const volume = async (key: string) =>
  (await library.ask<VolumeRepresentation>('GET', `/books/v1/volumes/${idOf(key)}?key=${library.key}`)).body;

describe('volumes', () => {
  test('numbers beyond those of the wire', async () => {
    const row = (id: string, more: Readonly<Record<string, string>>) => ({
      id,
      title: 'Numbers',
      is_ebook: 'true',
      currency: 'USD',
      ...more,
    });

    const summary = await imported(
      csvOf([
        row('pages', { page_count: '1e30' }),
        row('stars', { average_rating: '99', ratings_count: '3' }),
        row('votes', { average_rating: '4', ratings_count: '1e30' }),
        row('dear', { list_price: '1e400', retail_price: '1e20' }),
        row('negative', { list_price: '-5' }),
        row('sound', { page_count: '2147483647', average_rating: '4', ratings_count: '2', list_price: '5' }),
      ]),
    );

    expect(summary).toEqual({ added: 6, refused: [] });
    expect((await volume('pages')).volumeInfo?.pageCount).toBeUndefined();
    for (const key of ['stars', 'votes']) expect((await volume(key)).volumeInfo).not.toHaveProperty('averageRating');
    for (const key of ['dear', 'negative'])
      expect((await volume(key)).saleInfo).toMatchObject({ saleability: 'NOT_FOR_SALE' });
    expect(await volume('sound')).toMatchObject({
      volumeInfo: { pageCount: 2147483647, averageRating: 4, ratingsCount: 2 },
      saleInfo: { listPrice: { amount: 5 } },
    });
  });

  test('a record larger than an item of the table', async () => {
    const edition = (number: number, description: string) =>
      JSON.stringify({ type: { key: '/type/edition' }, key: `/books/L${String(number)}M`, title: 'Long', description });

    const summary = await imported(
      [edition(1, 'short'), edition(2, 'long '.repeat(100_000)), edition(3, 'é'.repeat(140_000))].join('\n'),
    );

    expect(summary).toEqual({ added: 2, refused: [[2, 'The record is larger than 300000 bytes.']] });
  });
});

test('shelves and purchases', async () => {
  const email = someone();
  const shelf = (more: object) => JSON.stringify({ type: 'shelf', email, shelfId: 1001, title: 'A shelf', ...more });

  const { refused } = await imported(
    [
      shelf({ title: 'x'.repeat(450_000) }),
      shelf({ description: 'x'.repeat(450_000) }),
      shelf({ email: `${'x'.repeat(450_000)}@example.com` }),
      shelf({ email: '' }),
      shelf({ email: 5 }),
      shelf({ shelfId: true, access: 'PUBLIC' }),
      shelf({ shelfId: ' ', access: 'PRIVATE' }),
      shelf({ shelfId: '1002', description: '' }),
    ].join('\n'),
  );

  expect(refused).toEqual([
    [1, "'title' is longer than 10000 characters."],
    [2, "'description' is longer than 10000 characters."],
    [3, "'email' is longer than 10000 characters."],
    [4, "'email' is missing."],
    [5, "'email' is missing."],
    [6, "'shelfId' must be a number."],
    [7, "'shelfId' must be a number."],
  ]);
  const { body } = await library.ask<{ items: { id: number }[] }>('GET', '/books/v1/mylibrary/bookshelves', {
    as: email,
  });
  expect(body.items.map(({ id }) => id).filter((id) => id > 1000)).toEqual([1002]);
});
