import { once } from 'node:events';
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchFilters } from '#lib/books/search/filters';
import { parseQuery } from '#lib/books/search/query';
import type { SearchRequest } from '#lib/books/stores/all';
import { contentOf } from '#lib/stores/s3/index-files';
import { INDEX_FORMAT } from '#lib/stores/search-index/index-format';
import { indexReplica } from '#lib/stores/search-index/index-replica';
import { openForReading } from '#lib/stores/search-index/volume-index-file';
import { readIndex } from '#lib/stores/search-index/volume-index-reader';
import { writeIndex } from '#lib/stores/search-index/volume-index-writer';
import { type Bench, median, type Report } from '#test/tools/measure/bench';
import { countProcessorTime, processorTimeOf } from '#test/tools/measure/processor-time';
import { generatedBatches, wordOf } from './generated-volumes.ts';
import { compareGroonga } from './groonga.ts';
import { compareMiniSearch } from './mini-search.ts';

/** A million makes a file of most of a gigabyte and takes minutes. */
const VOLUMES = Number(process.env['ALMANAC_BENCH_VOLUMES'] ?? 100_000);
/** An index file that is kept from one run to the next, in place of one that is thrown away. */
const KEPT = process.env['ALMANAC_BENCH_INDEX'];
/** Budgets are for 100,000 volumes; ten times as many may take three times as long. */
const GROWTH = 3 ** Math.max(0, Math.log10(VOLUMES / 100_000));
const MAX_BYTES = 1_000_000_000 / 1_000_000;
const MAX_COLD_START_MS = 1500;
const BATCH = 400;
const WARM_UPS = 5;
const ROUNDS = 25;
/** So often the file is opened anew: matches are counted once, and pages of the file come into memory. */
const FIRST_ROUNDS = 9;

const PAGE = { orderBy: 'relevance', startIndex: 0, maxResults: 10 } as const;
type Page = Pick<SearchRequest, 'orderBy' | 'startIndex' | 'maxResults'>;
interface Asked {
  readonly q: string;
  /** The same in the language of FTS5, if that is not `q`. */
  readonly fts5?: string;
  readonly budgetMs?: number;
}
const SEARCHES: Readonly<Record<string, Page & Asked>> = {
  'one word': { ...PAGE, q: wordOf(50), budgetMs: 3 },
  'word in nearly all': { ...PAGE, q: wordOf(0), budgetMs: 3 },
  'rare word': { ...PAGE, q: wordOf(29_000), budgetMs: 3 },
  phrase: { ...PAGE, q: `"${wordOf(0)} ${wordOf(1)}"`, budgetMs: 8 },
  'phrase of rarer words': { ...PAGE, q: `"${wordOf(30)} ${wordOf(31)}"`, budgetMs: 8 },
  'phrase of five words': { ...PAGE, q: `"${[0, 40, 1, 0, 60].map(wordOf).join(' ')}"`, budgetMs: 8 },
  'phrase with a function word': { ...PAGE, q: `"${[0, 30].map(wordOf).join(' ')}"`, budgetMs: 8 },
  'phrase with two function words': { ...PAGE, q: `"${[0, 30, 1, 31].map(wordOf).join(' ')}"`, budgetMs: 8 },
  'phrase with a function word at its end': { ...PAGE, q: `"${[30, 1].map(wordOf).join(' ')}"`, budgetMs: 8 },
  'two words': { ...PAGE, q: `${wordOf(30)} ${wordOf(50)}` },
  'three fields': {
    ...PAGE,
    q: `intitle:${wordOf(30)} inauthor:${wordOf(22)} subject:${wordOf(21)}`,
    fts5: `title : ${wordOf(30)} AND authors : ${wordOf(22)} AND categories : ${wordOf(21)}`,
  },
  newest: { ...PAGE, q: wordOf(50), orderBy: 'newest' },
  'newest, word in nearly all': { ...PAGE, q: wordOf(0), orderBy: 'newest' },
  typo: { ...PAGE, q: `${wordOf(29_000)}x`, budgetMs: 5 },
  'typo in one of two words': { ...PAGE, q: `${wordOf(29_000)}x ${wordOf(50)}`, budgetMs: 5 },
  'deep page': { ...PAGE, q: wordOf(50), startIndex: 1000 },
};

const filters = searchFilters({ showPreorders: false }, 'US', '2026-01-01');
const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

function build(path: string, report: Report): void {
  const writer = writeIndex(path);
  const startedAt = performance.now();
  for (const { batch, done } of generatedBatches(VOLUMES, BATCH)) {
    writer.apply(batch);
    report.progress(`index: ${String(done)} of ${String(VOLUMES)} volumes`);
  }
  writer.close({ optimize: true });
  report.row('search index: built', (VOLUMES / (performance.now() - startedAt)) * 1000, 'volumes/s');
}

