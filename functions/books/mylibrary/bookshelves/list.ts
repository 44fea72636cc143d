import { allShelves, bookshelfResource } from '#lib/books/model/bookshelf';
import { defineOperation } from '#lib/books/operation';
import { source } from '#lib/books/parameters';
import { BookshelvesResource } from '#lib/books/resources/bookshelf';
import { MANAGE_BOOKS } from '#lib/books/scopes';
import { findOwnShelves } from '#lib/books/shelves/find-shelf';

export const mylibraryBookshelvesList = defineOperation({
  id: 'books.mylibrary.bookshelves.list',
  summary: "Lists the caller's shelves.",
  route: 'GET /books/v1/mylibrary/bookshelves',
  scopes: [MANAGE_BOOKS],
  cost: 1,
  path: {},
  query: { source },
  returns: BookshelvesResource,

  async run(_, { caller, clock, request, stores }) {
    const { userId, since, shelves } = await findOwnShelves(caller, clock, stores);
    return {
      kind: 'books#bookshelves',
      items: allShelves(shelves, since).map((shelf) => bookshelfResource(shelf, userId, request.rootUrl)),
    };
  },
});
