/** @modules own */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { searchFilters } from '#lib/books/search/filters';
import { parseQuery } from '#lib/books/search/query';
import type { IndexDraft, Saved } from '#lib/books/stores/all';
import type { IndexPointer, IndexVersion } from '#lib/stores/dynamodb/books/index-pointer';
import { openSearchDraft } from '#lib/stores/opensearch/index-draft';
import { openSearchIndex } from '#lib/stores/opensearch/volume-index';
import { saved } from '#test/support/books/index-of';
import { useLibrary } from '#test/support/books/use-library';
import { type StandIn, standInDomain } from '#test/support/opensearch/stand-in';
import { newFolder } from '#test/support/run/folders/new-folder';

let pointer: IndexPointer;
let opened: StandIn;
let ids: { next(): string; hex(characters: number): string };

useLibrary();
beforeAll(async () => {
  ({ indexPointer: pointer } = await import('#lib/runtime/books/index'));
  ({ randomIds: ids } = await import('#lib/runtime/process/ids'));
});
/** Each test has a domain, and an alias of its own. */
let alias = '';
let number = 0;
beforeEach(async () => {
  opened = await standInDomain();
  number += 1;
  alias = `books-${String(number)}`;
  // The pointer of the table is that of the test before; the first reindex replaces it.
  await fill(['Zero'], { isEmpty: true });
});
afterEach(() => opened.stop());

const clock = { now: () => new Date('2026-01-01T00:00:00Z') };
const open = (beginning?: { readonly isEmpty: boolean }): Promise<IndexDraft> =>
  openSearchDraft({ domain: opened.domain, alias, pointer, clock, ids }, beginning);
const volume = (title: string): Saved => saved({ key: title, title });
const removed = (title: string): Saved => ({ ...volume(title), outcome: 'removed', volume: undefined });

async function fill(titles: readonly string[], beginning?: { readonly isEmpty: boolean }): Promise<boolean> {
  const draft = await open(beginning);
  await draft.apply(titles.map(volume));
  return draft.publish();
}

const count = async (q: string): Promise<number> => {
  const filters = searchFilters({ showPreorders: false }, 'US', '2026-01-01');
  const request = {
    query: parseQuery(`"${q}"`),
    filters,
    orderBy: 'relevance',
    startIndex: 0,
    maxResults: 10,
  } as const;
  return (await openSearchIndex({ domain: opened.domain, alias }).search(request)).totalItems;
};
const indices = (): string[] => [...opened.indices.keys()].filter((name) => !name.endsWith('-progress'));
const current = async (): Promise<IndexVersion> => (await pointer.read()) as IndexVersion;

describe('an import', () => {
  test('writes into the index in force, batch by batch, and is seen when it ends', async () => {
    const [before] = indices();
    const draft = await open();
    await draft.apply([volume('Aardvark'), volume('Badger')]);
    await draft.apply([removed('Aardvark'), volume('Capybara'), removed('Never There')]);
    expect(await count('badger')).toBe(0);

    expect(await draft.publish()).toBe(true);
    expect(await Promise.all(['aardvark', 'badger', 'capybara', 'zero'].map(count))).toEqual([0, 1, 1, 1]);
    expect(indices()).toEqual([before]);
    expect(await current()).toMatchObject({ key: before, volumes: 3 });
  });

  test('that was overtaken by another says so, and begins its file again', async () => {
    const slow = await open();
    await slow.apply([volume('Dormouse')], { file: 'one.csv', records: 400 });
    expect(await fill(['Echidna'])).toBe(true);

    expect(await slow.publish()).toBe(false);
    expect(await (await open()).progressOf('one.csv')).toBe(0);
  });

  test('that was cut short goes on where it was, also after other imports', async () => {
    const first = await open();
    await first.apply([volume('Ferret')], { file: 'one.csv', records: 400 });
    await first.leave();
    expect(await fill(['Gecko'])).toBe(true);

    const second = await open();
    expect(await second.progressOf('one.csv')).toBe(400);
    expect(await second.progressOf('two.csv')).toBe(0);
    await second.finish('one.csv');
    expect(await second.publish()).toBe(true);
    expect(await (await open()).progressOf('one.csv')).toBe(0);
    expect(await count('ferret')).toBe(1);
  });

  test('that was cut short begins again when the index was built anew since', async () => {
    const first = await open();
    await first.apply([volume('Heron')], { file: 'one.csv', records: 400 });
    await first.leave();
    expect(await fill(['Ibis'], { isEmpty: true })).toBe(true);

    expect(await (await open()).progressOf('one.csv')).toBe(0);
  });

  test('makes no index of its own where the alias was lost, and puts the alias back', async () => {
    const [name = ''] = indices();
    await opened.domain.send('POST', '/_aliases', { body: { actions: [{ remove: { index: name, alias } }] } });

    expect(await fill(['Jackal'])).toBe(true);
    expect(indices()).toEqual([name]);
    expect(await count('jackal')).toBe(1);
  });

  test('does not go on with the file of a stage that searched in one', async () => {
    const version = await current();
    await pointer.move(version, { ...version, version: 'of a file', key: 'search/books/a.sqlite', format: 3 });

    await expect(open()).rejects.toThrow('run `npm run books -- reindex` once');
    expect(await fill(['Kestrel'], { isEmpty: true })).toBe(true);
    expect(await current()).not.toHaveProperty('previousKey');
  });
});

