/**
 * Known items: somebody looks for a book of the sample catalogue and makes a slip. How far from the top is it? Alone,
 * and among 20,000 other volumes that are made of the same words.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Volume } from '#lib/books/model/volume';
import { searchFilters } from '#lib/books/search/filters';
import { parseQuery } from '#lib/books/search/query';
import { plainWords, titleKey } from '#lib/books/search/words';
import { type IndexReader, readIndex } from '#lib/stores/search-index/volume-index-reader';
import { writeIndex } from '#lib/stores/search-index/volume-index-writer';
import { sampleVolumes } from '#test/support/books/sample-volumes';
import type { Bench, Report } from '#test/tools/measure/bench';
import { seededRandom } from '#test/tools/shared/random';
import { knownItemQueries, type KnownItemQuery } from './known-item-queries.ts';

const OTHERS = 20_000;
const BATCH = 400;
/** A mean reciprocal rank of 0.9 or more. */
const MAX_SHORTFALL = 0.1;
const MAX_SHOWN = 3;

/** Volumes whose titles, names and descriptions are words of the sample catalogue in another order. */
function* othersLike(volumes: readonly Volume[], count: number): Generator<Volume> {
  const random = seededRandom(16);
  // Pairs of characters are not words of their own.
  const spaced = volumes.filter(({ language = '' }) => !['zh', 'ja', 'ko'].includes(language));
  const pool = spaced.flatMap(({ title, description = '' }) => plainWords(`${title} ${description}`));
  const names = spaced.flatMap(({ authors }) => plainWords(authors.join(' ')));
  const some = (from: readonly string[], length: number): string =>
    Array.from({ length }, () => random.pick(from)).join(' ');
  for (let place = 0; place < count; place += 1) {
    const title = some(pool, 2 + random.below(5));
    yield {
      id: `other-${String(place)}`,
      sourceKey: `bench:${String(place)}`,
      title,
      authors: [some(names, 2)],
      description: some(pool, 30),
      publishedDate: String(1800 + random.below(220)),
      identifiers: [],
      printType: 'BOOK',
      categories: [],
      isMature: false,
      isComic: false,
      ratingsCount: random.below(50),
      workKey: `other-${String(place)}`,
      rights: { isEbook: false, isPublicDomain: false, viewability: 'NO_PAGES' },
    };
  }
}

/** Editions of one work are the same book to somebody who looks for it. */
const bookOf = ({ title, authors }: Volume): string => `${titleKey(plainWords(title))}|${authors[0] ?? ''}`;

function reciprocalRank(index: IndexReader, { q, wanted }: KnownItemQuery, books: ReadonlyMap<string, string>): number {
  const filters = searchFilters({ showPreorders: false }, 'US', '2026-01-01');
  const page = { orderBy: 'relevance', startIndex: 0, maxResults: 40 } as const;
  const { ids } = index.search({ query: parseQuery(q), filters, ...page });
  const place = ids.findIndex((id) => books.get(id) === bookOf(wanted));
  return place < 0 ? 0 : 1 / (place + 1);
}

function measure(path: string, volumes: readonly Volume[], among: string, report: Report): void {
  const books = new Map(volumes.map((volume) => [volume.id, bookOf(volume)]));
  const index = readIndex(path);
  const byKind = Object.entries(Object.groupBy(knownItemQueries(volumes), ({ kind }) => kind));
  let [queries, sum] = [0, 0];
  for (const [kind, ofKind = []] of byKind) {
    const ranks = ofKind.map((query) => ({ query, rank: reciprocalRank(index, query, books) }));
    const total = ranks.reduce((before, { rank }) => before + rank, 0);
    const missed = ranks.filter(({ rank }) => rank < 1).map(({ query: { q } }) => q);
    queries += ranks.length;
    sum += total;
    const name = `known item ${among}, ${kind} (${String(ranks.length)})`;
    report.row(`${name}: 1 - mean reciprocal rank`, 1 - total / ranks.length, '', MAX_SHORTFALL);
    if (missed.length > 0) report.note(`not first: ${missed.slice(0, MAX_SHOWN).join('; ')}`);
  }
  report.row(`known item ${among}, all ${String(queries)}: mean reciprocal rank`, sum / queries, '');
  index.close();
}

function write(path: string, volumes: Iterable<Volume>): void {
  const writer = writeIndex(path);
  let batch: Volume[] = [];
  const flush = (): void => {
    writer.apply(batch.map((volume) => ({ id: volume.id, outcome: 'added', volume })));
    batch = [];
  };
  for (const volume of volumes) {
    batch.push(volume);
    if (batch.length === BATCH) flush();
  }
  flush();
  writer.close({ optimize: true });
}

/** How near the top the wanted book is, by kind of query. */
export const knownItem: Bench = {
  name: 'known-item',
  usesStack: false,
  async run(report) {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-known-item-'));
    const [alone, among] = [join(folder, 'alone.sqlite'), join(folder, 'among.sqlite')];
    try {
      const volumes = await sampleVolumes();
      write(alone, volumes);
      measure(alone, volumes, 'alone', report);
      write(among, [...volumes, ...othersLike(volumes, OTHERS)]);
      measure(among, volumes, `among ${String(OTHERS)}`, report);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
