/** One page of volumes, as every list of the service answers it. */
import { keepTexts } from '#lib/api/process/written-once';
import type { Static } from '#lib/api/schema';
import type { LibraryEntry } from '#lib/books/model/library';
import type { Volume } from '#lib/books/model/volume';
import type { VolumesResource } from '#lib/books/resources/volume';
import { snippetWriter, type WriteSnippet } from '#lib/books/search/snippet';
import type { BooksStores } from '#lib/books/stores/all';
import { represent, type VolumeRepresentation } from './representation.ts';
import type { ViewContext } from './viewer.ts';

export interface Page {
  readonly ids: readonly string[];
  readonly totalItems: number;
  /** The texts that were looked for, when it is a search. */
  readonly searched?: readonly string[];
}

interface Shown {
  /** All that the representation depends on besides the volume. */
  readonly key: string;
  readonly representation: VolumeRepresentation;
}

/** As each volume was shown last: a search that was made before shows the same volumes in the same way. */
const lastShown = new WeakMap<Volume, Shown>();

function lastRepresentation(
  volume: Volume,
  key: string,
  describe: (volume: Volume) => VolumeRepresentation,
): VolumeRepresentation {
  const last = lastShown.get(volume);
  if (last?.key === key) return last.representation;
  const representation = describe(volume);
  lastShown.set(volume, { key, representation });
  return representation;
}

type VolumePage = Static<typeof VolumesResource>;

/** A page has 40 volumes at most, mostly of 2 KB each. */
const MAX_PAGES = 50;
/** Of most pages only that they were given once: to keep them would cost others more than it saves. */
const lastPages = new Map<string, VolumePage | 'once'>();

const isSame = (last: VolumePage, { totalItems, items = [] }: VolumePage): boolean =>
  last.totalItems === totalItems &&
  (last.items ?? []).length === items.length &&
  items.every((item, place) => item === last.items?.[place]);

/** The page that was given before if nothing has changed: its text is written once. */
function samePage(key: string, page: VolumePage): VolumePage {
  const last = lastPages.get(key);
  if (typeof last === 'object' && isSame(last, page)) return last;
  if (lastPages.size >= MAX_PAGES) lastPages.clear();
  lastPages.set(key, last === undefined ? 'once' : keepTexts(page));
  return page;
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