/** The two take turns, so that other load on the machine slows both. */
async function compare(path: string, report: Report): Promise<void> {
  const reader = readIndex(path);
  // Until Node has compiled what is used often.
  for (let round = 0; round < WARM_UPS; round += 1)
    for (const { q, fts5: _, budgetMs: __, ...page } of Object.values(SEARCHES))
      reader.search({ query: parseQuery(q), filters, language: `w${String(round)}`, ...page });
  const bare = openForReading(path);
  for (const [name, { q, fts5 = q, budgetMs, ...page }] of Object.entries(SEARCHES)) {
    const query = parseQuery(q);
    const [join, order] =
      page.orderBy === 'newest' ? ['JOIN volumes ON volumes.row = text.rowid', 'published DESC'] : ['', 'score'];
    const statement = bare.prepare(
      `SELECT text.rowid, bm25(text) AS score FROM text ${join} WHERE text MATCH ? ORDER BY ${order} LIMIT 10 OFFSET ${String(page.startIndex)}`,
    );
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      theirs.push(processorTimeOf(() => statement.all(fts5)));
      // For a reader of another language each time: what was ranked before is remembered.
      const language = `x${String(round)}`;
      ours.push(processorTimeOf(() => reader.search({ query, filters, language, ...page })));
    }
    // The best of each: other load on the machine can only add to a time.
    report.row(`search, ${name}: to the bare FTS5 query`, Math.min(...ours) / Math.min(...theirs), 'x');
    const budget = budgetMs === undefined ? undefined : budgetMs * GROWTH;
    report.row(`search, ${name}: processor time, p50`, median(ours), 'ms', budget);
    const first = Array.from({ length: FIRST_ROUNDS }, () => {
      const anew = readIndex(path);
      const ms = processorTimeOf(() => anew.search({ query, filters, ...page }));
      anew.close();
      return ms;
    });
    report.row(`search, ${name}: processor time right after the file was opened, p50`, median(first), 'ms');
    report.row(`search, ${name}: processor time, p95`, p95(ours), 'ms');
  }
  bare.close();
  await compareMiniSearch(reader, filters, VOLUMES, report);
  await compareGroonga(reader, filters, VOLUMES, report);
  reader.close();
}

const processorMs = async (work: () => Promise<unknown>): Promise<number> => {
  const usedMs = countProcessorTime();
  await work();
  return usedMs();
};

const COLD_STARTS = 3;

/**
 * A cold function: download the file, verify it, open it, answer. The file is read from this disk in place of the
 * network, in pieces as small as those of a socket; what that takes by itself is left out. The best of three: how much
 * else waits to be written to the disk makes half the difference.
 */
async function coldStart(path: string, folder: string, report: Report): Promise<void> {
  const content = await contentOf(path);
  const [starts, clocks, readings]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < COLD_STARTS; round += 1) {
    const version = {
      version: 'bench',
      key: 'bench',
      format: INDEX_FORMAT,
      volumes: VOLUMES,
      publishedAt: '',
      ...content,
    };
    const copies = join(folder, `replica-${String(round)}`);
    const replica = indexReplica({
      pointer: {
        read: () => Promise.resolve(version),
        catalogueId: () => Promise.resolve('bench'),
        move: () => Promise.resolve(false),
      },
      open: () => Promise.resolve(createReadStream(path)),
      folder: copies,
      checkSeconds: 30,
      clock: { now: () => new Date() },
      log: { info: () => undefined, error: () => undefined },
    });
    const startedAt = performance.now();
    starts.push(await processorMs(() => replica.search({ query: parseQuery(wordOf(50)), filters, ...PAGE })));
    clocks.push(performance.now() - startedAt);
    replica.close();
    rmSync(copies, { recursive: true });
    readings.push(await processorMs(() => once(createReadStream(path).resume(), 'close')));
  }
  const [start, clock, reading] = [Math.min(...starts), Math.min(...clocks), Math.min(...readings)];
  const name = `search index of ${String(VOLUMES)}: cold start`;
  report.row(`${name} without the network, processor time`, start - reading, 'ms', MAX_COLD_START_MS);
  report.row(`${name} with the file from this disk, processor time`, start, 'ms');
  report.row(`${name} with the file from this disk, by the clock`, clock, 'ms');
}

/** Book search over generated volumes, compared with FTS5 alone on the same file, a library and a search server. */
export const bookSearch: Bench = {
  name: 'book-search',
  usesStack: false,
  async run(report) {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-search-'));
    try {
      const path = KEPT ?? join(folder, 'index.sqlite');
      if (KEPT === undefined || !existsSync(KEPT)) build(path, report);
      report.row('search index: size', statSync(path).size / VOLUMES, 'bytes/volume', MAX_BYTES);
      await compare(path, report);
      await coldStart(path, folder, report);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
