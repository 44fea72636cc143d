import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { searchFilters } from '#lib/books/search/filters';
import { parseQuery } from '#lib/books/search/query';
import { contentOf, fetchIndex } from '#lib/stores/s3/index-files';
import { INDEX_FORMAT } from '#lib/stores/search-index/index-format';
import { readIndex } from '#lib/stores/search-index/volume-index-reader';
import { writeIndex } from '#lib/stores/search-index/volume-index-writer';
import { saved } from '#test/support/books/index-of';
import { newFolder } from '#test/support/run/folders/new-folder';

describe('the file of an index', () => {
  const LONG = 'w'.repeat(20_000);
  const volume = (place: number) => saved({ key: String(place), title: `Heron ${String(place)}`, subtitle: LONG });
  const pragma = (path: string, name: string): unknown => {
    const database = new DatabaseSync(path, { readOnly: true });
    const value = database.prepare(`PRAGMA ${name}`).get()?.[name];
    database.close();
    return value;
  };

  test('has no empty pages to fetch after many additions', () => {
    const path = join(newFolder(), 'index.sqlite');
    const writer = writeIndex(path);
    for (let batch = 0; batch < 6; batch += 1)
      writer.apply(Array.from({ length: 20 }, (_, place) => volume(20 * batch + place)));
    writer.close({ optimize: true });

    expect(pragma(path, 'freelist_count')).toBe(0);
    expect(pragma(path, 'page_count')).toBeGreaterThan(256);
    expect(readdirSync(join(path, '..'))).toEqual(['index.sqlite']);
  });

  test('has no empty pages to fetch after most of it was removed, and continues from there', () => {
    const path = join(newFolder(), 'index.sqlite');
    const volumes = Array.from({ length: 120 }, (_, place) => volume(place));
    const full = writeIndex(path);
    full.apply(volumes);
    full.close();
    const before = statSync(path).size;

    const less = writeIndex(path);
    less.apply(volumes.slice(1).map(({ id }) => ({ id, outcome: 'removed', volume: undefined })));
    less.close();

    expect(statSync(path).size).toBeLessThan(before / 2);
    expect(pragma(path, 'freelist_count')).toBe(0);
    expect(pragma(path, 'user_version')).toBe(INDEX_FORMAT);
    expect(readdirSync(join(path, '..'))).toEqual(['index.sqlite']);

    const more = writeIndex(path);
    more.apply([volume(200)]);
    more.close();
    const index = readIndex(path);
    const { totalItems } = index.search({
      query: parseQuery('heron'),
      filters: searchFilters({ showPreorders: false }, 'US', '2026-01-01'),
      orderBy: 'relevance',
      startIndex: 0,
      maxResults: 10,
    });
    index.close();
    expect(totalItems).toBe(2);
  });
});

describe('a file that is fetched', () => {
  const MEGABYTE = 1024 * 1024;
  const bytes = Buffer.from(Array.from({ length: 5000 }, (_, place) => String(place)).join(' '));
  const content = Buffer.concat(Array.from({ length: 120 }, () => bytes));
  /** A gzip file ends with the checksum of its content, and its length. */
  const checksumIn = (gzip: Buffer): string =>
    gzip
      .readUInt32LE(gzip.length - 8)
      .toString(16)
      .padStart(8, '0');
  const version = {
    version: 'v',
    key: 'k',
    bytes: content.length,
    crc32: checksumIn(gzipSync(content)),
    format: INDEX_FORMAT,
    volumes: 1,
    publishedAt: '',
  };
  const inPieces = (size: number): Readable =>
    Readable.from(
      Array.from({ length: Math.ceil(content.length / size) }, (_, place) =>
        content.subarray(place * size, (place + 1) * size),
      ),
    );

  test.each([1000, 65_536, MEGABYTE, MEGABYTE + 1, content.length])(
    'is the same in pieces of %d bytes',
    async (size) => {
      const path = join(newFolder(), 'fetched');

      await fetchIndex(() => Promise.resolve(inPieces(size)), version, path);

      expect(readFileSync(path).equals(content)).toBe(true);
      expect(await contentOf(path)).toEqual({ bytes: version.bytes, crc32: version.crc32 });
    },
  );

  test.each([
    ['', '00000000'],
    // The check value of every description of CRC-32.
    ['123456789', 'cbf43926'],
  ])('with %j has the checksum %s', async (text, crc32) => {
    const path = join(newFolder(), 'fetched');
    writeFileSync(path, text);

    expect(await contentOf(path)).toEqual({ bytes: text.length, crc32 });
  });

  test('is refused with one bit changed, and nothing is left of it', async () => {
    const folder = newFolder();
    const changed = Buffer.from(content);
    changed[MEGABYTE] = (changed[MEGABYTE] ?? 0) ^ 1;

    const fetching = fetchIndex(() => Promise.resolve(Readable.from([changed])), version, join(folder, 'fetched'));

    await expect(fetching).rejects.toThrow('is not the one that was published');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('leaves nothing behind when the connection breaks', async () => {
    const folder = newFolder();
    const broken = Readable.from(
      (function* () {
        yield content.subarray(0, 2 * MEGABYTE);
        throw new Error('connection reset');
      })(),
    );

    await expect(fetchIndex(() => Promise.resolve(broken), version, join(folder, 'fetched'))).rejects.toThrow('reset');
    expect(readdirSync(folder)).toEqual([]);
  });
});
