/** `npm run books`: imports catalogues, shelves, purchases and ratings into the books service. */
import { createReadStream, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { counted } from '#lib/api/text/counted';
import { FORMATS } from '#lib/books/import/file/formats';
import type { ImportFile, ImportSummary } from '#lib/books/import/importer';
import { COLUMNS, isColumnName, templateTable } from '#lib/books/import/table/columns';
import { command, WrongUsage, type Options } from '#lib/command/command';
import { didYouMean } from '#lib/command/nearest';
import { program } from '#lib/command/program';
import { openProgress } from '#lib/command/progress';
import { StartupError } from '#lib/command/startup-error';
import { FROM_OPTIONS } from './calendar/pull-options.ts';
import { pullBookshelves } from './calendar/pull-shelves.ts';
import { rewriteCommand } from './stage/rewrite.ts';
import { BUCKET_OPTION, SEARCH_OPTION, stageCommand, STAGE_OPTIONS } from './stage/use-stage.ts';

const STAGE = { ...STAGE_OPTIONS, ...BUCKET_OPTION, ...SEARCH_OPTION } as const satisfies Options;

/** How the files are to be read, where they do not say it themselves. */
type Reading = Pick<ImportFile, 'format' | 'encoding' | 'map'>;

/** Counts the bytes read of each file; a second pass over a file starts at zero. */
function filesOf(
  paths: readonly string[],
  reading: Reading,
  onRead: (bytes: number) => void,
): { files: ImportFile[]; bytes: number } {
  const read = new Map<string, number>();
  let total = 0;
  const files = paths.map((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() !== true) throw new StartupError(`There is no file ${path}.`);
    total += stats.size;
    return {
      name: basename(path),
      fingerprint: `${resolve(path)} ${String(stats.size)} ${String(stats.mtimeMs)}`,
      ...reading,
      open: () => {
        read.set(path, 0);
        return createReadStream(path).on('data', (chunk) => {
          read.set(path, (read.get(path) ?? 0) + chunk.length);
          onRead([...read.values()].reduce((sum, bytes) => sum + bytes, 0));
        });
      },
    };
  });
  return { files, bytes: total };
}

function printResult(
  { added, updated, unchanged, older, removed, absent, applied, refused, warnings, records }: ImportSummary,
  seconds: number,
): void {
  const rate = Math.round(records / Math.max(seconds, 0.001));
  console.log(`${counted(records, 'record')} in ${seconds.toFixed(1)} s (${rate.toLocaleString('en')} a second)`);
  const counts = {
    added,
    updated,
    unchanged,
    'older than what is there': older,
    removed,
    'to remove but not there': absent,
    'lines about people carried out': applied,
    refused,
    warnings,
  };
  for (const [name, count] of Object.entries(counts))
    if (count > 0) console.log(`${String(count).padStart(10)} ${name}`);
}

/** What a person can do something about is told without a stack. */
async function explained(error: unknown): Promise<unknown> {
  const [{ UnusableFile }, { DraftInUse, OtherFormat }] = await Promise.all([
    import('#lib/books/import/file/unusable-file'),
    import('#lib/stores/search-index/index-publisher'),
  ]);
  const isExplained = error instanceof UnusableFile || error instanceof OtherFormat || error instanceof DraftInUse;
  return isExplained ? new StartupError(error.message, { cause: error }) : error;
}

const megabytesOf = (bytes: number): number => Math.ceil(bytes / 1_000_000);

async function importPaths(paths: readonly string[], reading: Reading): Promise<void> {
  if (paths.length === 0) throw new WrongUsage('Which files?');
  const progress = openProgress();
  let bytesRead = 0;
  const { files, bytes } = filesOf(paths, reading, (done) => {
    bytesRead = done;
  });
  const [{ importFiles }, { importContext }] = await Promise.all([
    import('#lib/books/import/importer'),
    import('#lib/runtime/books/import'),
  ]);
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  const problem = (kind: string) => (file: string, position: number, reason: string) => {
    progress.clear();
    console.error(`${file}:${String(position)}: ${kind}: ${reason}`);
  };
  try {
    const summary = await importFiles(files, importContext(), {
      onRefused: problem('refused'),
      onWarning: problem('warning'),
      onNote: (file, note) => {
        progress.clear();
        console.error(`${file}: note: ${note}`);
      },
      onProgress: (records) => {
        progress.show(`MB, ${records.toLocaleString('en')} records`, megabytesOf(bytesRead), megabytesOf(bytes));
      },
    });
    progress.clear();
    printResult(summary, seconds());
    if (summary.refused > 0) process.exitCode = 2;
  } catch (error) {
    progress.clear();
    throw await explained(error);
  }
}

