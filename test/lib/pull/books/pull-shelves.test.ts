/**
 * Moving shelves in from another Almanac, whose catalogue is not the one here.
 * @modules own
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pullShelves, type BooksUpstream } from '#lib/pull/books/pull-shelves';
import { jsonClient } from '#lib/pull/http/json-client';
import { Pace } from '#lib/pull/http/pace';
import { startAlmanac, type Almanac } from '#lib/testing/start-almanac';
import { upstreamClient } from '#lib/upstream/client/client';
import { useLibrary } from '#test/support/books/use-library';
import { someone } from '#test/support/people';
import { newFolder } from '#test/support/run/folders/new-folder';

const library = useLibrary();
const FAVORITES = 0;
const TO_READ = 2;

let there: Almanac;
beforeAll(async () => {
  there = await startAlmanac({ services: ['books'], seed: 'sample' });
});
afterAll(() => there.stop());

interface Volume {
  readonly id: string;
  readonly volumeInfo: { readonly title: string };
}

test('shelves come with their volumes and their order; again, only what has changed', async () => {
  const email = someone('reader');
  const token = await there.token(email);
  const ask = async (method: string, path: string): Promise<Volume[]> => {
    const answer = await fetch(`${there.url}books/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-length': '0' },
    });
    expect(answer.status).toBeLessThan(300);
    const text = await answer.text();
    return text === '' ? [] : ((JSON.parse(text) as { items?: Volume[] }).items ?? []);
  };
  const shelfPath = (shelf: number, verb: string): string => `mylibrary/bookshelves/${String(shelf)}/${verb}`;
  const [first, second, third] = await ask('GET', 'volumes?q=the&maxResults=3');
  const add = (shelf: number, volume: Volume | undefined) =>
    ask('POST', `${shelfPath(shelf, 'addVolume')}?volumeId=${volume?.id ?? ''}`);
  for (const volume of [first, second, third]) await add(FAVORITES, volume);
  await add(TO_READ, second);

  // The table of this file is known by now.
  expect(library.key).toEqual(expect.any(String));
  const [{ importContext }, { books }] = await Promise.all([
    import('#lib/runtime/books/import'),
    import('#lib/runtime/books/serve'),
  ]);
  const { stores } = books;
  const upstream = jsonClient({
    client: upstreamClient({ rootUrl: there.url, allowLoopback: true, allowPrivate: false }),
    basePath: 'books/v1/',
    tokens: { token: () => Promise.resolve(token), forget: () => undefined },
    pace: new Pace(),
  });
  const folder = newFolder();
  const pull = (from: BooksUpstream = upstream) =>
    pullShelves({ email, upstream: from, context: importContext(folder) });
  const titlesOn = async (shelf: number): Promise<(string | undefined)[]> => {
    const order = await stores.shelves.order(await stores.readers.idFor(email, ''), shelf);
    const found = await stores.volumes.findMany(order);
    return order.map((id) => found.get(id)?.title);
  };
  const titleOf = (volume: Volume | undefined): string | undefined => volume?.volumeInfo.title;

  expect(await pull()).toMatchObject({ volumes: 4, untaken: [] });
  expect(await titlesOn(FAVORITES)).toEqual([first, second, third].map(titleOf));
  expect(await titlesOn(TO_READ)).toEqual([titleOf(second)]);
  expect(await pull()).toMatchObject({ volumes: 4, changed: 0 });
  // Google's pages may be shorter than asked for; some servers know no pages at all.
  const shortPages: BooksUpstream = { get: (path, query) => upstream.get(path, { ...query, maxResults: 2 }) };
  expect(await pull(shortPages)).toMatchObject({ volumes: 4, changed: 0 });
  const onePage: BooksUpstream = {
    async get<T>(path: string, query?: object) {
      const { totalItems: _total, ...page } = await upstream.get<{ totalItems?: number }>(path, {
        ...query,
        startIndex: 0,
      });
      return page as T;
    },
  };
  expect(await pull(onePage)).toMatchObject({ volumes: 4, changed: 0 });

  await ask('POST', `${shelfPath(FAVORITES, 'moveVolume')}?volumeId=${third?.id ?? ''}&volumePosition=0`);
  await ask('POST', `${shelfPath(FAVORITES, 'removeVolume')}?volumeId=${first?.id ?? ''}`);
  await ask('POST', shelfPath(TO_READ, 'clearVolumes'));
  await pull();

  expect(await titlesOn(FAVORITES)).toEqual([third, second].map(titleOf));
  expect(await titlesOn(TO_READ)).toEqual([]);
});
