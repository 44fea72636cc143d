/** What clearing a calendar means for its events, from the moment on at which it was cleared. */
import type { Clearing } from '#lib/calendar/model/calendar';
import { nextTick } from '#lib/calendar/model/change-clock';
import type { IndexedItem } from './events.ts';

/**
 * An event that was there when the calendar was cleared has changed with it: it is cancelled, whenever the sweep writes
 * so.
 */
export const asCleared = (item: IndexedItem, { clearedSeq = 0, clearedAtMs = 0 }: Clearing): IndexedItem =>
  item.sharedSeq > clearedSeq || item.status === 'cancelled'
    ? item
    : { ...item, status: 'cancelled', updatedAtMs: nextTick(clearedAtMs, item.updatedAtMs), sharedSeq: clearedSeq };