/** `title=Titel` */
function mapOf(pairs: readonly string[]): Record<string, string> | undefined {
  if (pairs.length === 0) return undefined;
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, column, header] = /^([^=]+)=(.+)$/.exec(pair) ?? [];
      if (column === undefined || header === undefined)
        throw new WrongUsage(`--map is COLUMN=HEADER, such as title=Titel, not '${pair}'.`);
      if (!isColumnName(column))
        throw new WrongUsage(
          `There is no column '${column}' to map to.${didYouMean(
            column,
            COLUMNS.map(({ name }) => name),
          )}`,
        );
      return [column, header];
    }),
  );
}

function printColumns(): void {
  const width = (texts: readonly string[]): number => Math.max(...texts.map(({ length }) => length)) + 2;
  const widths = [
    width(COLUMNS.map(({ name }) => name)),
    width(COLUMNS.map(({ kind }) => kind)),
    width(COLUMNS.map(({ does }) => does)),
  ];
  for (const { name, kind, does, example } of COLUMNS)
    console.log([name, kind, does].map((text, place) => text.padEnd(widths[place] ?? 0)).join('') + example);
  console.log(
    '\nLists are parted by semicolons. Exports of Goodreads, LibraryThing and StoryGraph are taken as they are.',
  );
}

async function rebuild(): Promise<void> {
  const { buildIndex } = await import('#lib/runtime/books/build-index');
  const indexed = await buildIndex().catch(async (error: unknown) => {
    throw await explained(error);
  });
  console.log(indexed);
}

await program('npm run --silent books', {
  does: 'Manages the catalogue of the books service and the data of its readers.',
  verbs: {
    import: stageCommand({
      does: 'imports catalogues, or shelves, purchases and ratings; an interrupted import continues where it stopped',
      takes: 'FILE...',
      options: {
        format: { type: 'string', value: 'NAME', choices: FORMATS, does: `${FORMATS.join(', ')} (recognised)` },
        map: {
          type: 'string',
          value: 'COLUMN=HEADER',
          multiple: true,
          does: 'use this header of the table for one of our columns',
        },
        encoding: { type: 'string', value: 'NAME', does: 'of the text, if the file does not declare it (recognised)' },
        ...STAGE,
      },
      example: 'catalogue.csv.gz --map title=Titel',
      run: ({ format, map = [], encoding }, paths) =>
        importPaths(paths, { format: FORMATS.find((known) => known === format), map: mapOf(map), encoding }),
    }),
    pull: stageCommand({
      does: 'imports shelves and their volumes from another service of the same protocol; run it again to import changes',
      options: { ...FROM_OPTIONS, ...STAGE },
      example: '--from https://www.googleapis.com/ --user ann@example.com --credentials user.json',
      run: pullBookshelves,
    }),
    columns: command({
      does: 'lists the columns of a table, with type, meaning and an example of each',
      example: '',
      run: () => Promise.resolve(printColumns()),
    }),
    template: command({
      does: 'prints a table with every column and one row to start from',
      example: '> books.csv',
      run: () => Promise.resolve(void process.stdout.write(templateTable())),
    }),
    reindex: stageCommand({
      does: 'rebuilds the search index from the catalogue',
      options: STAGE,
      example: '',
      run: rebuild,
    }),
    rewrite: rewriteCommand(async () => {
      const [{ config }, { rewriteBooksItem }] = await Promise.all([
        import('#lib/runtime/process/config'),
        import('#lib/stores/dynamodb/rewrite/books-items'),
      ]);
      return { table: config.booksTable, rewriteOf: rewriteBooksItem };
    }),
  },
});
