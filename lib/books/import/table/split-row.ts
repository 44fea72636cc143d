/**
 * The cells of one row as RFC 4180 quotes them, line by line: a quoted cell may go on in the next line. `csv-parse` was
 * left because it cannot go back: after a quote that is never closed it has the rest of the file in one cell.
 */

export type RowState = 'whole' | 'open' | 'broken';

export class RowSplitter {
  readonly cells: string[] = [];
  readonly #delimiter: string;
  #cell = '';
  #isQuoted = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Takes the next line. Open: the row goes on in the line after it. Broken: a quote closes where no cell ends. */
  take(line: string): RowState {
    let at = 0;
    if (this.#isQuoted) this.#cell += '\n';
    for (;;) {
      if (this.#isQuoted) {
        const quote = line.indexOf('"', at);
        if (quote < 0) {
          this.#cell += line.slice(at);
          return 'open';
        }
        if (line[quote + 1] === '"') {
          this.#cell += line.slice(at, quote + 1);
          at = quote + 2;
          continue;
        }
        this.cells.push(this.#cell + line.slice(at, quote));
        [this.#cell, this.#isQuoted] = ['', false];
        if (quote + 1 === line.length) return 'whole';
        if (line[quote + 1] !== this.#delimiter) return 'broken';
        at = quote + 2;
      }
      if (line[at] === '"') {
        this.#isQuoted = true;
        at += 1;
        continue;
      }
      const end = line.indexOf(this.#delimiter, at);
      this.cells.push(end < 0 ? line.slice(at) : line.slice(at, end));
      if (end < 0) return 'whole';
      at = end + 1;
    }
  }
}

const DELIMITERS = [',', ';', '\t', '|'];

const cellsOf = (line: string, delimiter: string): number => {
  const row = new RowSplitter(delimiter);
  row.take(line);
  return row.cells.length;
};

/** The one that makes most cells of the header. */
export const delimiterOf = (header: string): string =>
  DELIMITERS.reduce((best, one) => (cellsOf(header, one) > cellsOf(header, best) ? one : best), ',');
