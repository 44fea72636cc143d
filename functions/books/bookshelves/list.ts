import { pending } from '#lib/api/operation';
import { string } from '#lib/api/schema';
import { defineOperation } from '#lib/books/operation';
import { source } from '#lib/books/parameters';
import { BookshelvesResource } from '#lib/books/resources/bookshelf';
import { MANAGE_BOOKS } from '#lib/books/scopes';

export const bookshelvesList = defineOperation({
  id: 'books.bookshelves.list',
  summary: 'Lists the public shelves of a user.',
  route: 'GET /books/v1/users/{userId}/bookshelves',
  scopes: [MANAGE_BOOKS],
  cost: 1,
  access: 'key',
  path: { userId: string('Id of the owner.') },
  query: { source },
  returns: BookshelvesResource,
  run: pending,
});
