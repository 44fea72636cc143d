import { pending } from '#lib/api/operation';
import { boolean, optional, string, withDefault } from '#lib/api/schema';
import { defineOperation } from '#lib/books/operation';
import { country, projection, source } from '#lib/books/parameters';
import { VolumeResource } from '#lib/books/resources/volume';
import { MANAGE_BOOKS } from '#lib/books/scopes';

export const volumesGet = defineOperation({
  id: 'books.volumes.get',
  summary: 'Gives one volume of the catalogue.',
  route: 'GET /books/v1/volumes/{volumeId}',
  scopes: [MANAGE_BOOKS],
  cost: 1,
  access: 'key',
  path: { volumeId: string('Id of the volume.') },
  query: {
    country,
    includeNonComicsSeries: withDefault(boolean('Tell the series of volumes that are no comics too.'), false),
    partner: optional(string('Partner whose branding the answer carries.')),
    projection,
    source,
    user_library_consistent_read: withDefault(boolean("Read the caller's shelves as they are this moment."), false),
  },
  returns: VolumeResource,
  run: pending,
});
