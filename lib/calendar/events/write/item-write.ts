/** Turns an item into a write: its key in the index by time, where it comes from, and when it expires. */
import { badRequest } from '#lib/api/errors';
import { timeKeyOfItem } from '#lib/calendar/events/order/time-key';
import { isException, isMaster, type StoredEvent, type StoredItem } from '#lib/calendar/model/event';
import { hasException } from '#lib/calendar/model/instance';
import type { EventWrite } from '#lib/calendar/stores/events';
import { forgottenAtMs } from '#lib/calendar/tokens/retention';

/**
 * The database takes 400 KB. An item counts once for the table and once for each of three indexes, and keys need some
 * too.
 */
const MAX_BYTES = 92 * 1024;

function requireRoom(item: StoredItem): void {
  if (Buffer.byteLength(JSON.stringify(item)) > MAX_BYTES)
    throw badRequest('invalid', `An event holds at most ${String(MAX_BYTES / 1024)} KB.`);
}

/**
 * Whether the item expires. A cancelled instance does not while its series lists it: it says that the instance does not
 * take place.
 */
function isForgettable(item: StoredItem, master: StoredEvent | undefined): boolean {
  if (!isException(item) || master === undefined) return item.status === 'cancelled';
  return !isMaster(master) || master.status === 'cancelled' || !hasException(master, item.id);
}

/** `master` is the series of an exception, `before` the event as it was. */
export function writeOf(item: StoredItem, atMs: number, master?: StoredEvent, before?: StoredItem): EventWrite {
  requireRoom(item);
  const seriesType = isException(item) ? master?.eventType : undefined;
  return {
    event: item,
    timeKey: timeKeyOfItem(item, master),
    ...(before !== undefined && { before }),
    ...(seriesType !== undefined && { seriesType }),
    ...(isForgettable(item, master) && { expiresAtMs: forgottenAtMs(atMs) }),
  };
}
