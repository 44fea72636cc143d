import { optional, string } from '#lib/api/schema';
import { allShelves, shelfByIdOrTitle, shelfId } from '#lib/books/model/bookshelf';
import { defineOperation } from '#lib/books/operation';
import { country, maxResults, projection, showPreorders, source, startIndex } from '#lib/books/parameters';
import { VolumesResource } from '#lib/books/resources/volume';
import { MANAGE_BOOKS } from '#lib/books/scopes';
import { findOwnShelves, shelfOf } from '#lib/books/shelves/find-shelf';
import { shelfPage } from '#lib/books/shelves/shelf-contents';
import { viewContextOf, nowOf } from '#lib/books/volumes/viewer';

export const mylibraryBookshelvesVolumesList = defineOperation({
  id: 'books.mylibrary.bookshelves.volumes.list',
  summary: "Lists the volumes on one of the caller's shelves.",
  route: 'GET /books/v1/mylibrary/bookshelves/{shelf}/volumes',
  scopes: [MANAGE_BOOKS],
  cost: 1,
  path: { shelf: string('Number or title of the shelf.') },
  query: {
    country,
    maxResults: maxResults({ ceiling: 1000 }),
    projection,
    q: optional(string('Keep volumes that this search finds, in the order of the shelf.')),
    showPreorders,
    source,
    startIndex,
  },
  returns: VolumesResource,

  async run({ path, query }, context) {
    const { stores, caller, clock } = context;
    const looking = viewContextOf(context, query);
    const userId = await stores.readers.idFor(caller.email, nowOf(clock));
    const reader = findOwnShelves(caller, clock, stores);
    const id = /^[+-]?\d+$/.test(path.shelf)
      ? shelfId(path.shelf)
      : shelfByIdOrTitle(path.shelf, allShelves((await reader).shelves, (await reader).since));
    const [order] = await Promise.all([stores.shelves.order(userId, id), reader.then((found) => shelfOf(found, id))]);
    return shelfPage(order, query, looking, userId, stores);
  },
});
