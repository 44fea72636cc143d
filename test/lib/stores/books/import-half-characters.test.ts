/**
 * JSON can write half of a character that UTF-16 has in two parts. No database keeps it, so its record is refused by
 * its line.
 * @modules own
 */
import { describe, expect, test } from '@jest/globals';
import { useLibrary } from '#test/support/books/use-library';

const REFUSED = 'The line has half of a character in it: one of two surrogates is missing.';

const library = useLibrary();

async function imported(lines: readonly string[]) {
  const refused: [number, string][] = [];
  const { added } = await library.import(lines.join('\n'), {
    onRefused: (_file, line, reason) => refused.push([line, reason]),
  });
  return { added, refused };
}

const titlesFor = async (q: string) => {
  const { body } = await library.ask<{ items?: { volumeInfo: { title: string; authors?: string[] } }[] }>(
    'GET',
    `/books/v1/volumes?q=${q}&key=${library.key}`,
  );
  return body.items?.map(({ volumeInfo: { title, authors } }) => [title, authors]);
};

describe('a dump of Open Library', () => {
  test('loses the lines with half a character and keeps those around them', async () => {
    const summary = await imported([
      String.raw`{"type":{"key":"/type/edition"},"key":"/books/H1M","title":"Lantern one \ud83c"}`,
      String.raw`{"type":{"key":"/type/edition"},"key":"/books/H2M","title":"Lantern two \ud83c\udfee"}`,
      String.raw`{"type":{"key":"/type/edition"},"key":"/books/H3M","title":"Lantern three","notes":{"value":"\udfee"}}`,
    ]);

    expect(summary).toEqual({
      added: 1,
      refused: [
        [1, REFUSED],
        [3, REFUSED],
      ],
    });
    expect(await titlesFor('lantern')).toEqual([['Lantern two 🏮', undefined]]);
  });

  test('names no author by a line that was refused', async () => {
    const summary = await imported([
      String.raw`{"type":{"key":"/type/author"},"key":"/authors/H1A","name":"Half \ud83c"}`,
      String.raw`{"type":{"key":"/type/edition"},"key":"/books/H4M","title":"Candlestick","authors":[{"key":"/authors/H1A"}]}`,
    ]);

    expect(summary).toEqual({ added: 1, refused: [[1, REFUSED]] });
    expect(await titlesFor('candlestick')).toEqual([['Candlestick', undefined]]);
  });
});

test('shelves: the others are there', async () => {
  const shelf = (id: number, title: string) =>
    `{"type":"shelf","email":"half@example.com","shelfId":${String(id)},"title":"${title}","access":"PUBLIC"}`;

  const summary = await imported([
    shelf(1001, String.raw`\ud83d`),
    shelf(1002, String.raw`\ud83d\ude00`),
    shelf(1003, String.raw`a \ude00 b`),
  ]);

  expect(summary.refused).toEqual([
    [1, REFUSED],
    [3, REFUSED],
  ]);
  const { body } = await library.ask<{ items: { id: number; title: string }[] }>(
    'GET',
    '/books/v1/mylibrary/bookshelves',
    { as: 'half@example.com' },
  );
  expect(body.items.filter(({ id }) => id > 1000).map(({ id, title }) => [id, title])).toEqual([[1002, '😀']]);
});
