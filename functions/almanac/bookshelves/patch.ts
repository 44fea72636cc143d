import { string } from '#lib/api/schema';
import { defineOperation } from '#lib/books/operation';
import { BookshelfResource } from '#lib/books/resources/bookshelf';
import { MANAGE_BOOKS } from '#lib/books/scopes';
import { changeShelf } from '#lib/books/shelves/describe-shelf';

export const bookshelvesPatch = defineOperation({
  id: 'almanac.bookshelves.patch',
  summary: "Changes who may see one of the caller's shelves, or renames a shelf that the caller made.",
  route: 'PATCH /almanac/v1/bookshelves/{shelf}',
  scopes: [MANAGE_BOOKS],
  cost: 3,
  path: { shelf: string('Number of the shelf.') },
  query: {},
  body: BookshelfResource,
  returns: BookshelfResource,

  run: ({ path, body }, context) => changeShelf(path.shelf, body, context),
});
