/** One page of volumes, as every list of the service answers it. */
import type { LibraryEntry } from '#lib/books/model/library';
import type { Volume } from '#lib/books/model/volume';
import { snippetWriter, type WriteSnippet } from '#lib/books/search/snippet';
import type { BooksStores } from '#lib/books/stores/all';
import { lastRepresentation, samePage, type VolumePage } from './given-before.ts';
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
): Promise<VolumePage> {
  const { volumes, entries } =
    userId === undefined
      ? { volumes: await stores.volumes.findMany(page.ids), entries: undefined }
      : await stores.library.entriesWithVolumes(userId, page.ids);
  const { searched } = page;
  let writeSnippet: WriteSnippet | undefined;
  const representAs = (entry: LibraryEntry | undefined) => (volume: Volume) =>
    represent(volume, {
      ...looking,
      form: 'list',
      user: entries && { entry },
      writeSnippet: searched && (writeSnippet ??= snippetWriter(searched)),
    });
  const keyOfPage = JSON.stringify([looking, searched, entries === undefined]);
  const items = page.ids.flatMap((id) => {
    const volume = volumes.get(id);
    if (volume === undefined) return [];
    const entry = entries?.get(id);
    const key = entry === undefined ? keyOfPage : `${keyOfPage}${JSON.stringify(entry)}`;
    return lastRepresentation(volume, key, representAs(entry));
  });
  return samePage(`${keyOfPage}${page.ids.join(' ')}`, {
    kind: 'books#volumes',
    totalItems: page.totalItems,
    ...(items.length > 0 && { items }),
  });
}
