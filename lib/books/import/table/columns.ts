/** What may be in a table: the list that files are checked against, and that `npm run books -- columns` prints. */
import { readDate } from '#lib/books/import/record/dates';
import { readLanguage } from '#lib/books/import/record/languages';

export interface Column {
  readonly name: string;
  readonly kind: Kind;
  readonly does: string;
  readonly example: string;
  /** Other headers that mean the same. */
  readonly also?: readonly string[];
}

export type Kind = 'text' | 'list' | 'number' | 'yes/no' | 'date' | 'language' | 'address' | 'one of';

export const COLUMNS = [
  { name: 'id', kind: 'text', does: 'what your source calls the record; without one, its ISBN', example: 'b-1001' },
  { name: 'title', kind: 'text', does: 'required', example: 'The Silent Harbour', also: ['book title', 'name'] },
  { name: 'subtitle', kind: 'text', does: 'what follows the title', example: 'A Novel' },
  { name: 'authors', kind: 'list', does: 'as they sign', example: 'Ida Wick;Otto Klein', also: ['author'] },
  { name: 'publisher', kind: 'text', does: 'the house', example: 'Quay Books' },
  {
    name: 'published_date',
    kind: 'date',
    does: 'a year, a month or a day',
    example: '1979-04-01',
    also: ['published', 'publication date', 'year', 'date'],
  },
  { name: 'description', kind: 'text', does: 'plain, or with simple HTML', example: 'A harbour town, one winter.' },
  {
    name: 'isbn10',
    kind: 'list',
    does: 'checked; a wrong one is kept and told',
    example: '080442957X',
    also: ['isbn'],
  },
  { name: 'isbn13', kind: 'list', does: 'checked; a wrong one is kept and told', example: '9780804429573' },
  { name: 'issn', kind: 'list', does: 'of a magazine', example: '0028-0836' },
  { name: 'lccn', kind: 'list', does: 'Library of Congress number', example: '66-12366' },
  { name: 'oclc', kind: 'list', does: 'WorldCat number', example: 'ocm00123456' },
  { name: 'page_count', kind: 'number', does: 'pages', example: '312', also: ['pages', 'number of pages'] },
  {
    name: 'categories',
    kind: 'list',
    does: 'paths, parted by slashes',
    example: 'Fiction / Classics;Fiction / Sea Stories',
    also: ['category', 'subjects', 'genres'],
  },
  { name: 'language', kind: 'language', does: 'ISO 639, two or three letters', example: 'en' },
  { name: 'print_type', kind: 'one of', does: 'BOOK or MAGAZINE', example: 'BOOK' },
  { name: 'maturity', kind: 'one of', does: 'MATURE or NOT_MATURE', example: 'NOT_MATURE' },
  {
    name: 'cover_url',
    kind: 'address',
    does: 'of the cover; {size} in it becomes S, M or L',
    example: 'https://covers.example.com/1-{size}.jpg',
  },
  { name: 'preview_url', kind: 'address', does: 'where it can be read', example: 'https://read.example.com/1' },
  { name: 'epub_url', kind: 'address', does: 'of the EPUB', example: 'https://files.example.com/1.epub' },
  { name: 'pdf_url', kind: 'address', does: 'of the PDF', example: 'https://files.example.com/1.pdf' },
  { name: 'average_rating', kind: 'number', does: '1 to 5; needs ratings_count', example: '4.2' },
  { name: 'ratings_count', kind: 'number', does: 'how many ratings that is', example: '120' },
  { name: 'series', kind: 'text', does: 'title of the series', example: 'Harbours' },
  { name: 'series_no', kind: 'text', does: 'number in the series', example: '3' },
  { name: 'on_sale_date', kind: 'date', does: 'until then it can be ordered in advance', example: '1979-03-01' },
  { name: 'work', kind: 'text', does: 'the same for editions of one work', example: 'silent-harbour' },
  { name: 'is_ebook', kind: 'yes/no', does: 'it is an e-book', example: 'yes' },
  { name: 'public_domain', kind: 'yes/no', does: 'it is free of rights', example: 'no' },
  { name: 'viewability', kind: 'one of', does: 'PARTIAL, ALL_PAGES, NO_PAGES or UNKNOWN', example: 'PARTIAL' },
  { name: 'list_price', kind: 'number', does: 'in the currency', example: '11.99' },
  { name: 'retail_price', kind: 'number', does: 'in the currency', example: '9.99' },
  { name: 'currency', kind: 'text', does: 'ISO 4217; USD without one', example: 'EUR' },
  { name: 'country', kind: 'text', does: 'rights and prices of the row hold there alone (ISO 3166)', example: 'DE' },
  { name: 'deleted', kind: 'yes/no', does: 'takes the volume out', example: 'no' },
] as const satisfies readonly Column[];

export type ColumnName = (typeof COLUMNS)[number]['name'];
/** The cells of a row by the names of our columns. */
export type Row = Readonly<Partial<Record<ColumnName, string>>>;

export const YES = /^(true|yes|y|1)$/i;
const NO = /^(false|no|n|0)$/i;

const PROBLEMS: Readonly<Record<Kind, (cell: string, column: Column) => string | undefined>> = {
  text: () => undefined,
  list: () => undefined,
  address: (cell) => (URL.canParse(cell.replace('{size}', 'S')) ? undefined : 'is not an address'),
  number: (cell) => (Number.isNaN(Number(cell)) ? 'is not a number' : undefined),
  'yes/no': (cell) => (YES.test(cell) || NO.test(cell) ? undefined : 'is neither yes nor no'),
  date: (cell) => (readDate(cell) === undefined ? 'has no year' : undefined),
  language: (cell) => (readLanguage(cell) === undefined ? 'is not a known language' : undefined),
  'one of': (cell, { does }) => (does.split(/, | or /).includes(cell.toUpperCase()) ? undefined : `is not ${does}`),
};

/** Text needs no check. */
const CHECKED = COLUMNS.filter(({ kind }) => kind !== 'text' && kind !== 'list');

/** What is wrong with the cells of a row: such a cell is left out, the row is not. */
export function problemsIn(row: Row): string[] {
  const problems: string[] = [];
  for (const column of CHECKED) {
    const cell = row[column.name]?.trim() ?? '';
    const problem = cell === '' ? undefined : PROBLEMS[column.kind](cell, column);
    if (problem !== undefined) problems.push(`${column.name} '${cell.slice(0, 100)}' ${problem}.`);
  }
  return problems;
}

/** `Published Date` and `published_date` are the same header. */
export const headerKey = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

const BY_HEADER: ReadonlyMap<string, ColumnName> = new Map(
  COLUMNS.flatMap(({ name, ...column }) =>
    [name, ...('also' in column ? column.also : [])].map((key) => [headerKey(key), name]),
  ),
);

export const columnOf = (header: string): ColumnName | undefined => BY_HEADER.get(headerKey(header));
export const isColumnName = (name: string): name is ColumnName => COLUMNS.some((column) => column.name === name);

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** A file with every column and one row. */
export const templateTable = (): string =>
  [COLUMNS.map(({ name }) => name), COLUMNS.map(({ example }) => example)]
    .map((cells) => `${cells.map(quoted).join(',')}\n`)
    .join('');
