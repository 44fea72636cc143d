import { notFound } from '#lib/api/errors';
import { string } from '#lib/api/schema';
import { bookshelfResource, publicShelves } from '#lib/books/model/bookshelf';
import { isUserId } from '#lib/books/model/ids';
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

  async run({ path: { userId } }, { stores, request }) {
    const reader = isUserId(userId) ? await stores.readers.find(userId) : undefined;
    if (reader === undefined) throw notFound('The user ID could not be found.');
    const items = publicShelves(reader.shelves, reader.since).map((shelf) =>
      bookshelfResource(shelf, userId, request.rootUrl),
    );
    return { kind: 'books#bookshelves', ...(items.length > 0 && { items }) };
  },
});
