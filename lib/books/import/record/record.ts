/** What every import format is read into, and how that becomes a volume. */
import { oneLine } from '#lib/api/text/one-line';
import { replaceTags } from '#lib/api/text/replace-tags';
import { type RawIdentifiers, readIdentifiers, toIsbn13 } from '#lib/books/model/identifiers';
import type { Dimensions, Price, Series, Viewability } from '#lib/books/model/volume';
import { plainWords, titleKey } from '#lib/books/search/words';
import type { VolumeDraft } from '#lib/books/stores/all';
import { readDate } from './dates.ts';
import { readLanguage } from './languages.ts';

/** A bibliographic record in the words of no particular format. */
export interface CatalogueRecord {
  /** Name of the source, such as `openlibrary`. */
  readonly source: string;
  /** What the source calls the record. */
  readonly key?: string | undefined;
  readonly revision?: string | undefined;
  readonly isDeleted?: boolean | undefined;
  readonly title?: string | undefined;
  readonly subtitle?: string | undefined;
  readonly part?: string | undefined;
  readonly alternates?: readonly string[] | undefined;
  readonly authors?: readonly string[] | undefined;
  readonly publisher?: string | undefined;
  readonly date?: string | undefined;
  readonly description?: string | undefined;
  readonly numbers?: RawIdentifiers | undefined;
  readonly pageCount?: number | undefined;
  readonly dimensions?: Dimensions | undefined;
  readonly isMagazine?: boolean | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly subjects?: readonly string[] | undefined;
  readonly language?: string | undefined;
  readonly averageRating?: number | undefined;
  readonly ratingsCount?: number | undefined;
  readonly isMature?: boolean | undefined;
  readonly isComic?: boolean | undefined;
  readonly coverUrl?: string | undefined;
  readonly previewUrl?: string | undefined;
  readonly epubUrl?: string | undefined;
  readonly pdfUrl?: string | undefined;
  readonly series?: Series | undefined;
  readonly onSaleDate?: string | undefined;
  readonly workKey?: string | undefined;
  readonly isEbook?: boolean | undefined;
  readonly isPublicDomain?: boolean | undefined;
  readonly viewability?: Viewability | undefined;
  readonly listPrice?: Price | undefined;
  readonly retailPrice?: Price | undefined;
  readonly country?: string | undefined;
}

/** One record of a file: either a draft, or why it was refused. */
export type ReadRecord = { readonly position: number } & (
  | { readonly draft: VolumeDraft; readonly warnings: readonly string[] }
  | { readonly refused: string }
);

const text = (value: string | undefined): string | undefined => {
  const trimmed = value && oneLine(value);
  return trimmed === '' ? undefined : trimmed;
};
const texts = (values: readonly string[] | undefined): string[] => [
  ...new Set((values ?? []).flatMap((value) => text(value) ?? [])),
];
const someTexts = (values: readonly string[] | undefined): string[] | undefined => {
  const some = texts(values);
  return some.length === 0 ? undefined : some;
};
/** The most that an `int32` of the wire holds. */
const MOST = 2 ** 31 - 1;
const count = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isInteger(value) && value > 0 && value <= MOST ? value : undefined;
const stars = (value: number | undefined): number | undefined =>
  value !== undefined && value >= 1 && value <= 5 ? value : undefined;
const price = (value: Price | undefined): Price | undefined =>
  value !== undefined && value.amount >= 0 && value.amount <= MOST ? value : undefined;

/** What an item of the table has room for, with some to spare. */
const MAX_BYTES = 300_000;

const SIMPLE = /^<\/?(?:b|i|br|p|em|strong|ul|ol|li)\b/i;

/** A description may carry simple markup; whatever else looks like a tag is taken out. */
const simpleHtml = (html: string | undefined): string | undefined =>
  text(html && replaceTags(html, (tag) => (SIMPLE.test(tag) ? undefined : '')));

const viewabilityOf = ({ viewability, isPublicDomain, previewUrl }: CatalogueRecord): Viewability => {
  if (isPublicDomain === true) return 'ALL_PAGES';
  return viewability ?? (text(previewUrl) === undefined ? 'NO_PAGES' : 'PARTIAL');
};

/** A record without a name of its own is known by its ISBN, in whichever form it comes. */
const fallbackKey = (title: string, authors: readonly string[], record: CatalogueRecord): string =>
  record.numbers?.isbn?.map((isbn) => toIsbn13(isbn) ?? isbn)[0] ??
  [title, authors.join(';'), record.date ?? '', record.publisher ?? ''].join('|');

const DAMAGED = 'Some characters could not be read; U+FFFD stands in their place.';

/** `found`: warnings of the reader. */
export function readRecord(record: CatalogueRecord, position: number, found: readonly string[] = []): ReadRecord {
  const title = text(record.title);
  if (title === undefined && record.isDeleted !== true) return { position, refused: 'The record has no title.' };
  if (title === undefined && text(record.key) === undefined)
    return { position, refused: 'The record to delete has no key.' };

  const authors = texts(record.authors);
  const { identifiers, warnings } = readIdentifiers(record.numbers ?? {});
  const firstAuthor = plainWords(authors[0] ?? '').join(' ');
  const [averageRating, ratingsCount] = [stars(record.averageRating), count(record.ratingsCount)];
  const isRated = averageRating !== undefined && ratingsCount !== undefined;
  const draft: VolumeDraft = {
    sourceKey: `${record.source}:${text(record.key) ?? fallbackKey(title ?? '', authors, record)}`,
    revision: text(record.revision),
    isDeleted: record.isDeleted === true ? true : undefined,
    title: title ?? '',
    subtitle: text(record.subtitle),
    part: text(record.part),
    alternates: someTexts(record.alternates),
    authors,
    publisher: text(record.publisher),
    publishedDate: readDate(record.date),
    description: simpleHtml(record.description),
    identifiers,
    pageCount: count(record.pageCount),
    dimensions: record.dimensions,
    printType: record.isMagazine === true ? 'MAGAZINE' : 'BOOK',
    categories: texts(record.categories),
    subjects: someTexts(record.subjects),
    language: readLanguage(record.language),
    averageRating: isRated ? averageRating : undefined,
    ratingsCount: isRated ? ratingsCount : undefined,
    isMature: record.isMature ?? false,
    isComic: record.isComic ?? record.categories?.some((category) => /comics|graphic novel/i.test(category)) ?? false,
    coverUrl: text(record.coverUrl),
    previewUrl: text(record.previewUrl),
    epubUrl: text(record.epubUrl),
    pdfUrl: text(record.pdfUrl),
    series: record.series,
    onSaleDate: readDate(record.onSaleDate),
    workKey: text(record.workKey) ?? `${titleKey(plainWords(title ?? ''))}|${firstAuthor}`,
    rights: {
      isEbook: record.isEbook ?? false,
      isPublicDomain: record.isPublicDomain ?? false,
      viewability: viewabilityOf(record),
      listPrice: price(record.listPrice),
      retailPrice: price(record.retailPrice),
    },
    country: text(record.country)?.toUpperCase(),
  };
  const json = JSON.stringify(draft);
  if (Buffer.byteLength(json) > MAX_BYTES)
    return { position, refused: `The record is larger than ${String(MAX_BYTES)} bytes.` };
  return { position, draft, warnings: [...found, ...warnings, ...(json.includes('\ufffd') ? [DAMAGED] : [])] };
}
