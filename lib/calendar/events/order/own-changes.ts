/**
 * What the reader of a sync has changed of their own: reminders. The events keep their places among the changes, which
 * others read too; in this reader's sync they stand at the number of the reader's change.
 *
 * Example. The token has seq 10. Event `a` changed at 3, `b` at 11, and the reader set reminders of `a` at 12 and of `b`
 * at 13: `listChanges` finds `b`, and `a` is read besides. The sync answers `a` at 12 and `b` at 13.
 */
import type { Overlays } from '#lib/calendar/events/rows/rows';
import type { Calendar } from '#lib/calendar/model/calendar';
import { isException, type Overlay } from '#lib/calendar/model/event';
import { hasException, storedIdsOf } from '#lib/calendar/model/instance';
import type { EventStore, IndexedItem } from '#lib/calendar/stores/events';

export interface OwnChanges {
  /** The last change, by the id of the item that shows it. */
  readonly seqOf: ReadonlyMap<string, number>;
  /** Items that stand before the changes that are read. */
  readonly earlier: readonly IndexedItem[];
}

/** The item that shows an overlay: of an instance without an active exception, its series. */
function carrierOf({ eventId }: Overlay, known: ReadonlyMap<string, IndexedItem>): IndexedItem | undefined {
  const [item, series] = storedIdsOf(eventId).map((id) => known.get(id));
  const isPlain = series !== undefined && !isException(series) && !hasException(series, eventId);
  return isPlain ? series : item;
}

/** `from`: changes after this number are read, and `read` are the first of them. */
export async function readOwnChanges(
  events: Pick<EventStore, 'view'>,
  calendar: Pick<Calendar, 'id'>,
  overlays: Overlays,
  { since, from, read }: { readonly since: number; readonly from: number; readonly read: readonly IndexedItem[] },
): Promise<OwnChanges> {
  const own = [...overlays.values()].filter(({ seq }) => seq > since);
  const known = new Map(read.map((item) => [item.id, item]));
  const missing = own.filter((overlay) => carrierOf(overlay, known) === undefined);
  const ids = new Set(missing.flatMap(({ eventId }) => storedIdsOf(eventId)).filter((id) => !known.has(id)));
  const { events: found } = ids.size === 0 ? { events: [] } : await events.view(calendar.id, [...ids], undefined, []);
  for (const item of found) if (item !== undefined) known.set(item.id, item);
  const seqOf = new Map<string, number>();
  const earlier = new Map<string, IndexedItem>();
  for (const overlay of own) {
    const item = carrierOf(overlay, known);
    if (item === undefined) continue;
    seqOf.set(item.id, Math.max(overlay.seq, seqOf.get(item.id) ?? 0));
    if (item.seq <= from) earlier.set(item.id, item);
  }
  return { seqOf, earlier: [...earlier.values()] };
}
