/** Brings catalogues, shelves, purchases and ratings into the books service. */
import { createReadStream, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { type Format, FORMATS } from '#lib/books/import/formats';
import type { ImportFile, ImportSummary } from '#lib/books/import/importer';
import { CannotStart } from '#lib/local/cannot-start';
import { program } from './program.ts';
import { useStage } from './use-stage.ts';

const USAGE = `Usage: npm run --silent books -- import FILE... [--format ${FORMATS.join('|')}]
       npm run --silent books -- reindex
       FILE may be packed with gzip; its format is recognised when --format is not given. \`library\` is JSON lines with shelves,
       purchases and ratings. An import that was cut short goes on where it stopped when it is run again.
       \`reindex\` builds the search index anew from the catalogue.
Where: [--data DIR] for the stack that runs on this machine, or --stage NAME [--bucket NAME] for a deployed one.`;

const formatOf = (name: string | undefined): Format | undefined => {
  if (name === undefined) return undefined;
  const format = FORMATS.find((known) => known === name);
  if (format === undefined) throw new CannotStart(`--format is one of ${FORMATS.join(', ')}, not '${name}'.`);
  return format;
};

/** Bytes read of each file; a second pass over a file begins anew. */
function filesOf(paths: readonly string[], format: Format | undefined, onRead: (bytes: number) => void): { files: ImportFile[]; bytes: number } {
  const read = new Map<string, number>();
  let total = 0;
  const files = paths.map((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() !== true) throw new CannotStart(`There is no file ${path}.`);
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

function tell({ added, updated, unchanged, older, removed, absent, refused, warnings, records }: ImportSummary, seconds: number): void {
  const rate = Math.round(records / Math.max(seconds, 0.001));
  console.log(`${String(records)} records in ${seconds.toFixed(1)} s (${String(rate)} a second)`);
  const counts = { added, updated, unchanged, 'older than what is there': older, removed, 'to remove but not there': absent, refused, warnings };
  for (const [name, count] of Object.entries(counts)) if (count > 0) console.log(`${String(count).padStart(10)} ${name}`);
}

async function importPaths(paths: readonly string[], format: Format | undefined): Promise<void> {
  if (paths.length === 0) throw new CannotStart('Which files?');
  const bar = new SingleBar({ format: '{bar} {percentage}% | {records} records, {rate}/s | {eta_formatted} left', clearOnComplete: true, etaBuffer: 100 }, Presets.shades_classic);
  const { files, bytes } = filesOf(paths, format, (done) => {
    bar.update(done);
  });
  const [{ importFiles, UnknownFormat }, { importContext }, { DraftInUse, OtherFormat }] = await Promise.all([
    import('#lib/books/import/importer'),
    import('#lib/runtime/books-import'),
    import('#lib/stores/index-publisher'),
  ]);
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  const problem = (kind: string) => (file: string, position: number, reason: string) => {
    console.error(`${file}:${String(position)}: ${kind}: ${reason}`);
  };
  bar.start(bytes, 0, { records: 0, rate: 0 });
  try {
    const summary = await importFiles(files, importContext(), {
      onRefused: problem('refused'),
      onWarning: problem('warning'),
      onProgress: (records) => {
        bar.update({ records, rate: Math.round(records / seconds()) });
      },
    });
    bar.stop();
    tell(summary, seconds());
    if (summary.refused > 0) process.exitCode = 2;
  } catch (error) {
    bar.stop();
    const isExplained = error instanceof UnknownFormat || error instanceof OtherFormat || error instanceof DraftInUse;
    throw isExplained ? new CannotStart(error.message, { cause: error }) : error;
  }
}

async function rebuild(): Promise<void> {
  const [{ reindex }, { importContext }] = await Promise.all([import('#lib/books/import/importer'), import('#lib/runtime/books-import')]);
  console.log(`${String(await reindex(importContext()))} volumes indexed`);
}

await program(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { format: { type: 'string' }, data: { type: 'string', default: '.almanac' }, stage: { type: 'string' }, bucket: { type: 'string' } },
  });
  const [verb = '', ...paths] = positionals;
  if (verb !== 'import' && verb !== 'reindex') throw new CannotStart(`import or reindex, not '${verb}'.`);
  const format = formatOf(values.format);
  useStage(values);
  await (verb === 'import' ? importPaths(paths, format) : rebuild());
});
