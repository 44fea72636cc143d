/** Pages of volumes that were given before: what has not changed is neither described nor written again. */
import { keepTexts } from '#lib/api/process/written-once';
import type { Static } from '#lib/api/schema';
import type { Volume } from '#lib/books/model/volume';
import type { VolumesResource } from '#lib/books/resources/volume';
import type { VolumeRepresentation } from './representation.ts';

interface Shown {
  /** All that the representation depends on besides the volume. */
  readonly key: string;
  readonly representation: VolumeRepresentation;
}

/** As each volume was shown last: a search that was made before shows the same volumes in the same way. */
const lastShown = new WeakMap<Volume, Shown>();

export function lastRepresentation(
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

export type VolumePage = Static<typeof VolumesResource>;

/** A page has 40 volumes at most, mostly of 2 KB each. */
const MAX_PAGES = 50;
/** Of most pages only that they were given once: to keep them would cost others more than it saves. */
const lastPages = new Map<string, VolumePage | 'once'>();

const isSame = (last: VolumePage, { totalItems, items = [] }: VolumePage): boolean =>
  last.totalItems === totalItems &&
  (last.items ?? []).length === items.length &&
  items.every((item, place) => item === last.items?.[place]);

/** The page that was given before if nothing has changed: its text is written once. */
export function samePage(key: string, page: VolumePage): VolumePage {
  const last = lastPages.get(key);
  if (typeof last === 'object' && isSame(last, page)) return last;
  if (lastPages.size >= MAX_PAGES) lastPages.clear();
  lastPages.set(key, last === undefined ? 'once' : keepTexts(page));
  return page;
}
