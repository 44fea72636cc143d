import { badRequest } from '#lib/api/errors';
import type { BooksStores } from '#lib/books/stores/all';
import { config } from '#lib/runtime/process/config';
import { makeService } from '#lib/runtime/service';
import { openUpstream } from '#lib/runtime/upstream';
import { dynamoBooksStores } from '#lib/stores/dynamodb/books/stores';
import { documents } from '#lib/stores/dynamodb/client/client';
import { booksIndex } from './index.ts';

export const books = makeService<BooksStores>(config.booksTable, {
  name: 'books',
  stores: {
    ...dynamoBooksStores(documents, config.booksTable),
    index: booksIndex,
    defaultCountry: process.env['BOOKS_COUNTRY'] ?? 'US',
  },
  withoutCredentials: config.booksWithoutKey,
  upstream: openUpstream('books'),
  emptyAnswer: config.booksEmptyAnswer,
  invalidBody: (message) => badRequest('badRequest', message),
});
