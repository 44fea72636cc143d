/** How events of a cleared calendar read, from the moment of the clearing. */
import type { Clearing } from '#lib/calendar/model/calendar';
import { nextTick } from '#lib/calendar/model/change-clock';
import type { IndexedItem } from './events.ts';

/** An event from before the clearing reads as cancelled by it, even before the job has written its tombstone. */
export const asCleared = (item: IndexedItem, { clearedSeq = 0, clearedAtMs = 0 }: Clearing): IndexedItem =>
  item.sharedSeq > clearedSeq || item.status === 'cancelled'
    ? item
    : { ...item, status: 'cancelled', updatedAtMs: nextTick(clearedAtMs, item.updatedAtMs), sharedSeq: clearedSeq };
