/** A shelf as it is stored: what clients see, and what keeps its order right under parallel writes. */
import { type Shelf, untouchedShelf } from '#lib/books/model/bookshelf';
import type { Item } from '#lib/stores/dynamodb/item';

export interface ShelfItem extends Shelf {
  /** Increases with every change; writes are conditional on it. */
  readonly version: number;
  /** Increases when the shelf is cleared. */
  readonly generation: number;
  /** All ranks in use lie between these two. */
  readonly firstRank?: string | undefined;
  readonly lastRank?: string | undefined;
}

/** A shelf that was never written to has version 0. */
export function shelfItemOf(item: Item | undefined, shelfId: number, at: string): ShelfItem {
  if (item !== undefined) return item as Item & ShelfItem;
  const untouched = untouchedShelf(shelfId, at) ?? {
    id: shelfId,
    title: '',
    access: 'PRIVATE',
    created: at,
    updated: at,
    volumesLastUpdated: at,
    volumeCount: 0,
  };
  return { ...untouched, version: 0, generation: 0 };
}

/** The shelf after a volume was added or removed. */
export const withCount = (shelf: ShelfItem, volumeCount: number, at: string): ShelfItem => ({
  ...shelf,
  volumeCount,
  updated: at,
  volumesLastUpdated: at,
});
