/** The project's own table format: a header row, RFC 4180, UTF-8; lists are separated by semicolons. */
import type { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { Price, Viewability } from '#lib/books/model/volume';
import { type CatalogueRecord, type ReadRecord, readRecord } from './record.ts';

type Row = Readonly<Record<string, string | undefined>>;

const list = (value: string | undefined): string[] =>
  (value ?? '')
    .split(';')
    .map((item) => item.trim())
    .filter((item) => item !== '');
const number = (value: string | undefined): number | undefined =>
  value === undefined || value.trim() === '' || Number.isNaN(Number(value)) ? undefined : Number(value);
const flag = (value: string | undefined): boolean => /^(true|yes|1)$/i.test(value?.trim() ?? '');

const VIEWABILITIES: readonly string[] = ['PARTIAL', 'ALL_PAGES', 'NO_PAGES', 'UNKNOWN'] satisfies Viewability[];
const viewability = (value: string | undefined): Viewability | undefined => {
  const spelled = value?.trim().toUpperCase() ?? '';
  return VIEWABILITIES.includes(spelled) ? (spelled as Viewability) : undefined;
};

const price = (amount: string | undefined, currency: string | undefined): Price | undefined => {
  const value = number(amount);
  return value === undefined ? undefined : { amount: value, currencyCode: currency?.trim().toUpperCase() || 'USD' };
};

const recordOf = (row: Row): CatalogueRecord => ({
  source: 'csv',
  key: row['id'],
  isDeleted: flag(row['deleted']),
  title: row['title'],
  subtitle: row['subtitle'],
  authors: list(row['authors']),
  publisher: row['publisher'],
  date: row['published_date'],
  description: row['description'],
  numbers: {
    isbn: [...list(row['isbn13']), ...list(row['isbn10'])],
    issn: list(row['issn']),
    lccn: list(row['lccn']),
    oclc: list(row['oclc']),
  },
  pageCount: number(row['page_count']),
  isMagazine: /^magazine$/i.test(row['print_type']?.trim() ?? ''),
  categories: list(row['categories']),
  language: row['language'],
  averageRating: number(row['average_rating']),
  ratingsCount: number(row['ratings_count']),
  isMature: /^mature$/i.test(row['maturity']?.trim() ?? ''),
  coverUrl: row['cover_url'],
  previewUrl: row['preview_url'],
  epubUrl: row['epub_url'],
  pdfUrl: row['pdf_url'],
  series: row['series']?.trim()
    ? { title: row['series'].trim(), number: row['series_no']?.trim() || undefined }
    : undefined,
  onSaleDate: row['on_sale_date'],
  workKey: row['work'],
  isEbook: flag(row['is_ebook']),
  isPublicDomain: flag(row['public_domain']),
  viewability: viewability(row['viewability']),
  listPrice: price(row['list_price'], row['currency']),
  retailPrice: price(row['retail_price'], row['currency']),
  country: row['country'],
});

/** The parser looks at every character by itself. */
const MAX_ROW_LENGTH = 1024 * 1024;

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Positions are line numbers. A row with too many or too few cells is refused, and so is one that quotes badly. */
export async function* readCsv(input: Readable): AsyncGenerator<ReadRecord> {
  const skipped: ReadRecord[] = [];
  const parser = input.pipe(
    parse({
      bom: true,
      info: true,
      max_record_size: MAX_ROW_LENGTH,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      on_skip: (error) => {
        if (error?.code === 'CSV_MAX_RECORD_SIZE')
          parser.destroy(new Error('A row is longer than a million characters.'));
        else if (error !== undefined)
          skipped.push({ position: Number(error['lines'] ?? 0), refused: `The row cannot be read: ${error.message}` });
        return undefined;
      },
    }),
  );
  // A pipe hands on everything but errors.
  input.once('error', (error) => parser.destroy(error));
  let header: readonly string[] | undefined;
  for await (const { record, info } of parser as AsyncIterable<Parsed>) {
    yield* skipped.splice(0);
    if (header === undefined) {
      header = record.map((name) => name.trim().toLowerCase());
      continue;
    }
    const names = header;
    if (record.length !== names.length) {
      yield {
        position: info.lines,
        refused: `The row has ${String(record.length)} cells, the header ${String(names.length)}.`,
      };
      continue;
    }
    const row: Row = Object.fromEntries(names.map((name, place) => [name, record[place]]));
    yield readRecord(recordOf(row), info.lines);
  }
  yield* skipped;
}
