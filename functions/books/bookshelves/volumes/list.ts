import { string } from '#lib/api/schema';
import { shelfId } from '#lib/books/model/bookshelf';
import { isUserId } from '#lib/books/model/ids';
import { defineOperation } from '#lib/books/operation';
import { maxResults, projection, showPreorders, source, startIndex } from '#lib/books/parameters';
import { VolumesResource } from '#lib/books/resources/volume';
import { MANAGE_BOOKS } from '#lib/books/scopes';
import { findPublicShelf } from '#lib/books/shelves/find-shelf';
import { shelfPage } from '#lib/books/shelves/shelf-contents';
import { viewContextOf, userIdOf } from '#lib/books/volumes/viewer';

export const bookshelvesVolumesList = defineOperation({
  id: 'books.bookshelves.volumes.list',
  summary: 'Lists the volumes on a public shelf of a user.',
  route: 'GET /books/v1/users/{userId}/bookshelves/{shelf}/volumes',
  scopes: [MANAGE_BOOKS],
  cost: 1,
  access: 'key',
  path: { userId: string('Id of the owner.'), shelf: string('Number of the shelf.') },
  query: { maxResults: maxResults({ maximum: 40 }), projection, showPreorders, source, startIndex },
  returns: VolumesResource,

  async run({ path, query }, context) {
    const { stores, caller, clock } = context;
    const shelf = shelfId(path.shelf);
    const looking = viewContextOf(context, query);
    const [userId, order] = await Promise.all([
      userIdOf(caller, stores, clock),
      isUserId(path.userId) ? stores.shelves.order(path.userId, shelf) : [],
      findPublicShelf(path.userId, shelf, stores),
    ]);
    return shelfPage(order, query, looking, userId, stores);
  },
});
