import { pending } from '#lib/api/operation';
import { optional, string } from '#lib/api/schema';
import { defineOperation } from '#lib/books/operation';
import { country, maxResults, projection, showPreorders, source, startIndex } from '#lib/books/parameters';
import { VolumesResource } from '#lib/books/resources/volume';
import { MANAGE_BOOKS } from '#lib/books/scopes';

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
    q: optional(string('Keep what this search finds, in the order of the shelf.')),
    showPreorders,
    source,
    startIndex,
  },
  returns: VolumesResource,
  run: pending,
});
