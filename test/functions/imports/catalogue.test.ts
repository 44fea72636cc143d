/** @modules own */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import type { SignedBucket } from '#lib/stores/s3/signed-bucket';
import { csvOf, idOf } from '#test/support/books/catalogue';
import { useLibrary } from '#test/support/books/use-library';
import { uploadsOf } from '#test/support/lambda/uploads';
import { newFolder } from '#test/support/run/folders/new-folder';
import { underRole } from '#test/support/run/under-role';

const library = useLibrary();
let bucket: SignedBucket;
let handler: (event: SQSEvent, context: { getRemainingTimeInMillis(): number }) => Promise<void>;

beforeAll(async () => {
  ({ bucket } = await import('#lib/runtime/bucket'));
  handler = underRole('importCatalogue', (await import('#functions/imports/catalogue')).handler);
});

async function upload(key: string, text: string | Uint8Array): Promise<void> {
  const path = join(newFolder(), 'file');
  writeFileSync(path, text);
  await bucket.upload(key, path, { contentType: 'text/csv' });
}
const search = async (q: string): Promise<string[]> => {
  const { booksIndex } = await import('#lib/runtime/books/index');
  await booksIndex.refresh();
  const { body } = await library.ask<{ items?: { id: string }[] }>(
    'GET',
    `/books/v1/volumes?key=${library.key}&q=${q}&maxResults=40`,
  );
  return (body.items ?? []).map(({ id }) => id);
};

test('a file under catalogue/ becomes volumes that searches find', async () => {
  await upload(
    'catalogue/two books.csv',
    csvOf([
      { id: 'u1', title: 'Uploaded One' },
      { id: 'u2', title: 'Uploaded Two' },
    ]),
  );
  await handler(uploadsOf('catalogue/two books.csv'), { getRemainingTimeInMillis: () => 900_000 });

  expect((await search('uploaded')).toSorted()).toEqual([idOf('u1'), idOf('u2')].toSorted());
});

test.each([
  ['as plain bytes', {}, 'heron'],
  ['with its encoding', { contentEncoding: 'gzip' }, 'egret'],
])('a compressed file comes in that was stored %s', async (_name, encoding, word) => {
  const path = join(newFolder(), 'file');
  writeFileSync(path, gzipSync(csvOf([{ id: `packed-${word}`, title: `The packed ${word}` }])));
  const key = `catalogue/${word}.csv.gz`;
  await bucket.upload(key, path, { contentType: 'text/csv', ...encoding });

  await handler(uploadsOf(key), { getRemainingTimeInMillis: () => 900_000 });

  expect(await search(word)).toEqual([idOf(`packed-${word}`)]);
});

test('what does not fit into one run goes on in the next, and is searchable meanwhile', async () => {
  const rows = Array.from({ length: 1000 }, (_, place) => ({
    id: `long-${String(place)}`,
    title: place === 999 ? 'The very last gannet' : place === 0 ? 'The very first gannet' : `Volume ${String(place)}`,
  }));
  const key = 'catalogue/long.csv';
  await upload(key, csvOf(rows));

  await handler(uploadsOf(key), { getRemainingTimeInMillis: () => 1_000 });
  expect(await search('gannet')).toEqual([idOf('long-0')]);
  expect((await bucket.describe(key))?.metadata).toHaveProperty('continues');

  await handler(uploadsOf(key), { getRemainingTimeInMillis: () => 1_000 });
  await handler(uploadsOf(key), { getRemainingTimeInMillis: () => 900_000 });
  expect((await search('gannet')).toSorted()).toEqual([idOf('long-0'), idOf('long-999')].toSorted());
});

const rowsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `${name}-${String(place)}`, title: `${name} ${String(place)}` }));
const ENOUGH = { getRemainingTimeInMillis: () => 900_000 };

test('a file that is uploaded anew is imported from its beginning, though the old one was half done', async () => {
  const key = 'catalogue/twice.csv';
  await upload(key, csvOf(rowsOf('oldauk', 500)));
  await handler(uploadsOf(key), { getRemainingTimeInMillis: () => 1_000 });

  await upload(key, csvOf(rowsOf('newauk', 3)));
  await handler(uploadsOf(key), ENOUGH);
  // The message about the half that was left comes late.
  await handler(uploadsOf(key), ENOUGH);

  expect((await search('newauk')).toSorted()).toEqual(['newauk-0', 'newauk-1', 'newauk-2'].map(idOf).toSorted());
  expect((await bucket.describe(key))?.metadata).not.toHaveProperty('continues');
});

test('a file that is replaced while it is imported is not continued under the name of the old one', async () => {
  const key = 'catalogue/replaced.csv';
  await upload(key, csvOf(rowsOf('smew', 500)));
  let replaced: Promise<void> | undefined;
  await handler(uploadsOf(key), {
    getRemainingTimeInMillis: () => {
      replaced ??= upload(key, csvOf(rowsOf('gadwall', 2)));
      return 1_000;
    },
  });
  await replaced;
  await handler(uploadsOf(key), ENOUGH);

  expect(await search('gadwall')).toHaveLength(2);
});

test('a file that is no catalogue, and one that is gone, are done with', async () => {
  await upload('catalogue/what.bin', 'no format at all');

  await expect(handler(uploadsOf('catalogue/what.bin'), ENOUGH)).resolves.toBeUndefined();
  await expect(handler(uploadsOf('catalogue/gone.csv'), ENOUGH)).resolves.toBeUndefined();
});

test('a file that is cut off fails, is tried again, and is whole when it is uploaded whole', async () => {
  const key = 'catalogue/cut.csv.gz';
  const packed = gzipSync(
    csvOf(
      Array.from({ length: 1500 }, (_, place) => ({
        id: `scoter-${String(place)}`,
        title: `Scoter ${String(place * 7919)}`,
      })),
    ),
  );
  await upload(key, packed.subarray(0, packed.length / 2));
  await expect(handler(uploadsOf(key), ENOUGH)).rejects.toThrow('unexpected end of file');
  await expect(handler(uploadsOf(key), ENOUGH)).rejects.toThrow('unexpected end of file');

  await upload(key, packed);
  await handler(uploadsOf(key), ENOUGH);

  expect(await search('scoter')).toHaveLength(40);
  const { body } = await library.ask<{ totalItems: number }>(
    'GET',
    `/books/v1/volumes?key=${library.key}&q=scoter&maxResults=0`,
  );
  expect(body.totalItems).toBe(1500);
});
