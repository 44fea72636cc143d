/** @modules own */
import { randomBytes } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readRecord } from '#lib/books/import/record/record';
import { volumeId } from '#lib/books/model/ids';
import { searchFilters } from '#lib/books/search/filters';
import { parseQuery } from '#lib/books/search/query';
import type { CatalogueStore, Saved, VolumeIndex } from '#lib/books/stores/all';
import { mergeDraft } from '#lib/books/volumes/catalogue';
import type { IndexPointer, IndexVersion } from '#lib/stores/dynamodb/books/index-pointer';
import type { SignedBucket } from '#lib/stores/s3/signed-bucket';
import { openIndexDraft } from '#lib/stores/search-index/index-publisher';
import { type IndexReplica, indexReplica } from '#lib/stores/search-index/index-replica';
import { csvOf } from '#test/support/books/catalogue';
import { openLibrary } from '#test/support/books/library';
import { useLibrary } from '#test/support/books/use-library';
import { eventually } from '#test/support/eventually';
import { newFolder } from '#test/support/run/folders/new-folder';

let pointer: IndexPointer;
let bucket: SignedBucket;
let randomIds: { next(): string; hex(characters: number): string };

useLibrary();
beforeAll(async () => {
  ({ indexPointer: pointer } = await import('#lib/runtime/books/index'));
  ({ bucket } = await import('#lib/runtime/bucket'));
  ({ randomIds } = await import('#lib/runtime/process/ids'));
});

const folder = (): string => newFolder();
const clockAt = { ms: Date.parse('2026-01-01T00:00:00Z') };
const clock = { now: () => new Date(clockAt.ms) };
const errors: string[] = [];
const log = {
  info: () => undefined,
  error: (message: string, fields?: object) => errors.push(`${message} ${JSON.stringify(fields)}`),
};

const openDraft = (at = folder()) => openIndexDraft({ pointer, bucket, folder: at, clock, ids: randomIds });
const openReplica = (open = bucket.open, at = folder()): IndexReplica =>
  indexReplica({ pointer, open, folder: at, checkSeconds: 30, clock, log });

const saved = (title: string): Saved => {
  const read = readRecord({ source: 'test', key: title, title }, 1);
  if ('refused' in read) throw new Error(read.refused);
  const id = volumeId(`test:${title}`);
  return { id, outcome: 'added', volume: mergeDraft(undefined, read.draft, id).volume };
};
const publish = async (...titles: readonly string[]): Promise<void> => {
  const draft = await openDraft();
  draft.apply(titles.map(saved));
  expect(await draft.publish()).toBe(true);
};
const count = async (index: VolumeIndex, q: string): Promise<number> => {
  const filters = searchFilters({ showPreorders: false }, 'US', '2026-01-01');
  return (await index.search({ query: parseQuery(q), filters, orderBy: 'relevance', startIndex: 0, maxResults: 10 }))
    .totalItems;
};

