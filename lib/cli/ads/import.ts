/** Imports files into the ads service, one after another, and prints one line per file. */
import { existsSync } from 'node:fs';
import { kindOfFile } from '#lib/ads/import/file-names';
import { KINDS, type Kind } from '#lib/ads/import/kinds';
import { UnreadableFile, type ImportReport, type UnknownIds } from '#lib/ads/import/report';
import { counted } from '#lib/api/text/counted';
import { WrongUsage } from '#lib/command/command';
import { openProgress } from '#lib/command/progress';

const SHOWN_PROBLEMS = 20;

function requireKind(path: string, name: string | undefined): Kind {
  const kind = name === undefined ? kindOfFile(path) : KINDS.find((known) => known.name === name);
  if (kind === undefined) throw new WrongUsage(`What is in ${path}? Name the file after its kind, or give --kind.`);
  return kind;
}

function printResult(path: string, { rows, badLines, problems, kind }: ImportReport, seconds: number): void {
  console.log(
    `${path}: ${counted(rows, 'row')} of ${kind} in ${seconds.toFixed(1)} s${badLines === 0 ? '' : `, ${counted(badLines, 'bad line')}`}`,
  );
  if (badLines === 0) return;
  for (const { line, problem } of problems.slice(0, SHOWN_PROBLEMS))
    console.error(`${path}:${String(line)}: ${problem}`);
  if (badLines > SHOWN_PROBLEMS) console.error(`${path}: and ${counted(badLines - SHOWN_PROBLEMS, 'bad line')} more`);
  console.error('Correct these lines and import the file again: what is in already may come twice.');
}

/** Rows that name them are kept: files may come in any order. */
function printUnknownIds(path: string, unknown: readonly UnknownIds[]): void {
  for (const { column, count, ids } of unknown)
    console.error(
      `${path}: ${counted(count, column)} that nothing imported has: ${ids.join(', ')}${count > ids.length ? ', ...' : ''}`,
    );
  console.error(
    'Their rows are kept, and count once `npm run --silent ads -- import entities.csv` has brought these. Is that meant? Say --force.',
  );
}

export interface ImportChoices {
  /** What is in the files, where their names do not tell. */
  readonly kind?: string | undefined;
  /** Accept ids that no imported data has: they are not told. */
  readonly force: boolean;
}

/** Exit code 1 if a file could not be read at all, else 2 if a line was bad, or names what nothing imported has. */
export async function importFiles(paths: readonly string[], { kind: kindName, force }: ImportChoices): Promise<void> {
  if (paths.length === 0) throw new WrongUsage('Which files?');
  for (const path of paths.filter((one) => !existsSync(one))) {
    console.error(`There is no file ${path}.`);
    process.exitCode = 1;
  }
  // Entities first, whatever the order in which they are named: the others name them.
  const chosen = paths
    .filter((path) => existsSync(path))
    .map((path) => ({ path, kind: requireKind(path, kindName) }))
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  const [{ importFile }, { importDependencies }] = await Promise.all([
    import('#lib/stores/duckdb/importer'),
    import('#lib/runtime/ads/import'),
  ]);
  const progress = openProgress();
  for (const { path, kind } of chosen) {
    const startedAt = performance.now();
    progress.show(`reading ${path}`);
    try {
      const report = await importFile(path, kind, importDependencies, (done, total) => {
        progress.show(`months of ${path}`, done, total);
      });
      progress.clear();
      printResult(path, report, (performance.now() - startedAt) / 1000);
      const unknown = force ? [] : (report.unknownIds ?? []);
      if (unknown.length > 0) printUnknownIds(path, unknown);
      if (report.badLines + unknown.length > 0) process.exitCode ??= 2;
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      progress.clear();
      console.error(`${path}: ${error.message}`);
      process.exitCode = 1;
    } finally {
      progress.clear();
    }
  }
}