test('an import that does not know of the domain does not write a file beside it', async () => {
  const { bucket } = await import('#lib/runtime/bucket');
  const { openIndexDraft } = await import('#lib/stores/search-index/index-publisher');

  await expect(openIndexDraft({ pointer, bucket, folder: newFolder(), clock, ids })).rejects.toThrow('--search URL');
});

describe('a reindex', () => {
  test('fills an index that nobody sees, then swaps it in with one request', async () => {
    const [old] = indices();
    const draft = await open({ isEmpty: true });
    await draft.apply([volume('Lynx')]);
    expect([await count('zero'), await count('lynx')]).toEqual([1, 0]);
    const before = opened.requests.length;

    expect(await draft.publish()).toBe(true);
    expect([await count('zero'), await count('lynx')]).toEqual([0, 1]);
    const { key, previousKey } = await current();
    expect(previousKey).toBe(old);
    expect(opened.requests.slice(before, before + 4)).toEqual([
      `POST /${key}/_refresh`,
      `GET /${key}/_count`,
      `GET /${alias}/_alias`,
      'POST /_aliases',
    ]);
  });

  test('keeps the index before until the next version, for searches that are at work on it', async () => {
    const [first] = indices();
    await fill(['Marmot'], { isEmpty: true });
    const [, second] = indices();
    expect(indices()).toEqual([first, second]);

    await fill(['Newt']);
    expect(indices()).toEqual([second]);
    expect((await current()).key).toBe(second);
  });

  test('that was overtaken by an import leaves nothing behind', async () => {
    const [old] = indices();
    const slow = await open({ isEmpty: true });
    await slow.apply([volume('Otter')]);
    expect(await fill(['Panda'])).toBe(true);

    expect(await slow.publish()).toBe(false);
    expect(indices()).toEqual([old]);
    expect(await Promise.all(['panda', 'otter'].map(count))).toEqual([1, 0]);
  });

  test('that ended before the alias was moved is made good by the next import', async () => {
    const draft = await open({ isEmpty: true });
    await draft.apply([volume('Quokka')]);
    opened.fault = (request) => (request === 'POST /_aliases' ? 400 : undefined);
    await expect(draft.publish()).rejects.toThrow('400');
    opened.fault = undefined;
    expect(await count('quokka')).toBe(0);

    expect(await fill(['Rabbit'])).toBe(true);
    expect(await Promise.all(['quokka', 'rabbit', 'zero'].map(count))).toEqual([1, 1, 0]);
  });

  test('that fails takes its index away', async () => {
    const before = indices();
    const draft = await open({ isEmpty: true });
    await draft.leave();

    expect(indices()).toEqual(before);
  });

  test('before its index is in force takes it away, too', async () => {
    const before = indices();
    const draft = await open({ isEmpty: true });
    opened.fault = (request) => (request.endsWith('/_refresh') ? 400 : undefined);

    await expect(draft.publish()).rejects.toThrow('400');
    expect(indices()).toEqual(before);
  });
});
