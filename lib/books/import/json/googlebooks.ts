/** Volumes as the Books API answers them, Google's or our own: one, or a list of them. */
import type { TextInput } from '#lib/books/import/file/encoding';
import { type JsonObject, parseObject } from '#lib/books/import/file/lines';
import { type CatalogueRecord, type ReadRecord, readRecord } from '#lib/books/import/record/record';
import type { Price, Viewability } from '#lib/books/model/volume';
import { asNumber, asObject, asObjects, asString, asStrings, objectLines } from './json-lines.ts';

const priceOf = (value: unknown): Price | undefined => {
  const price = asObject(value);
  const [amount, currencyCode] = [asNumber(price?.['amount']), asString(price?.['currencyCode'])];
  return amount === undefined || currencyCode === undefined ? undefined : { amount, currencyCode };
};

const VIEWABILITIES: Readonly<Record<string, Viewability>> = {
  PARTIAL: 'PARTIAL',
  ALL_PAGES: 'ALL_PAGES',
  NO_PAGES: 'NO_PAGES',
  UNKNOWN: 'UNKNOWN',
};

function numbersOf(info: JsonObject): CatalogueRecord['numbers'] {
  const identifiers = asObjects(info['industryIdentifiers']);
  const ofType = (pattern: RegExp): string[] =>
    identifiers
      .filter(({ type }) => pattern.test(asString(type) ?? ''))
      .flatMap(({ identifier }) => asString(identifier) ?? []);
  return { isbn: ofType(/^ISBN/), issn: ofType(/^ISSN$/), other: ofType(/^OTHER$/) };
}

function recordOf(volume: JsonObject): CatalogueRecord {
  const info = asObject(volume['volumeInfo']) ?? {};
  const sale = asObject(volume['saleInfo']) ?? {};
  const access = asObject(volume['accessInfo']) ?? {};
  const images = asObject(info['imageLinks']) ?? {};
  const downloadOf = (name: string): string | undefined => asString(asObject(access[name])?.['downloadLink']);
  const dimensions = asObject(info['dimensions']);
  return {
    source: 'googlebooks',
    key: asString(volume['id']),
    title: asString(info['title']),
    subtitle: asString(info['subtitle']),
    authors: asStrings(info['authors']),
    publisher: asString(info['publisher']),
    date: asString(info['publishedDate']),
    description: asString(info['description']),
    numbers: numbersOf(info),
    pageCount: asNumber(info['pageCount']) ?? asNumber(info['printedPageCount']),
    dimensions: dimensions && {
      height: asString(dimensions['height']),
      width: asString(dimensions['width']),
      thickness: asString(dimensions['thickness']),
    },
    isMagazine: info['printType'] === 'MAGAZINE',
    categories: asStrings(info['categories']),
    language: asString(info['language']),
    averageRating: asNumber(info['averageRating']),
    ratingsCount: asNumber(info['ratingsCount']),
    isMature: info['maturityRating'] === 'MATURE',
    coverUrl: asString(images['thumbnail']) ?? asString(images['smallThumbnail']),
    previewUrl: asString(info['previewLink']),
    epubUrl: downloadOf('epub'),
    pdfUrl: downloadOf('pdf'),
    onSaleDate: asString(sale['onSaleDate']),
    isEbook: sale['isEbook'] === true,
    isPublicDomain: access['publicDomain'] === true,
    viewability: VIEWABILITIES[asString(access['viewability']) ?? ''],
    listPrice: priceOf(sale['listPrice']),
    retailPrice: priceOf(sale['retailPrice']),
    // What it says about rights and prices, it says about one country.
    country: asString(sale['country']) ?? asString(access['country']),
  };
}

/** Positions are line numbers, or places in the list of an answer. */
export async function* readGoogleBooks(input: TextInput): AsyncGenerator<ReadRecord> {
  for await (const { position, text } of objectLines(input)) {
    const value = parseObject(text);
    if (typeof value === 'string') yield { position, refused: value };
    else if (value['kind'] !== 'books#volumes' && !Array.isArray(value['items']))
      yield readRecord(recordOf(value), position);
    else
      for (const [place, volume] of asObjects(value['items']).entries())
        yield readRecord(recordOf(volume), place + position);
  }
}
