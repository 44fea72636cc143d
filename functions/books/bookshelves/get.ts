import { pending } from '#lib/api/operation';
import { string } from '#lib/api/schema';
import { defineOperation } from '#lib/books/operation';
import { source } from '#lib/books/parameters';
import { BookshelfResource } from '#lib/books/resources/bookshelf';
import { MANAGE_BOOKS } from '#lib/books/scopes';

export const bookshelvesGet = defineOperation({
  id: 'books.bookshelves.get',
  summary: 'Gives one public shelf of a user.',
  route: 'GET /books/v1/users/{userId}/bookshelves/{shelf}',
  scopes: [MANAGE_BOOKS],
  cost: 1,
  access: 'key',
  path: { userId: string('Id of the owner.'), shelf: string('Number of the shelf.') },
  query: { source },
  returns: BookshelfResource,
  run: pending,
});
