/** @modules own */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { csvOf, idOf } from '#test/support/books/catalogue';
import { useLibrary } from '#test/support/books/use-library';
import { someone } from '#test/support/people';

const library = useLibrary();
beforeAll(async () => {
  await library.import(
    csvOf([
      { id: 'graves', title: 'Graves', language: 'de' },
      { id: 'braves', title: 'Braves', language: 'en' },
    ]),
  );
});

const titles = async (url: string, ask = {}): Promise<(string | undefined)[]> => {
  const { body } = await library.ask<{ items?: { volumeInfo: { title?: string } }[] }>('GET', url, ask);
  return (body.items ?? []).map(({ volumeInfo }) => volumeInfo.title).toSorted();
};
const search = (q: string, more = '') => titles(`/books/v1/volumes?key=${library.key}&q=${q}${more}`);

describe('books.volumes.list takes a word for a slip only when no volume has it', () => {
  test('BOOK-49: a word that is nowhere finds its neighbours', async () => {
    expect(await search('xraves')).toEqual(['Braves', 'Graves']);
    expect(await search('xraves', '&langRestrict=en')).toEqual(['Braves']);
  });

  test('a word of volumes that a filter leaves out finds nothing else instead', async () => {
    expect(await search('graves', '&langRestrict=en')).toEqual([]);
    expect(await search('graves', '&filter=ebooks')).toEqual([]);
    expect(await search('graves', '&langRestrict=en&orderBy=newest')).toEqual([]);
  });

  test("BOOK-23, BOOK-38: neither on the caller's shelves", async () => {
    const as = someone();
    await library.ask('POST', `/books/v1/mylibrary/bookshelves/2/addVolume?volumeId=${idOf('braves')}`, { as });

    expect(await titles('/books/v1/mylibrary/bookshelves/2/volumes?q=graves', { as })).toEqual([]);
    expect(await titles('/books/v1/volumes?q=graves&libraryRestrict=my-library', { as })).toEqual([]);
    expect(await titles('/books/v1/mylibrary/bookshelves/2/volumes?q=bravse', { as })).toEqual(['Braves']);
  });
});
