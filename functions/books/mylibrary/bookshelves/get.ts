import { string } from '#lib/api/schema';
import { bookshelfResource, shelfId } from '#lib/books/model/bookshelf';
import { defineOperation } from '#lib/books/operation';
import { source } from '#lib/books/parameters';
import { BookshelfResource } from '#lib/books/resources/bookshelf';
import { MANAGE_BOOKS } from '#lib/books/scopes';
import { findOwnShelves, shelfOf } from '#lib/books/shelves/find-shelf';

export const mylibraryBookshelvesGet = defineOperation({
  id: 'books.mylibrary.bookshelves.get',
  summary: "Reads one of the caller's shelves.",
  route: 'GET /books/v1/mylibrary/bookshelves/{shelf}',
  scopes: [MANAGE_BOOKS],
  cost: 1,
  path: { shelf: string('Number of the shelf.') },
  query: { source },
  returns: BookshelfResource,

  async run({ path }, { caller, clock, request, stores }) {
    const id = shelfId(path.shelf);
    const reader = await findOwnShelves(caller, clock, stores);
    return bookshelfResource(shelfOf(reader, id), reader.userId, request.rootUrl);
  },
});
