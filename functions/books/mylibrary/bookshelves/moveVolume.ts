import { integer, string } from '#lib/api/schema';
import { defineOperation } from '#lib/books/operation';
import { source } from '#lib/books/parameters';
import { Empty } from '#lib/books/resources/empty';
import { MANAGE_BOOKS } from '#lib/books/scopes';
import { openOwnShelf } from '#lib/books/shelves/find-shelf';
import { volumeNotFound } from '#lib/books/volumes/volume-errors';

export const mylibraryBookshelvesMoveVolume = defineOperation({
  id: 'books.mylibrary.bookshelves.moveVolume',
  summary: "Moves a volume to another place on one of the caller's shelves.",
  route: 'POST /books/v1/mylibrary/bookshelves/{shelf}/moveVolume',
  scopes: [MANAGE_BOOKS],
  cost: 1,
  path: { shelf: string('Number of the shelf.') },
  query: {
    volumeId: string('Id of the volume.'),
    volumePosition: integer(
      'Position to move to, counted before the move: 0 is before all volumes, k is after the k-th.',
      {
        minimum: 0,
      },
    ),
    source,
  },
  returns: Empty,

  async run({ path, query: { volumeId, volumePosition } }, context) {
    const { id, userId, timing } = await openOwnShelf(path.shelf, 'move', context);
    if (!(await context.stores.shelves.move(userId, id, volumeId, volumePosition, timing))) throw volumeNotFound();
  },
});
