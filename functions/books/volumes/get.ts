import { ApiError } from '#lib/api/errors';
import { boolean, optional, string, withDefault } from '#lib/api/schema';
import { RECENTLY_VIEWED_LIMIT, SHELF } from '#lib/books/model/bookshelf';
import { isVolumeId } from '#lib/books/model/ids';
import { defineOperation } from '#lib/books/operation';
import { country, projection, source } from '#lib/books/parameters';
import { VolumeResource } from '#lib/books/resources/volume';
import { MANAGE_BOOKS } from '#lib/books/scopes';
import { represent } from '#lib/books/volumes/representation';
import { viewContextOf, nowOf, userIdOf } from '#lib/books/volumes/viewer';
import { volumeNotFound } from '#lib/books/volumes/volume-errors';

export const volumesGet = defineOperation({
  id: 'books.volumes.get',
  summary: 'Reads a volume of the catalogue.',
  route: 'GET /books/v1/volumes/{volumeId}',
  scopes: [MANAGE_BOOKS],
  cost: 1,
  access: 'key',
  path: { volumeId: string('Id of the volume.') },
  query: {
    country,
    includeNonComicsSeries: withDefault(boolean('Also return the series of volumes that are not comics.'), false),
    partner: optional(string('Partner whose branding the answer has.')),
    projection,
    source,
    user_library_consistent_read: withDefault(boolean("Read the current state of the caller's shelves."), false),
  },
  returns: VolumeResource,

  async run({ path: { volumeId }, query }, context) {
    const { stores, clock, caller, log } = context;
    const looking = viewContextOf(context, query);
    if (!isVolumeId(volumeId)) throw volumeNotFound();
    const userId = await userIdOf(caller, stores, clock);
    const found = stores.volumes
      .find(volumeId, { isConsistent: query.user_library_consistent_read })
      .then((volume) => volume ?? Promise.reject(volumeNotFound()));
    const timing = { limit: RECENTLY_VIEWED_LIMIT, at: nowOf(clock), when: found };
    const [volume, entries] = await Promise.all([
      found,
      userId === undefined ? undefined : stores.library.entries(userId, [volumeId]),
      // The list of viewed volumes is optional: failing to write it must not fail the request.
      userId === undefined
        ? undefined
        : stores.shelves.show(userId, SHELF.recentlyViewed, volumeId, timing).catch((error: unknown) => {
            if (!(error instanceof ApiError)) log.error('recently viewed not noted', { error: String(error) });
          }),
    ]);
    return represent(volume, {
      ...looking,
      form: 'single',
      withSeries: query.includeNonComicsSeries,
      user: entries && { entry: entries.get(volumeId) },
    });
  },
});