describe('a running function', () => {
  test('finds nothing while there is no index, and a volume from the first version on', async () => {
    const replica = openReplica();
    expect(await count(replica, 'aardvark')).toBe(0);

    await publish('Aardvark');
    await replica.refresh();
    expect(await count(replica, 'aardvark')).toBe(1);
  });

  test('looks for a newer version when its time has come, and answers from the old one meanwhile', async () => {
    await publish('Badger');
    const files = folder();
    const replica = openReplica(bucket.open, files);
    expect(await count(replica, 'badger')).toBe(1);

    await publish('Capybara');
    expect(await count(replica, 'capybara')).toBe(0);
    clockAt.ms += 31_000;
    expect(await count(replica, 'capybara badger|capybara')).toBe(0);
    await eventually(async () => (await count(replica, 'capybara')) === 1);
    expect(await count(replica, 'badger')).toBe(1);
    expect(readdirSync(files)).toHaveLength(1);
  });

  test('fetches a version once, however often it looks for a newer one, and keeps its file', async () => {
    await publish('Alpaca');
    const files = folder();
    let fetched = 0;
    const replica = openReplica((key) => {
      fetched += 1;
      return bucket.open(key);
    }, files);
    expect(await count(replica, 'alpaca')).toBe(1);
    const kept = readdirSync(files);

    for (let look = 0; look < 3; look += 1) await replica.refresh();
    expect(await count(replica, 'alpaca')).toBe(1);
    expect(fetched).toBe(1);
    expect(readdirSync(files)).toEqual(kept);
  });

  test('never serves a version whose bytes are not those that were published, nor fails a request for it', async () => {
    await publish('Dormouse');
    let isDamaged = false;
    const replica = openReplica((key) =>
      isDamaged ? Promise.resolve(Readable.from([randomBytes(4096)])) : bucket.open(key),
    );
    expect(await count(replica, 'dormouse')).toBe(1);

    await publish('Echidna');
    isDamaged = true;
    clockAt.ms += 31_000;
    errors.length = 0;
    expect(await count(replica, 'dormouse')).toBe(1);
    await eventually(() => errors.length > 0);
    expect(errors[0]).toContain('is not the one that was published');
    expect(await count(replica, 'echidna')).toBe(0);

    isDamaged = false;
    await replica.refresh();
    expect(await count(replica, 'echidna')).toBe(1);
  });

  test('that cannot fetch its first version fails every search until it can, and does not find nothing', async () => {
    await publish('Ferret');
    let isReachable = false;
    const replica = openReplica((key) => (isReachable ? bucket.open(key) : Promise.reject(new Error('no connection'))));

    await expect(count(replica, 'ferret')).rejects.toThrow('no connection');
    await expect(count(replica, 'ferret')).rejects.toThrow('no connection');
    clockAt.ms += 31_000;
    await expect(count(replica, 'ferret')).rejects.toThrow('no connection');

    isReachable = true;
    expect(await count(replica, 'ferret')).toBe(1);
  });

  test('never serves a version of which only a part has come', async () => {
    await publish('Ferret');
    const half = async (key: string): Promise<Readable> => {
      const chunks = await (await bucket.open(key)).toArray();
      const bytes = Buffer.concat(chunks as Buffer[]);
      return Readable.from([bytes.subarray(0, bytes.length / 2)]);
    };
    const replica = openReplica(half);

    await expect(count(replica, 'ferret')).rejects.toThrow('is not the one that was published');
  });

  test('keeps what it has when a version is of a format it cannot read', async () => {
    await publish('Gecko');
    const replica = openReplica();
    expect(await count(replica, 'gecko')).toBe(1);
    const current = (await pointer.read()) as IndexVersion;
    await pointer.move(current, { ...current, version: `${current.version}x`, format: 99 });

    await expect(replica.refresh()).rejects.toThrow(/format 99, .* run `npm run books -- reindex` once/);
    expect(await count(replica, 'gecko')).toBe(1);
    await pointer.move({ ...current, version: `${current.version}x` }, current);
  });
});

describe('an import', () => {
  test('that was overtaken does not put its draft in force', async () => {
    const slow = await openDraft();
    slow.apply([saved('Heron')]);
    await publish('Ibis');

    expect(await slow.publish()).toBe(false);
    const replica = openReplica();
    expect(await count(replica, 'ibis')).toBe(1);
    expect(await count(replica, 'heron')).toBe(0);
  });

  test('that was cut short finds its draft and how far each file had come', async () => {
    const at = folder();
    const first = await openDraft(at);
    first.apply([saved('Jackal')], { file: 'one.csv', records: 400 });
    first.leave();

    const second = await openDraft(at);
    expect(second.progressOf('one.csv')).toBe(400);
    expect(second.progressOf('two.csv')).toBe(0);
    second.finish('one.csv');
    expect(await second.publish()).toBe(true);
    expect(await count(openReplica(), 'jackal')).toBe(1);
  });

  test('is refused while another on the same machine is at work on its draft', async () => {
    const at = folder();
    const first = await openDraft(at);
    await expect(openDraft(at)).rejects.toThrow('Another import into this stage is under way on this machine');

    first.apply([saved('Undisturbed Plover')]);
    expect(await first.publish()).toBe(true);
    (await openDraft(at)).leave();
    (await openDraft(at)).leave();
  });

  test('begins a new draft when another version was put in force since', async () => {
    const at = folder();
    const first = await openDraft(at);
    first.apply([saved('Kestrel')], { file: 'one.csv', records: 400 });
    first.leave();
    await publish('Lynx');

    const second = await openDraft(at);
    expect(second.progressOf('one.csv')).toBe(0);
    second.leave();
  });

  test('removes the version before the one that it replaces, and keeps that one for those who still fetch it', async () => {
    await publish('Marmot');
    const oldest = (await pointer.read()) as IndexVersion;
    await publish('Newt');
    await publish('Otter');

    await expect(bucket.open(oldest.key)).rejects.toThrow('404');
    await expect(bucket.describe((await pointer.read())?.previousKey ?? '')).resolves.toMatchObject({ metadata: {} });
  });
});

test('an index that is lost or of an old format is built anew from the catalogue', async () => {
  const library = await openLibrary();
  await library.import(
    csvOf([
      { id: 'r1', title: 'Rhinoceros' },
      { id: 'r2', title: 'Rhubarb' },
    ]),
  );
  const current = (await pointer.read()) as IndexVersion;
  await pointer.move(current, { ...current, version: 'old', format: 1 });
  await expect(openDraft()).rejects.toThrow('npm run books -- reindex');

  const { importContext } = await import('#lib/runtime/books/import');
  const { reindex } = await import('#lib/books/import/importer');
  const told: unknown[] = [];
  expect(await reindex(importContext(folder()), (...progress) => told.push(progress))).toBe(2);
  expect(told.at(-1)).toEqual([2, current.volumes]);
  expect(await count(openReplica(), 'rhinoceros')).toBe(1);
});

