/** MiniSearch beside the same searches: an engine of npm that holds its index in memory and scores every hit. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { SearchFilters } from '#lib/books/search/filters';
import type { IndexReader } from '#lib/stores/search-index/volume-index-reader';
import { temporaryPackages } from '#test/tools/bench/rivals/rival';
import { median, type Report } from '#test/tools/measure/bench';
import { processorTimeOf } from '#test/tools/measure/processor-time';
import { generatedBatches, wordOf } from './generated-volumes.ts';
import { ownSearch } from './own-search.ts';

const PACKAGE = 'minisearch@7.2.0';
/** It holds all of them in memory; more have not been tried. */
const MAX_VOLUMES = 100_000;
const BATCH = 1_000;
const ROUNDS = 15;
const FIELDS = ['title', 'authors', 'publisher', 'description', 'categories'];
const SEARCHES: Readonly<Record<string, string>> = {
  'one word': wordOf(50),
  'word in nearly all': wordOf(0),
  'rare word': wordOf(29_000),
  'two words': `${wordOf(30)} ${wordOf(50)}`,
  typo: `${wordOf(29_000)}x`,
};

interface MiniSearch {
  addAll(documents: readonly object[]): void;
  search(text: string, options: object): readonly unknown[];
}
type MiniSearchClass = new (options: object) => MiniSearch;

function fill(engine: MiniSearch, volumes: number, report: Report): void {
  for (const { batch, done } of generatedBatches(volumes, BATCH)) {
    engine.addAll(
      batch.map(({ id, volume: { title, authors, publisher, description, categories } = {} }) => {
        return { id, title, authors, publisher, description, categories };
      }),
    );
    report.progress(`MiniSearch: ${String(done)} of ${String(volumes)} volumes`);
  }
}

/** In turns with Almanac. It has no phrases, and its typos are words within one letter. */
export async function compareMiniSearch(
  reader: IndexReader,
  filters: SearchFilters,
  volumes: number,
  report: Report,
): Promise<void> {
  if (volumes > MAX_VOLUMES) {
    report.note(`MiniSearch is left out: not tried with more than ${String(MAX_VOLUMES)} volumes`);
    return;
  }
  const packages = await temporaryPackages(PACKAGE);
  if (packages === undefined) {
    report.note('MiniSearch is left out: it could not be installed');
    return;
  }
  try {
    const Engine = createRequire(join(packages.folder, 'package.json'))('minisearch') as MiniSearchClass;
    const engine = new Engine({ fields: FIELDS });
    fill(engine, volumes, report);
    for (const [name, text] of Object.entries(SEARCHES)) {
      const own = ownSearch(reader, filters, text);
      const options = { combineWith: 'AND', boost: { title: 10 }, ...(name === 'typo' && { fuzzy: 1 }) };
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        theirs.push(processorTimeOf(() => engine.search(text, options)));
        ours.push(own());
      }
      report.row(`search, ${name}: MiniSearch to Almanac`, median(theirs) / median(ours), 'times');
    }
  } finally {
    await packages.remove();
  }
}
