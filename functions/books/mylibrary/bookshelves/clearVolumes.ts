import { string } from '#lib/api/schema';
import { defineOperation } from '#lib/books/operation';
import { source } from '#lib/books/parameters';
import { Empty } from '#lib/books/resources/empty';
import { MANAGE_BOOKS } from '#lib/books/scopes';
import { openOwnShelf } from '#lib/books/shelves/find-shelf';

export const mylibraryBookshelvesClearVolumes = defineOperation({
  id: 'books.mylibrary.bookshelves.clearVolumes',
  summary: "Removes all volumes from one of the caller's shelves.",
  route: 'POST /books/v1/mylibrary/bookshelves/{shelf}/clearVolumes',
  scopes: [MANAGE_BOOKS],
  cost: 1,
  path: { shelf: string('Number of the shelf.') },
  query: { source },
  returns: Empty,

  async run({ path }, context) {
    const { id, userId, timing } = await openOwnShelf(path.shelf, 'clear', context);
    await context.stores.shelves.clear(userId, id, timing);
  },
});
