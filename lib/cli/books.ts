/** `npm run books`: imports catalogues, shelves, purchases and ratings into the books service. */
import { createReadStream, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { type Format, FORMATS } from '#lib/books/import/formats';
import type { ImportFile, ImportSummary } from '#lib/books/import/importer';
import { WrongUsage, type Options } from '#lib/command/command';
import { program } from '#lib/command/program';
import { openProgress } from '#lib/command/progress';
import { StartupError } from '#lib/command/startup-error';
import { BUCKET_OPTION, stageCommand, STAGE_OPTIONS } from './use-stage.ts';

const STAGE = { ...STAGE_OPTIONS, ...BUCKET_OPTION } as const satisfies Options;

/** Counts the bytes read of each file; a second pass over a file starts at zero. */
function filesOf(
  paths: readonly string[],
  format: Format | undefined,
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
      format,
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
  { added, updated, unchanged, older, removed, absent, refused, warnings, records }: ImportSummary,
  seconds: number,
): void {
  const rate = Math.round(records / Math.max(seconds, 0.001));
  console.log(`${String(records)} records in ${seconds.toFixed(1)} s (${String(rate)} a second)`);
  const counts = {
    added,
    updated,
    unchanged,
    'older than what is there': older,
    removed,
    'to remove but not there': absent,
    refused,
    warnings,
  };
  for (const [name, count] of Object.entries(counts))
    if (count > 0) console.log(`${String(count).padStart(10)} ${name}`);
}

const megabytesOf = (bytes: number): number => Math.ceil(bytes / 1_000_000);

async function importPaths(paths: readonly string[], format: Format | undefined): Promise<void> {
  if (paths.length === 0) throw new WrongUsage('Which files?');
  const progress = openProgress();
  let bytesRead = 0;
  const { files, bytes } = filesOf(paths, format, (done) => {
    bytesRead = done;
  });
  const [{ importFiles, UnknownFormat }, { importContext }, { DraftInUse, OtherFormat }] = await Promise.all([
    import('#lib/books/import/importer'),
    import('#lib/runtime/books/import'),
    import('#lib/stores/search-index/index-publisher'),
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
      onProgress: (records) => {
        progress.show(`MB, ${records.toLocaleString('en')} records`, megabytesOf(bytesRead), megabytesOf(bytes));
      },
    });
    progress.clear();
    printResult(summary, seconds());
    if (summary.refused > 0) process.exitCode = 2;
  } catch (error) {
    progress.clear();
    const isExplained = error instanceof UnknownFormat || error instanceof OtherFormat || error instanceof DraftInUse;
    throw isExplained ? new StartupError(error.message, { cause: error }) : error;
  }
}

async function rebuild(): Promise<void> {
  const [{ reindex }, { importContext }] = await Promise.all([
    import('#lib/books/import/importer'),
    import('#lib/runtime/books/import'),
  ]);
  const progress = openProgress();
  const startedAt = performance.now();
  const indexing = reindex(importContext(), (volumes, expected = 0) => {
    if (volumes > expected) progress.show(`${volumes.toLocaleString('en')} volumes`);
    else progress.show('volumes', volumes, expected);
  });
  const volumes = await indexing.finally(progress.clear);
  console.log(`${String(volumes)} volumes indexed in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

await program('npm run --silent books', {
  does: 'The catalogue of the books service, and what people have in it.',
  verbs: {
    import: stageCommand({
      does: 'brings catalogues, or shelves, purchases and ratings; cut short, it goes on where it stopped',
      takes: 'FILE...',
      options: {
        format: { type: 'string', value: 'NAME', choices: FORMATS, does: `${FORMATS.join(', ')} (recognised)` },
        ...STAGE,
      },
      example: 'catalogue.csv.gz',
      run: ({ format }, paths) =>
        importPaths(
          paths,
          FORMATS.find((known) => known === format),
        ),
    }),
    reindex: stageCommand({
      does: 'builds the search index anew from the catalogue',
      options: STAGE,
      example: '',
      run: rebuild,
    }),
  },
});
