/** @modules own */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { csvOf } from '#test/support/books/catalogue';
import { useLibrary } from '#test/support/books/use-library';

const library = useLibrary();
beforeAll(async () => {
  await library.import(
    csvOf(
      [
        '東京2020年史',
        '東京 物語',
        '図書館の本 第1巻',
        'ハリー・ポッターと賢者の石',
        '京都と2020の東京',
        '새로운 한국어 사전 3판',
      ].map((title, place) => ({ id: `u-${String(place)}`, title })),
    ),
  );
});

const titles = async (q: string): Promise<(string | undefined)[]> => {
  const { body } = await library.ask<{ items?: { volumeInfo: { title?: string } }[] }>(
    'GET',
    `/books/v1/volumes?key=${library.key}&q=${encodeURIComponent(q)}`,
  );
  return (body.items ?? []).map(({ volumeInfo }) => volumeInfo.title).toSorted();
};

describe('books.volumes.list in scripts without spaces', () => {
  test.each([
    ['東京2020', ['東京2020年史']],
    ['東京2020年', ['東京2020年史']],
    ['第1巻', ['図書館の本 第1巻']],
    ['intitle:館の本', ['図書館の本 第1巻']],
    ['3판', ['새로운 한국어 사전 3판']],
  ])('a word of several scripts: %s', async (q, expected) => {
    expect(await titles(q)).toEqual(expected);
  });

  test.each([
    ['"東京 物語"', ['東京 物語']],
    ['"京 物"', ['東京 物語']],
    ['"図書館の本 第1巻"', ['図書館の本 第1巻']],
    ['"ハリー・ポッター"', ['ハリー・ポッターと賢者の石']],
    ['intitle:"한국어 사전"', ['새로운 한국어 사전 3판']],
    ['"2020 東京"', []],
    ['"物語 東京"', []],
  ])('BOOK-13: a phrase of several words: %s', async (q, expected) => {
    expect(await titles(q)).toEqual(expected);
  });
});
