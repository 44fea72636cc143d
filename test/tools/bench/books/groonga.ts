/** Groonga beside the same searches: a search server of Debian's, asked over HTTP. It scores every hit. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SearchFilters } from '#lib/books/search/filters';
import { freePort } from '#lib/local/database/child';
import type { IndexReader } from '#lib/stores/search-index/volume-index-reader';
import { answerOf, isInstalled, serve } from '#test/tools/bench/rivals/rival';
import { median, type Report } from '#test/tools/measure/bench';
import { processorMs } from '#test/tools/measure/processor-time';
import { generatedBatches, wordOf } from './generated-volumes.ts';
import { ownSearch } from './own-search.ts';

const FIELDS = ['title', 'authors', 'publisher', 'description', 'categories'];
const BATCH = 1_000;
/** Its processor time is known in steps of 10 ms: so much of it, or so many searches. */
const ENOUGH_MS = 1_000;
const MAX_SEARCHES = 500;
const OWN_ROUNDS = 15;
const SEARCHES: Readonly<Record<string, string>> = {
  'one word': wordOf(50),
  'word in nearly all': wordOf(0),
  'rare word': wordOf(29_000),
  'two words': `${wordOf(30)} ${wordOf(50)}`,
  phrase: `"${wordOf(0)} ${wordOf(1)}"`,
  'phrase of rarer words': `"${wordOf(30)} ${wordOf(31)}"`,
};

interface Groonga {
  readonly pid: number;
  /** A command of its own language; `body` is what it loads. */
  ask(command: string, options: Readonly<Record<string, string>>, body?: string): Promise<unknown>;
  stop(): Promise<void>;
}

async function start(): Promise<Groonga> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-groonga-'));
  const [port, pidFile] = [await freePort(), join(folder, 'pid')];
  const place = ['--bind-address', '127.0.0.1', '--port', String(port), '--pid-path', pidFile];
  const stop = await serve(['groonga', '-s', '--protocol', 'http', ...place, '-n', join(folder, 'db')], port, folder);
  return {
    pid: Number(await readFile(pidFile, 'utf8')),
    async ask(command, options, body) {
      // It takes `+` for a plus.
      const query = Object.entries(options).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      const url = `http://127.0.0.1:${String(port)}/d/${command}?${query.join('&')}`;
      const posted = { method: 'POST', headers: { 'content-type': 'application/json' }, body: body ?? '' };
      const [, answer] = JSON.parse(await answerOf(url, body === undefined ? {} : posted)) as [unknown, unknown];
      return answer;
    },
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function fill({ ask }: Groonga, volumes: number, report: Report): Promise<void> {
  await ask('table_create', { name: 'Volumes', flags: 'TABLE_HASH_KEY', key_type: 'ShortText' });
  for (const name of FIELDS)
    await ask('column_create', { table: 'Volumes', name, flags: 'COLUMN_SCALAR', type: 'Text' });
  // The quickest of its tokenizers; the texts are words with spaces between them.
  const words = { default_tokenizer: 'TokenDelimit', normalizer: 'NormalizerAuto' };
  await ask('table_create', { name: 'Words', flags: 'TABLE_PAT_KEY', key_type: 'ShortText', ...words });
  const index = { flags: 'COLUMN_INDEX|WITH_POSITION|WITH_SECTION', type: 'Volumes', source: FIELDS.join(',') };
  await ask('column_create', { table: 'Words', name: 'places', ...index });
  for (const { batch, done } of generatedBatches(volumes, BATCH)) {
    const records = batch.map(({ id, volume: { title, authors, publisher, description, categories } = {} }) => {
      const texts = { title, authors: authors?.join(' '), publisher, description, categories: categories?.join(' ') };
      return { _key: id, ...texts };
    });
    await ask('load', { table: 'Volumes' }, JSON.stringify(records));
    report.progress(`Groonga: ${String(done)} of ${String(volumes)} volumes`);
  }
}

/** Mean processor time of the server for a search, with what HTTP takes of it. */
async function timeOf({ ask, pid }: Groonga, query: string): Promise<number> {
  const options = {
    table: 'Volumes',
    cache: 'no',
    match_columns: 'title * 10 || authors || publisher || description || categories',
    query,
    output_columns: '_key,_score',
    sort_keys: '-_score',
    limit: '10',
  };
  await ask('select', options);
  const before = processorMs(pid);
  let searches = 0;
  while (searches < MAX_SEARCHES && processorMs(pid) - before < ENOUGH_MS) {
    await ask('select', options);
    searches += 1;
  }
  return (processorMs(pid) - before) / searches;
}

/** One after the other for each search. Typos are left out: it corrects none by itself. */
export async function compareGroonga(
  reader: IndexReader,
  filters: SearchFilters,
  volumes: number,
  report: Report,
): Promise<void> {
  if (!isInstalled('groonga')) {
    report.note('Groonga is left out: it is not installed (Debian: apt-get install groonga-bin)');
    return;
  }
  const groonga = await start();
  try {
    await fill(groonga, volumes, report);
    for (const [name, text] of Object.entries(SEARCHES)) {
      const ours = Array.from({ length: OWN_ROUNDS }, ownSearch(reader, filters, text));
      report.row(`search, ${name}: Groonga to Almanac`, (await timeOf(groonga, text)) / median(ours), 'times');
    }
  } finally {
    await groonga.stop();
  }
}
