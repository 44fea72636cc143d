import { badRequest } from '#lib/api/errors';
import type { BooksStores } from '#lib/books/stores';
import { config } from './config.ts';
import { makeService } from './service.ts';

export const books = makeService<BooksStores>(config.booksTable, {
  name: 'books',
  stores: {},
  withoutCredentials: config.booksWithoutKey,
  invalidBody: (message) => badRequest('badRequest', message),
});
