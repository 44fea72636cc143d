import { badRequest } from '#lib/api/errors';
import type { BooksStores } from '#lib/books/stores';
import type { Service } from '#lib/middleware/serve';
import { config } from './config.ts';

export const books: Service<BooksStores> = {
  name: 'books',
  stores: {},
  table: config.booksTable,
  invalidBody: (message) => badRequest('badRequest', message),
};
