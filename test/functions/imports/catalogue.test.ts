import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { EventBridgeEvent } from 'aws-lambda';
import sample from '../../../events/imports/catalogue.json' with { type: 'json' };
import type { SignedBucket } from '#lib/stores/s3/signed-bucket';
import { csvOf, idOf } from '#test/support/catalogue';
import { type Library, openLibrary } from '#test/support/library';

type Uploaded = EventBridgeEvent<'Object Created', { object: { key: string } }>;

/** A thousand records on a busy machine. */
const SLOWLY = 30_000;

let library: Library;
let bucket: SignedBucket;
let handler: (event: Uploaded, context: { getRemainingTimeInMillis(): number }) => Promise<void>;

beforeAll(async () => {
  library = await openLibrary();
  ({ bucket } = await import('#lib/runtime/books-index'));
  ({ handler } = await import('#functions/imports/catalogue'));
});

async function upload(key: string, text: string): Promise<void> {
  const path = join(mkdtempSync(join(tmpdir(), 'almanac-upload-')), 'file');
  writeFileSync(path, text);
  await bucket.upload(key, path, 'text/csv');
}
const eventOf = (key: string): Uploaded => ({ ...sample, 'detail-type': 'Object Created', detail: { object: { key } } });
const search = async (q: string): Promise<string[]> => {
  const { booksIndex } = await import('#lib/runtime/books-index');
  await booksIndex.refresh();
  const { body } = await library.ask<{ items?: { id: string }[] }>('GET', `/books/v1/volumes?key=${library.key}&q=${q}&maxResults=40`);
  return (body.items ?? []).map(({ id }) => id);
};

test('a file under catalogue/ becomes volumes that searches find', async () => {
  await upload('catalogue/two books.csv', csvOf([{ id: 'u1', title: 'Uploaded One' }, { id: 'u2', title: 'Uploaded Two' }]));
  await handler(eventOf('catalogue/two books.csv'), { getRemainingTimeInMillis: () => 900_000 });

  expect((await search('uploaded')).toSorted()).toEqual([idOf('u1'), idOf('u2')].toSorted());
});

test('what does not fit into one run goes on in the next, and is searchable meanwhile', async () => {
  const rows = Array.from({ length: 1000 }, (_, place) => ({ id: `long-${String(place)}`, title: place === 999 ? 'The very last gannet' : place === 0 ? 'The very first gannet' : `Volume ${String(place)}` }));
  const key = 'catalogue/long.csv';
  await upload(key, csvOf(rows));

  await handler(eventOf(key), { getRemainingTimeInMillis: () => 1_000 });
  expect(await search('gannet')).toEqual([idOf('long-0')]);
  const { metadata } = await bucket.describe(key);
  expect(metadata).toHaveProperty('continues');

  await handler(eventOf(key), { getRemainingTimeInMillis: () => 1_000 });
  await handler(eventOf(key), { getRemainingTimeInMillis: () => 900_000 });
  expect((await search('gannet')).toSorted()).toEqual([idOf('long-0'), idOf('long-999')].toSorted());
}, SLOWLY);
