/** Reads a file into the view `staged`, good rows only, and says what was wrong with the others. */
import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import { type FileFormat, formatOfFile } from '#lib/ads/import/file-names';
import type { Kind } from '#lib/ads/import/kinds';
import { linesOf } from '#lib/ads/import/record-lines';
import { UnreadableFile, type BadLine, type ImportReport } from '#lib/ads/import/report';
import { missingColumns, rejection, stagingSql } from '#lib/ads/import/staging-sql';
import type { DuckSession } from './session.ts';

const MAX_PROBLEMS = 1_000;

/** What the system, zlib and DuckDB say about files that are not there, or broken. */
const isAboutTheFile = (error: unknown): error is Error =>
  /^(ENOENT|EISDIR|EACCES|Z_)/.test((error as NodeJS.ErrnoException).code ?? '') ||
  /^(IO|Invalid Input) Error/.test((error as Error).message);

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw isAboutTheFile(error)
      ? new UnreadableFile(`It cannot be read: ${error.message.split('\n')[0] ?? ''}`, { cause: error })
      : error;
  }
}

/** Whoever reads learns what went wrong: a failure of one stage ends them all. */
function bytesOf(path: string): Readable {
  const file = createReadStream(path);
  return path.endsWith('.gz') ? pipeline(file, createGunzip(), () => undefined) : file;
}

/** DuckDB takes a compressed file that was cut off for one that ends there. */
async function checkWhole(path: string): Promise<void> {
  if (path.endsWith('.gz')) await finished(bytesOf(path).resume());
}

async function firstRecord(path: string): Promise<string[]> {
  const records = pipeline(bytesOf(path), parse({ to: 1, bom: true, relax_column_count: true }), () => undefined);
  for await (const record of records) return record as string[];
  throw new UnreadableFile('The file is empty.');
}

async function readHeader(kind: Kind, path: string, format: FileFormat): Promise<string[]> {
  if (format === 'ndjson') return [];
  const header = (await firstRecord(path)).map((name) => name.trim());
  const missing = missingColumns(kind, header);
  if (missing.length > 0) throw new UnreadableFile(`The header lacks ${missing.join(', ')}.`);
  const twice = header.find((name, index) => header.indexOf(name) !== index);
  if (twice !== undefined) throw new UnreadableFile(`The header names ${twice === '' ? 'nothing' : twice} twice.`);
  return header;
}

async function findProblems(duck: DuckSession, kind: Kind, path: string, format: FileFormat): Promise<BadLine[]> {
  const bad = await duck.rows(
    `SELECT rowid AS row, problem FROM staged_rows WHERE problem IS NOT NULL ORDER BY rowid LIMIT ${String(MAX_PROBLEMS)}`,
  );
  const rejected =
    format === 'ndjson'
      ? []
      : await duck.rows('SELECT DISTINCT ON (line) line, column_name, error_message FROM reject_errors ORDER BY line');
  const lines = await linesOf(bytesOf(path), format, {
    rows: new Set(bad.map(({ row }) => Number(row))),
    rejected: new Set(rejected.map(({ line }) => Number(line))),
  });
  return [
    ...bad.map(({ row, problem }) => ({ line: lines.rows.get(Number(row)) ?? 0, problem: String(problem) })),
    ...rejected.map(({ line, column_name: column, error_message: message }) => ({
      line: lines.rejected.get(Number(line)) ?? 0,
      problem: rejection(kind, typeof column === 'string' ? column : undefined, String(message)),
    })),
  ].sort((a, b) => a.line - b.line);
}

interface Counts {
  readonly read: number;
  readonly refused: number;
  readonly rejected: number;
  /** Rows that another one with the same key follows or precedes. */
  readonly repeats: number;
}

/** As many hashes as rows: then no key is there twice, whatever else collides. */
async function count(duck: DuckSession, format: FileFormat, key: string): Promise<Counts> {
  const rejected = format === 'ndjson' ? '0' : '(SELECT count(DISTINCT line) FROM reject_errors)';
  const good = 'FILTER (problem IS NULL)';
  const [row = {}] = await duck.rows(
    `SELECT count(*) AS read, count(problem) AS refused, ${rejected} AS rejected, count(*) ${good} - count(DISTINCT hash(${key})) ${good} AS repeats FROM staged_rows`,
  );
  const of = (name: keyof Counts): number => Number(row[name] ?? 0);
  return { read: of('read'), refused: of('refused'), rejected: of('rejected'), repeats: of('repeats') };
}

export async function stage(duck: DuckSession, kind: Kind, path: string): Promise<ImportReport> {
  const format = formatOfFile(path);
  if (format === undefined) throw new UnreadableFile('Files end in .csv or .ndjson, with or without .gz.');
  const { staged, key } = await readable(async () => {
    await checkWhole(path);
    const staging = stagingSql(kind, path, format, await readHeader(kind, path, format));
    for (const type of staging.types) await duck.run(type);
    await duck.run(staging.rows);
    return staging;
  });
  await duck.run(staged);

  const { read, refused, rejected, repeats } = await count(duck, format, key);
  const problems = refused + rejected === 0 ? [] : await findProblems(duck, kind, path, format);
  if (refused > 0) await duck.run('DELETE FROM staged_rows WHERE problem IS NOT NULL');
  // The last of several rows with the same key counts.
  if (repeats > 0)
    await duck.run(`DELETE FROM staged_rows WHERE rowid NOT IN (SELECT max(rowid) FROM staged_rows GROUP BY ${key})`);
  return {
    kind: kind.name,
    rows: read - refused,
    badLines: refused + rejected,
    problems: problems.slice(0, MAX_PROBLEMS),
  };
}
