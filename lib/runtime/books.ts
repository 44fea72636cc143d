import { badRequest } from '#lib/api/errors';
import type { BooksStores } from '#lib/books/stores';
import { dynamoBooksStores } from '#lib/stores/dynamodb/books/stores';
import { documents } from '#lib/stores/dynamodb/client';
import { booksIndex } from './books-index.ts';
import { config } from './config.ts';
import { makeService } from './service.ts';

export const books = makeService<BooksStores>(config.booksTable, {
  name: 'books',
  stores: { ...dynamoBooksStores(documents, config.booksTable), index: booksIndex, defaultCountry: process.env['BOOKS_COUNTRY'] ?? 'US' },
  withoutCredentials: config.booksWithoutKey,
  emptyAnswer: config.booksEmptyAnswer,
  invalidBody: (message) => badRequest('badRequest', message),
});
