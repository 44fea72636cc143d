import { pending } from '#lib/api/operation';
import { defineOperation } from '#lib/books/operation';
import { source } from '#lib/books/parameters';
import { BookshelvesResource } from '#lib/books/resources/bookshelf';
import { MANAGE_BOOKS } from '#lib/books/scopes';

export const mylibraryBookshelvesList = defineOperation({
  id: 'books.mylibrary.bookshelves.list',
  summary: "Lists the caller's shelves.",
  route: 'GET /books/v1/mylibrary/bookshelves',
  scopes: [MANAGE_BOOKS],
  cost: 1,
  path: {},
  query: { source },
  returns: BookshelvesResource,
  run: pending,
});
