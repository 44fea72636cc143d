/** At which line of a file a record begins: quoted fields of CSV may hold line ends, and empty lines are no records. */
import type { FileFormat } from './file-names.ts';

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;

export interface RecordPlace {
  /** Counted from 1, empty ones and the header included, as DuckDB counts. */
  readonly ordinal: number;
  /** Counted from 1. */
  readonly line: number;
  readonly isEmpty: boolean;
}

/** Whether there is nothing but blanks from one place to another. */
function isBlank(chunk: Uint8Array, from: number, until: number): boolean {
  let at = from;
  while (at < until && (chunk[at] === CR || chunk[at] === SPACE)) at += 1;
  return at >= until;
}

export async function* recordPlaces(
  chunks: AsyncIterable<Uint8Array>,
  format: FileFormat,
): AsyncGenerator<RecordPlace> {
  let [ordinal, line, startLine] = [1, 1, 1];
  let [isQuoted, isEmpty] = [false, true];
  for await (const chunk of chunks) {
    let quote = format === 'csv' ? chunk.indexOf(QUOTE) : -1;
    for (let from = 0; from < chunk.length; from += 1) {
      const end = chunk.indexOf(LF, from);
      const until = end === -1 ? chunk.length : end;
      for (; quote !== -1 && quote < until; quote = chunk.indexOf(QUOTE, quote + 1)) isQuoted = !isQuoted;
      isEmpty &&= isBlank(chunk, from, until);
      from = until;
      if (end === -1) continue;
      line += 1;
      if (isQuoted) continue;
      yield { ordinal, line: startLine, isEmpty };
      [ordinal, startLine, isEmpty] = [ordinal + 1, line, true];
    }
  }
  if (!isEmpty) yield { ordinal, line: startLine, isEmpty };
}

export interface Wanted {
  /** Rows that were read, counted from 0. */
  readonly rows: ReadonlySet<number>;
  /** Records that could not be read. */
  readonly rejected: ReadonlySet<number>;
}

export interface Found {
  readonly rows: ReadonlyMap<number, number>;
  readonly rejected: ReadonlyMap<number, number>;
}

/** The lines of rows and of records that are no rows. */
export async function linesOf(chunks: AsyncIterable<Uint8Array>, format: FileFormat, wanted: Wanted): Promise<Found> {
  const found = { rows: new Map<number, number>(), rejected: new Map<number, number>() };
  let row = 0;
  for await (const { ordinal, line, isEmpty } of recordPlaces(chunks, format)) {
    if (isEmpty || (format === 'csv' && ordinal === 1)) continue;
    if (wanted.rejected.has(ordinal)) {
      found.rejected.set(ordinal, line);
      continue;
    }
    if (wanted.rows.has(row)) found.rows.set(row, line);
    row += 1;
  }
  return found;
}
