/** @modules own */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asFunction, enforceRoles } from '#lib/local/lambda/iam/enforce';
import { csvOf } from '#test/support/books/catalogue';
import { openLibrary, type Library } from '#test/support/books/library';
import { type StandIn, standInDomain } from '#test/support/opensearch/stand-in';
import { testStage } from '#test/support/run/test-stage';

let opened: StandIn;
let library: Library;

const onStage = (BOOKS_SEARCH: string): void => {
  enforceRoles({ ...testStage, environment: { ...testStage.environment, BOOKS_SEARCH } });
};

beforeAll(async () => {
  opened = await standInDomain({ anybody: true });
  Object.assign(process.env, {
    BOOKS_SEARCH: 'opensearch',
    SEARCH_ENDPOINT: opened.url,
    STAGE: testStage.environment['STAGE'],
  });
  library = await openLibrary();
  onStage('opensearch');
});
afterAll(() => opened.stop());

const importing = (...titles: readonly string[]): Promise<{ readonly added: number }> =>
  asFunction('importCatalogue', () => library.import(csvOf(titles.map((title) => ({ id: title, title })))));
const found = async (q: string): Promise<unknown> => {
  const { body } = await library.ask('GET', `/books/v1/volumes?q=${q}&key=${library.key}`);
  return body;
};

test('a file is imported into the domain, and searched there by the functions', async () => {
  await expect(importing('Aardvark', 'Badger')).resolves.toMatchObject({ added: 2 });
  await expect(importing('Capybara')).resolves.toMatchObject({ added: 1 });

  expect(await found('badger')).toMatchObject({ totalItems: 1, items: [{ volumeInfo: { title: 'Badger' } }] });
  expect(await found('capibara')).toMatchObject({ totalItems: 1 });
  for (const name of ['booksVolumes', 'booksBookshelvesVolumes', 'booksMylibraryBookshelvesVolumes'])
    expect(await asFunction(name, () => library.stores.index.preorders(['a'], '2026-01-01'))).toMatchObject({
      unknown: ['a'],
    });
});

test('all others are refused before the domain hears of it', async () => {
  const before = opened.requests.length;

  await expect(
    asFunction('booksBookshelves', () => library.stores.index.preorders(['a'], '2026-01-01')),
  ).rejects.toThrow(
    'is not authorized to perform: es:ESHttpPost on resource: arn:aws:es:us-east-1:000000000000:domain/',
  );
  expect(opened.requests.length).toBe(before);
});

test('on a stage that searches in a file nobody may ask a domain', async () => {
  onStage('file');

  await expect(asFunction('booksVolumes', () => library.stores.index.preorders(['a'], '2026-01-01'))).rejects.toThrow(
    'es:ESHttpPost',
  );
});
