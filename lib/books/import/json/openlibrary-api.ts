/**
 * Answers of Open Library's API that are not editions themselves: lists of editions (`/works/OL1W/editions.json`),
 * searches (`/search.json`), and books by number (`/api/books?bibkeys=...&format=json`, with `jscmd=data` or
 * `details`). https://openlibrary.org/developers/api
 */
import type { JsonObject } from '#lib/books/import/file/lines';
import type { CatalogueRecord } from '#lib/books/import/record/record';
import { asNumber, asObject, asObjects, asString, asStrings } from './json-lines.ts';

const COVER = 'https://covers.openlibrary.org/b/id/';

export type AnswerPart = { readonly edition: JsonObject } | { readonly record: CatalogueRecord };

/** A work that a search found: its numbers are those of all editions, so none is its own. */
function foundWork(doc: JsonObject): CatalogueRecord {
  const cover = asNumber(doc['cover_i']);
  const year = asNumber(doc['first_publish_year']);
  return {
    source: 'openlibrary',
    key: asString(doc['key']),
    title: asString(doc['title']),
    subtitle: asString(doc['subtitle']),
    authors: asStrings(doc['author_name']),
    date: year === undefined ? undefined : String(year),
    pageCount: asNumber(doc['number_of_pages_median']),
    categories: asStrings(doc['subject']),
    language: asStrings(doc['language'])[0],
    averageRating: asNumber(doc['ratings_average']),
    ratingsCount: asNumber(doc['ratings_count']),
    coverUrl: cover === undefined ? undefined : `${COVER}${String(cover)}-{size}.jpg`,
    workKey: asString(doc['key']),
  };
}

/** `[{ name }]` */
export const namesIn = (value: unknown): string[] => asObjects(value).flatMap(({ name }) => asString(name) ?? []);

function bookData(book: JsonObject): CatalogueRecord {
  const numbers = asObject(book['identifiers']) ?? {};
  return {
    source: 'openlibrary',
    key: asString(book['key']),
    title: asString(book['title']),
    subtitle: asString(book['subtitle']),
    authors: namesIn(book['authors']),
    publisher: namesIn(book['publishers'])[0],
    date: asString(book['publish_date']),
    numbers: {
      isbn: [...asStrings(numbers['isbn_13']), ...asStrings(numbers['isbn_10'])],
      lccn: asStrings(numbers['lccn']),
      oclc: asStrings(numbers['oclc']),
    },
    pageCount: asNumber(book['number_of_pages']),
    categories: namesIn(book['subjects']),
    coverUrl: asString(asObject(book['cover'])?.['large'])?.replace(/-L\.jpg$/, '-{size}.jpg'),
  };
}

const BIBKEY = /^(?:ISBN|OCLC|LCCN|OLID):/i;

/** The books in an answer; undefined when it is none of these. */
export function answerParts(answer: JsonObject): AnswerPart[] | undefined {
  if (Array.isArray(answer['entries'])) return asObjects(answer['entries']).map((edition) => ({ edition }));
  if (Array.isArray(answer['docs'])) return asObjects(answer['docs']).map((doc) => ({ record: foundWork(doc) }));
  const books = Object.entries(answer);
  if (books.length === 0 || !books.every(([key]) => BIBKEY.test(key))) return undefined;
  return books.flatMap(([, value]) => {
    const book = asObject(value) ?? {};
    const details = asObject(book['details']);
    return details === undefined
      ? { record: bookData(book) }
      : { edition: { type: { key: '/type/edition' }, ...details } };
  });
}
