import { string } from '#lib/api/schema';
import { bookshelfResource, shelfId } from '#lib/books/model/bookshelf';
import { defineOperation } from '#lib/books/operation';
import { source } from '#lib/books/parameters';
import { BookshelfResource } from '#lib/books/resources/bookshelf';
import { MANAGE_BOOKS } from '#lib/books/scopes';
import { findPublicShelf } from '#lib/books/shelves/find-shelf';

export const bookshelvesGet = defineOperation({
  id: 'books.bookshelves.get',
  summary: 'Reads a public shelf of a user.',
  route: 'GET /books/v1/users/{userId}/bookshelves/{shelf}',
  scopes: [MANAGE_BOOKS],
  cost: 1,
  access: 'key',
  path: { userId: string('Id of the owner.'), shelf: string('Number of the shelf.') },
  query: { source },
  returns: BookshelfResource,

  async run({ path }, { stores, request }) {
    const shelf = await findPublicShelf(path.userId, shelfId(path.shelf), stores);
    return bookshelfResource(shelf, path.userId, request.rootUrl);
  },
});
