/** One page of volumes, as every list of the service answers it. */
import type { Static } from '#lib/api/schema';
import type { VolumesResource } from '#lib/books/resources/volume';
import { snippetWriter } from '#lib/books/search/snippet';
import type { BooksStores } from '#lib/books/stores/all';
import { represent } from './representation.ts';
import type { ViewContext } from './viewer.ts';

export interface Page {
  readonly ids: readonly string[];
  readonly totalItems: number;
  /** The texts that were looked for, when it is a search. */
  readonly searched?: readonly string[];
}

/** Volumes that left the catalogue meanwhile are left out; a page without any has no `items`. */
export async function volumePage(
  page: Page,
  looking: ViewContext,
  userId: string | undefined,
  stores: BooksStores,
): Promise<Static<typeof VolumesResource>> {
  const { volumes, entries } =
    userId === undefined
      ? { volumes: await stores.volumes.findMany(page.ids), entries: undefined }
      : await stores.library.entriesWithVolumes(userId, page.ids);
  const writeSnippet = page.searched && snippetWriter(page.searched);
  const items = page.ids.flatMap((id) => {
    const volume = volumes.get(id);
    if (volume === undefined) return [];
    return represent(volume, {
      ...looking,
      form: 'list',
      user: entries && { entry: entries.get(id) },
      writeSnippet,
    });
  });
  return { kind: 'books#volumes', totalItems: page.totalItems, ...(items.length > 0 && { items }) };
}
