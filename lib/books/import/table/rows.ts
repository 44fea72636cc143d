/** The rows of a table. A row that cannot be read is told by its line, and reading goes on in the next line. */
import type { TextInput } from '#lib/books/import/file/encoding';
import { allLines, type Line } from '#lib/books/import/file/lines';
import { delimiterOf, RowSplitter, type RowState } from './split-row.ts';

export type TableRow = { readonly line: number } & (
  | { readonly cells: readonly string[] }
  | { readonly refused: string }
);

/** A quoted cell that goes on for longer was not meant to. */
const MAX_ROW_LENGTH = 1024 * 1024;

const UNCLOSED = 'The row cannot be read: a quote is opened and not closed, or closed in the middle of a cell.';

/** Lines that can be given back. */
class LineSource {
  readonly #lines: AsyncIterator<Line>;
  /** The next one last. */
  readonly #returned: Line[] = [];

  constructor(input: TextInput) {
    this.#lines = allLines(input);
  }

  async next(): Promise<Line | undefined> {
    const line = this.#returned.pop();
    if (line !== undefined) return line;
    const { value, done } = await this.#lines.next();
    return done === true ? undefined : value;
  }

  giveBack(lines: readonly Line[]): void {
    for (const line of lines.toReversed()) this.#returned.push(line);
  }
}

interface ReadRow {
  readonly state: RowState;
  readonly cells: readonly string[];
  readonly lines: readonly Line[];
}

async function readRow(first: Line, source: LineSource, delimiter: string): Promise<ReadRow> {
  const row = new RowSplitter(delimiter);
  const lines = [first];
  let { length } = first.text;
  let state = row.take(first.text);
  while (state === 'open') {
    const line = await source.next();
    if (line === undefined) break;
    lines.push(line);
    length += line.text.length;
    if (length > MAX_ROW_LENGTH) break;
    state = row.take(line.text);
  }
  return { state, cells: row.cells, lines };
}

/** Spreadsheets write empty cells behind the last column. */
const withoutEmptyEnd = (cells: readonly string[], width: number): readonly string[] =>
  cells.length > width && cells.slice(width).every((cell) => cell.trim() === '') ? cells.slice(0, width) : cells;

/** Blank lines are left out; the first row is the header, and every other has as many cells. */
export async function* tableRows(input: TextInput): AsyncGenerator<TableRow> {
  const source = new LineSource(input);
  let delimiter: string | undefined;
  let width: number | undefined;
  for (let line = await source.next(); line !== undefined; line = await source.next()) {
    const first = line.position === 1 ? { ...line, text: line.text.replace(/^\ufeff/, '') } : line;
    if (first.text.trim() === '') continue;
    delimiter ??= delimiterOf(first.text);
    const { state, cells, lines } = await readRow(first, source, delimiter);
    const kept = width === undefined ? cells : withoutEmptyEnd(cells, width);
    if (state === 'whole' && kept.length === (width ?? kept.length)) {
      width ??= kept.length;
      yield { line: first.position, cells: kept };
      continue;
    }
    source.giveBack(lines.slice(1));
    const mismatch = `The row has ${String(cells.length)} cells, the header ${String(width)}.`;
    yield { line: first.position, refused: state === 'whole' ? mismatch : UNCLOSED };
  }
}