describe('a reindex that fails', () => {
  /** Some of the catalogue, and then no more. */
  const failingHalfway = {
    async *batches() {
      await Promise.resolve();
      yield [saved('Vole')];
      throw new Error('the table is too busy');
    },
  } as Pick<CatalogueStore, 'batches'> as CatalogueStore;
  const openAnew = (at: string, into = bucket) =>
    openIndexDraft({ pointer, bucket: into, folder: at, clock, ids: randomIds }, { isEmpty: true });
  test('halfway leaves no draft, and the next import has all that was there', async () => {
    await publish('Skunk');
    const at = folder();
    const { reindex } = await import('#lib/books/import/importer');

    const failing = reindex({ catalogue: failingHalfway, openDraft: () => openAnew(at) });
    await expect(failing).rejects.toThrow('the table is too busy');
    expect(readdirSync(at)).toEqual(['lock']);

    const next = await openDraft(at);
    next.apply([saved('Tapir')]);
    expect(await next.publish()).toBe(true);
    expect(await Promise.all(['skunk', 'tapir', 'vole'].map((q) => count(openReplica(), q)))).toEqual([1, 1, 0]);
  });

  test('at its upload leaves no draft', async () => {
    const at = folder();
    const draft = await openAnew(at, { ...bucket, upload: () => Promise.reject(new Error('the bucket is full')) });
    draft.apply([saved('Vole')]);

    await expect(draft.publish()).rejects.toThrow('the bucket is full');
    expect(readdirSync(at)).toEqual(['lock']);
  });

  test('with its process is not continued by an import', async () => {
    await publish('Wombat');
    const [at, copied] = [folder(), folder()];
    const draft = await openAnew(at);
    draft.apply([saved('Vole')]);
    // What a process that ends without a word leaves; the system releases its lock.
    cpSync(at, copied, { recursive: true, filter: (path) => !path.endsWith('lock') });
    draft.leave();

    const next = await openDraft(copied);
    expect(await next.publish()).toBe(true);
    expect(await Promise.all(['wombat', 'vole'].map((q) => count(openReplica(), q)))).toEqual([1, 0]);
  });
});

test('a file of several parts arrives whole', async () => {
  const bytes = randomBytes(9 * 1024 * 1024);
  const path = join(folder(), 'large');
  writeFileSync(path, bytes);

  await bucket.upload('search/test/large file', path, { contentType: 'application/octet-stream' });

  const arrived = Buffer.concat((await (await bucket.open('search/test/large file')).toArray()) as Buffer[]);
  expect(arrived.equals(bytes)).toBe(true);
  await bucket.remove('search/test/large file');
});

describe('a draft that was left in a folder', () => {
  /** Some catalogue without an index; `published` are the numbers of volumes of what became current. */
  function catalogue(id: string) {
    const published: number[] = [];
    const ofIt: IndexPointer = {
      read: () => Promise.resolve(undefined),
      catalogueId: () => Promise.resolve(id),
      move: (_from, { volumes }) => Promise.resolve(published.push(volumes) > 0),
    };
    return { pointer: ofIt, published };
  }

  const openFor = (of: IndexPointer, at: string) =>
    openIndexDraft({ pointer: of, bucket, folder: at, clock, ids: randomIds });

  test.each([
    ['the same catalogue goes on with it', 'one', [2]],
    ['another catalogue begins anew', 'another', [1]],
  ])('%s', async (_what, second, published) => {
    const at = folder();
    const begun = await openFor(catalogue('one').pointer, at);
    begun.apply([saved('Walrus')]);
    begun.finish('file');
    begun.leave();

    const next = catalogue(second);
    const draft = await openFor(next.pointer, at);
    draft.apply([saved('Zebra')]);
    expect(await draft.publish()).toBe(true);

    expect(next.published).toEqual(published);
  });
});

test('a draft that another version of Almanac has left is not continued', async () => {
  const at = folder();
  const begun = await openDraft(at);
  begun.apply([saved('Quokka')]);
  begun.leave();
  const base = join(at, 'draft.base');
  writeFileSync(base, readFileSync(base, 'utf8').replace(/format \d+$/, 'format 4'));

  const draft = await openDraft(at);
  draft.apply([saved('Xerus')]);
  await draft.publish();

  const replica = openReplica();
  expect([await count(replica, 'quokka'), await count(replica, 'xerus')]).toEqual([0, 1]);
});

test('a catalogue has one id, whoever asks for it first', async () => {
  const ids = await Promise.all(['a', 'b', 'c'].map((id) => pointer.catalogueId(id)));

  expect(new Set(ids).size).toBe(1);
  expect(await pointer.catalogueId('d')).toBe(ids[0]);
});
