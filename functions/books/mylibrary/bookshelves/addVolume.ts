import { forbidden } from '#lib/api/errors';
import { oneOf, optional, string } from '#lib/api/schema';
import { SHELF_LIMIT } from '#lib/books/model/bookshelf';
import { defineOperation } from '#lib/books/operation';
import { source } from '#lib/books/parameters';
import { Empty } from '#lib/books/resources/empty';
import { MANAGE_BOOKS } from '#lib/books/scopes';
import { openOwnShelf } from '#lib/books/shelves/find-shelf';
import { requireVolumeFor } from '#lib/books/shelves/volume-for-shelf';

export const mylibraryBookshelvesAddVolume = defineOperation({
  id: 'books.mylibrary.bookshelves.addVolume',
  summary: "Adds a volume to one of the caller's shelves.",
  route: 'POST /books/v1/mylibrary/bookshelves/{shelf}/addVolume',
  scopes: [MANAGE_BOOKS],
  cost: 1,
  path: { shelf: string('Number of the shelf.') },
  query: {
    volumeId: string('Id of the volume.'),
    reason: optional(
      oneOf(
        'What led to it; kept with the volume.',
        {
          REASON_UNDEFINED: 'As if not given.',
          IOS_PREX: 'Suggestions shown before reading, on iOS.',
          IOS_SEARCH: 'A search on iOS.',
          ONBOARDING: 'The first steps of a new user.',
        },
        { anyCase: true },
      ),
    ),
    source,
  },
  returns: Empty,

  async run({ path, query: { volumeId, reason } }, context) {
    const { id, userId, timing } = await openOwnShelf(path.shelf, 'add', context);
    const when = Promise.all([timing.when, requireVolumeFor(id, userId, volumeId, context)]);
    const kept = reason === 'REASON_UNDEFINED' ? undefined : reason;
    const outcome = await context.stores.shelves.add(userId, id, volumeId, { ...timing, when, reason: kept });
    if (outcome === 'full')
      throw forbidden('quotaExceeded', `A bookshelf holds at most ${String(SHELF_LIMIT)} volumes.`);
  },
});
