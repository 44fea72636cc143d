import { oneOf, optional, string } from '#lib/api/schema';
import { defineOperation } from '#lib/books/operation';
import { source } from '#lib/books/parameters';
import { Empty } from '#lib/books/resources/empty';
import { MANAGE_BOOKS } from '#lib/books/scopes';
import { openOwnShelf } from '#lib/books/shelves/find-shelf';

export const mylibraryBookshelvesRemoveVolume = defineOperation({
  id: 'books.mylibrary.bookshelves.removeVolume',
  summary: "Removes a volume from one of the caller's shelves.",
  route: 'POST /books/v1/mylibrary/bookshelves/{shelf}/removeVolume',
  scopes: [MANAGE_BOOKS],
  cost: 1,
  path: { shelf: string('Number of the shelf.') },
  query: {
    volumeId: string('Id of the volume.'),
    reason: optional(
      oneOf(
        'What led to it.',
        { REASON_UNDEFINED: 'As if not given.', ONBOARDING: 'The first steps of a new user.' },
        { anyCase: true },
      ),
    ),
    source,
  },
  returns: Empty,

  async run({ path, query: { volumeId } }, context) {
    const { id, userId, timing } = await openOwnShelf(path.shelf, 'remove', context);
    await context.stores.shelves.remove(userId, id, volumeId, timing);
  },
});
