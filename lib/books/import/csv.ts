/**
 * Tables: our own columns (`table/columns.ts`), or what sites for readers write (`table/reading-lists.ts`). Cells are
 * parted by commas, semicolons, tabs or bars; lists within a cell by semicolons.
 */
import type { Price, Viewability } from '#lib/books/model/volume';
import type { TextInput } from './file/encoding.ts';
import { UnusableFile } from './file/unusable-file.ts';
import { type CatalogueRecord, type ReadRecord, readRecord } from './record/record.ts';
import { type ColumnName, columnOf, headerKey, isColumnName, problemsIn, type Row, YES } from './table/columns.ts';
import { readingListOf, unguarded } from './table/reading-lists.ts';
import { tableRows } from './table/rows.ts';

export interface TableOptions {
  /** Headers of the file by the names of our columns. */
  readonly map?: Readonly<Record<string, string>> | undefined;
  readonly onNote?: ((note: string) => void) | undefined;
}

const list = (value = ''): string[] =>
  value === ''
    ? []
    : value
        .split(';')
        .map((item) => item.trim())
        .filter((item) => item !== '');
const number = (value: string | undefined): number | undefined =>
  value === undefined || value.trim() === '' || Number.isNaN(Number(value)) ? undefined : Number(value);
const flag = (value: string | undefined): boolean => YES.test(value?.trim() ?? '');

const VIEWABILITIES: readonly string[] = ['PARTIAL', 'ALL_PAGES', 'NO_PAGES', 'UNKNOWN'] satisfies Viewability[];
const viewability = (value: string | undefined): Viewability | undefined => {
  const spelled = value?.trim().toUpperCase() ?? '';
  return VIEWABILITIES.includes(spelled) ? (spelled as Viewability) : undefined;
};

const price = (amount: string | undefined, currency: string | undefined): Price | undefined => {
  const value = number(amount);
  return value === undefined ? undefined : { amount: value, currencyCode: currency?.trim().toUpperCase() || 'USD' };
};

const recordOf = (row: Row, source: string): CatalogueRecord => ({
  source,
  key: row.id,
  isDeleted: flag(row.deleted),
  title: row.title,
  subtitle: row.subtitle,
  authors: list(row.authors),
  publisher: row.publisher,
  date: row.published_date,
  description: row.description,
  numbers: {
    isbn: [...list(row.isbn13), ...list(row.isbn10)],
    issn: list(row.issn),
    lccn: list(row.lccn),
    oclc: list(row.oclc),
  },
  pageCount: number(row.page_count),
  isMagazine: /^magazine$/i.test(row.print_type?.trim() ?? ''),
  categories: list(row.categories),
  language: row.language,
  averageRating: number(row.average_rating),
  ratingsCount: number(row.ratings_count),
  isMature: /^mature$/i.test(row.maturity?.trim() ?? ''),
  coverUrl: row.cover_url,
  previewUrl: row.preview_url,
  epubUrl: row.epub_url,
  pdfUrl: row.pdf_url,
  series: row.series?.trim() ? { title: row.series.trim(), number: row.series_no?.trim() || undefined } : undefined,
  onSaleDate: row.on_sale_date,
  workKey: row.work,
  isEbook: flag(row.is_ebook),
  isPublicDomain: flag(row.public_domain),
  viewability: viewability(row.viewability),
  listPrice: price(row.list_price, row.currency),
  retailPrice: price(row.retail_price, row.currency),
  country: row.country,
});

interface Layout {
  readonly source: string;
  row(cells: readonly string[]): Row;
  /** Headers that nothing is made of. */
  readonly leftOut: readonly string[];
}

function mappedColumns(header: readonly string[], map: Readonly<Record<string, string>>): Map<string, ColumnName> {
  const columns = new Map<string, ColumnName>();
  for (const [name, wanted] of Object.entries(map)) {
    if (!isColumnName(name)) throw new UnusableFile(`There is no column '${name}' to map to.`);
    if (!header.some((one) => headerKey(one) === headerKey(wanted)))
      throw new UnusableFile(`The file has no column '${wanted}'; it has ${header.join(', ')}.`);
    columns.set(headerKey(wanted), name);
  }
  return columns;
}

/** Our own columns, by their names or as they are mapped. A mapped column is not looked for under another header. */
function ownLayout(header: readonly string[], map: Readonly<Record<string, string>>): Layout {
  const mapped = mappedColumns(header, map);
  const taken = new Set(mapped.values());
  const columns = header.map((one) => {
    const own = mapped.get(headerKey(one)) ?? columnOf(one);
    return own === undefined || (taken.has(own) && mapped.get(headerKey(one)) === undefined) ? undefined : own;
  });
  if (!columns.includes('title'))
    throw new UnusableFile(`No column is the title. The file has ${header.join(', ')}: name it with --map title=NAME.`);
  return {
    source: 'csv',
    row(cells) {
      const row: Partial<Record<ColumnName, string>> = {};
      for (const [place, name] of columns.entries()) if (name !== undefined) row[name] = unguarded(cells[place] ?? '');
      return row;
    },
    leftOut: header.filter((one, place) => columns[place] === undefined && one.trim() !== ''),
  };
}

function layoutOf(header: readonly string[], map: Readonly<Record<string, string>>): Layout {
  const known = Object.keys(map).length === 0 ? readingListOf(header) : undefined;
  if (known === undefined) return ownLayout(header, map);
  const keys = header.map(headerKey);
  const places = new Map(known.takes.map((one) => [one, keys.indexOf(headerKey(one))]));
  const taken = new Set(known.takes.map(headerKey));
  return {
    source: known.source,
    row: (cells) => known.row((one) => unguarded(cells[places.get(one) ?? -1] ?? '')),
    leftOut: header.filter((one) => !taken.has(headerKey(one))),
  };
}

/** Positions are line numbers. A row with too many or too few cells is refused, and so is one that quotes badly. */
export async function* readCsv(input: TextInput, { map = {}, onNote }: TableOptions = {}): AsyncGenerator<ReadRecord> {
  let layout: Layout | undefined;
  for await (const row of tableRows(input)) {
    if (layout === undefined) {
      if ('refused' in row) throw new UnusableFile(`The header cannot be read: ${row.refused}`);
      layout = layoutOf(row.cells, map);
      if (layout.leftOut.length > 0) onNote?.(`Columns that nothing is made of: ${layout.leftOut.join(', ')}.`);
    } else if ('refused' in row) yield { position: row.line, refused: row.refused };
    else {
      const own = layout.row(row.cells);
      yield readRecord(recordOf(own, layout.source), row.line, problemsIn(own));
    }
  }
}
