import { defineOperation } from '#lib/books/operation';
import { BookshelfResource } from '#lib/books/resources/bookshelf';
import { MANAGE_BOOKS } from '#lib/books/scopes';
import { makeShelf } from '#lib/books/shelves/describe-shelf';

export const bookshelvesInsert = defineOperation({
  id: 'almanac.bookshelves.insert',
  summary: 'Creates a shelf for the caller.',
  route: 'POST /almanac/v1/bookshelves',
  scopes: [MANAGE_BOOKS],
  cost: 1,
  path: {},
  query: {},
  body: BookshelfResource,
  returns: BookshelfResource,

  run: ({ body }, context) => makeShelf(body, context),
});
