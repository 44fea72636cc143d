/**
 * Volumes that versions before 0.3 wrote.
 * @modules own
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { CATALOGUE, csvOf, idOf } from '#test/support/books/catalogue';
import { readerOf } from '#test/support/books/shelves';
import { useLibrary } from '#test/support/books/use-library';
import { itemsOf, makeFormer } from '#test/support/database/former-forms';

const library = useLibrary(CATALOGUE);
const [first, second] = CATALOGUE.map(({ id }) => String(id)) as [string, string];
let table: string;
beforeAll(() => {
  table = process.env['BOOKS_TABLE'] ?? '';
});

const volumeOf = async (key: string) =>
  (await library.ask('GET', `/books/v1/volumes/${idOf(key)}?key=${library.key}`)).body;
const formOf = async (key: string): Promise<string> =>
  typeof (await itemsOf(table, (pk) => pk === `V#${idOf(key)}`)).find(({ sk }) => sk === 'VOLUME')?.['volume'];

describe('a volume of an earlier version', () => {
  test('is read, put on a shelf and rated as before, and rewritten by an import that changes it', async () => {
    const before = await volumeOf(first);
    expect(await makeFormer(table)).toBe(CATALOGUE.length);
    expect(await formOf(first)).toBe('object');

    expect(await volumeOf(first)).toEqual(before);
    const reader = readerOf(library);
    await reader.add(3, first);
    expect(await reader.order(3)).toEqual([idOf(first)]);
    const [{ dynamoCatalogue }, { documents }] = await Promise.all([
      import('#lib/stores/dynamodb/books/catalogue'),
      import('#lib/stores/dynamodb/client/client'),
    ]);
    const rated = await dynamoCatalogue(documents, table).rate('123', idOf(first), 5, '2026-03-02T08:00:00Z');
    expect(rated).toMatchObject({ id: idOf(first) });

    const changed = CATALOGUE.map((row, index) => (index === 0 ? { ...row, title: 'A new title' } : row));
    expect(await library.import(csvOf(changed))).toMatchObject({ updated: 1, unchanged: CATALOGUE.length - 1 });
    expect([await formOf(first), await formOf(second)]).toEqual(['string', 'object']);
    expect(await volumeOf(first)).toMatchObject({ volumeInfo: { title: 'A new title' } });
  });

  test('is rewritten by the job, beside its ratings', async () => {
    const [{ rewriteTable }, { rewriteBooksItem }, { documents }] = await Promise.all([
      import('#lib/stores/dynamodb/rewrite/rewrite-table'),
      import('#lib/stores/dynamodb/rewrite/books-items'),
      import('#lib/stores/dynamodb/client/client'),
    ]);
    await makeFormer(table);
    const before = await volumeOf(first);

    const done = await Array.fromAsync(rewriteTable(documents, table, rewriteBooksItem));

    expect(done.at(-1)?.rewritten).toBe(CATALOGUE.length);
    expect([await formOf(first), await formOf(second)]).toEqual(['string', 'string']);
    expect(await volumeOf(first)).toEqual(before);
    expect(before).toMatchObject({ volumeInfo: { ratingsCount: expect.any(Number) } });
  });
});
