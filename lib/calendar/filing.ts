/** Where an item is filed in the index by time. */
import { isException, isMaster, type StoredEvent, type StoredItem } from './event.ts';
import { hasException, modifiedInstance } from './instance.ts';
import { lastEnd } from './recurrence/series.ts';
import { masterKeyOf, timeKeyOf } from './time-index.ts';

/** The sort key of an item; that of an exception depends on its series, whose times it may share. */
export function fileByTime(item: StoredItem, master?: StoredEvent): string {
  const isCancelled = item.status === 'cancelled';
  if (isException(item)) {
    if (master === undefined) throw new Error(`${item.id} cannot be filed without its series`);
    const instance = modifiedInstance(master, item);
    const isOfLivingSeries = isMaster(master) && master.status !== 'cancelled' && hasException(master, item.id);
    return timeKeyOf(instance.status !== 'cancelled' ? 'E' : isOfLivingSeries ? 'K' : 'X', instance);
  }
  if (!isMaster(item)) return timeKeyOf(isCancelled ? 'X' : 'E', item);
  return masterKeyOf(lastEnd({ ...item, recurrence: item.recurrence ?? [] }), isCancelled ? 'XR' : 'R');
}
