/**
 * Cuts the lines of a report into files of so many rows, each with the header, without holding more than a piece of it.
 */
import type { FileFormat, Lines } from '#lib/ads/reports/plan/warehouse';
import { csvField } from '#lib/api/text/csv-field';

const LF = 0x0a;
const QUOTE = 0x22;

const tsvField = (text: string): string => text.replaceAll(/[\t\r\n]/g, ' ');

export const headerLine = (headers: readonly string[], format: FileFormat): Buffer =>
  Buffer.from(`${headers.map(format === 'csv' ? csvField : tsvField).join(format === 'csv' ? ',' : '\t')}\n`);

/** Reads bytes row by row; a line end inside quotes belongs to its row. */
class RowReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #isQuoting: boolean;
  #rest: Uint8Array | undefined;
  #isQuoted = false;

  constructor(bytes: AsyncIterable<Uint8Array>, isQuoting: boolean) {
    this.#chunks = bytes[Symbol.asyncIterator]();
    this.#isQuoting = isQuoting;
  }

  /** The next rows, piece by piece. */
  async *take(rows: number): AsyncGenerator<Uint8Array> {
    let left = rows;
    while (left > 0) {
      const chunk = this.#rest ?? ((await this.#chunks.next()).value as Uint8Array | undefined);
      this.#rest = undefined;
      if (chunk === undefined) return;
      const { end, seen } = this.#scan(chunk, left);
      left -= seen;
      if (end < chunk.length) this.#rest = chunk.subarray(end);
      yield chunk.subarray(0, end);
    }
  }

  #scan(chunk: Uint8Array, rows: number): { readonly end: number; readonly seen: number } {
    let seen = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (chunk[at] === QUOTE && this.#isQuoting) this.#isQuoted = !this.#isQuoted;
      else if (chunk[at] === LF && !this.#isQuoted && (seen += 1) === rows) return { end: at + 1, seen };
    }
    return { end: chunk.length, seen };
  }
}

async function* withHeader(header: Uint8Array, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield header;
  yield* body;
}

/** To be read one after another; there is always at least one. */
export function* fragmentsOf(
  { rows, bytes }: Lines,
  header: Uint8Array,
  maxRows: number,
  format: FileFormat,
): Generator<AsyncIterable<Uint8Array>> {
  if (rows <= maxRows) {
    yield withHeader(header, bytes);
    return;
  }
  const reader = new RowReader(bytes, format === 'csv');
  for (let taken = 0; taken < rows; taken += maxRows) yield withHeader(header, reader.take(maxRows));
}

/** A file without its first row, which is the header. */
export async function* withoutHeader(bytes: AsyncIterable<Uint8Array>, format: FileFormat): AsyncGenerator<Uint8Array> {
  const reader = new RowReader(bytes, format === 'csv');
  for await (const _header of reader.take(1));
  yield* reader.take(Infinity);
}
