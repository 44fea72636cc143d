/** Whether a volume may be put on a shelf. */
import type { Context } from '#lib/api/context';
import { forbidden } from '#lib/api/errors';
import { SHELF } from '#lib/books/model/bookshelf';
import { isFree, rightsIn } from '#lib/books/model/volume';
import type { BooksStores } from '#lib/books/stores/all';
import { viewContextOf } from '#lib/books/volumes/viewer';
import { volumeNotFound } from '#lib/books/volumes/volume-errors';

/** The eBooks shelf takes only what can be read there: free or bought. */
export async function requireVolumeFor(
  shelfId: number,
  userId: string,
  volumeId: string,
  context: Context<BooksStores>,
): Promise<void> {
  const { volumes, library } = context.stores;
  const [volume, entries] = await Promise.all([
    volumes.find(volumeId),
    shelfId === SHELF.myEbooks ? library.entries(userId, [volumeId]) : undefined,
  ]);
  if (volume === undefined) throw volumeNotFound();
  if (entries === undefined) return;
  const rights = rightsIn(volume, viewContextOf(context, {}).country);
  const isReadable = rights.isEbook && (isFree(rights) || entries.get(volumeId)?.acquiredTime !== undefined);
  if (!isReadable)
    throw forbidden('forbidden', `Bookshelf ${String(shelfId)} takes electronic books that are free or bought.`);
}
