import { pending } from '#lib/api/operation';
import { string } from '#lib/api/schema';
import { defineOperation } from '#lib/books/operation';
import { maxResults, projection, showPreorders, source, startIndex } from '#lib/books/parameters';
import { VolumesResource } from '#lib/books/resources/volume';
import { MANAGE_BOOKS } from '#lib/books/scopes';

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
  run: pending,
});
