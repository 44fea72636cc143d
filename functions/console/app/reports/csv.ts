/** Tables as text: what is uploaded, and where each record begins. */

export interface CsvRecord {
  /** The first line is 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** RFC 4180: quoted cells may hold delimiters, quotes twice, and line ends. */
export function readCsv(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let startedAt = 1;
  const endRecord = (): void => {
    cells.push(cell);
    if (cells.length > 1 || cells[0] !== '') records.push({ line: startedAt, cells });
    [cells, cell] = [[], ''];
  };
  const source = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (character === '\n') line += 1;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === ',') {
      cells.push(cell);
      cell = '';
    } else if (character === '\n') {
      endRecord();
      startedAt = line;
    } else cell += character;
  }
  endRecord();
  return records;
}
