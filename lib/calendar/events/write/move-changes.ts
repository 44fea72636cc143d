/** What moving an event writes: at the destination, at the source, and to undo a move that failed halfway. */
import { exceptionsIn, type OpenEvents, type Target } from '#lib/calendar/events/read/find-event';
import { nextTick } from '#lib/calendar/model/change-clock';
import { isException, type StoredEvent, type StoredException, type StoredItem } from '#lib/calendar/model/event';
import { hasException } from '#lib/calendar/model/instance';
import type { EventChange, HeldOverlay } from '#lib/calendar/stores/events';
import { followSeries } from './follow-series.ts';
import { writeOf } from './item-write.ts';

/** The event at the source, and what the destination has under its id. */
export interface MoveEnds {
  readonly target: Target;
  readonly arrival: OpenEvents;
  /** The event at the destination, when the source says that it has moved there. */
  readonly arrived: StoredEvent | undefined;
  /** Everybody's reminders for the event and its instances. */
  readonly held: readonly HeldOverlay[];
}

/** The event that the destination has under this id. */
export const eventAt = ({ events }: OpenEvents): StoredEvent | undefined =>
  events.flatMap((item) => (item === undefined || isException(item) ? [] : [item]))[0];

export const movedFromCalendar = (there: StoredEvent | undefined, calendarId: string): boolean =>
  there !== undefined && there.status !== 'cancelled' && there.movedFrom?.calendarId === calendarId;

/** The event and its exceptions as the destination stores them. */
export function changeAtDestination(
  stored: StoredEvent,
  { open, exceptions }: Target,
  arrival: OpenEvents,
  nowMs: number,
): { event: StoredEvent; change: EventChange } {
  const there = eventAt(arrival);
  const versionOf = (id: string): number => exceptionsIn(arrival.along).find((other) => other.id === id)?.version ?? 0;
  const { movedTo: _to, eventLabelId: _label, ...kept } = stored;
  const event: StoredEvent = {
    ...kept,
    organizer: { email: arrival.calendar.id },
    version: (there?.version ?? 0) + 1,
    updatedAtMs: nextTick(nowMs, stored.updatedAtMs, there?.updatedAtMs ?? 0),
    movedFrom: { calendarId: open.calendar.id, version: stored.version },
  };
  const taken = exceptions
    .filter(({ id }) => hasException(stored, id))
    .map(({ eventLabelId: _own, ...exception }): StoredException => ({
      ...exception,
      version: versionOf(exception.id) + 1,
    }));
  const writes = [
    ...taken.map((exception) => writeOf(exception, nowMs, event)),
    writeOf(event, nowMs, undefined, there),
  ];
  return { event, change: { writes, atMs: nowMs } };
}

/** The tombstone at the source, which says where the event went. */
export function changeAtSource(
  stored: StoredEvent,
  exceptions: readonly StoredException[],
  movedTo: string,
  nowMs: number,
): EventChange {
  const atMs = nextTick(nowMs, stored.updatedAtMs);
  const gone: StoredEvent = { ...stored, status: 'cancelled', movedTo, version: stored.version + 1, updatedAtMs: atMs };
  const followed = followSeries(stored, gone, exceptions, atMs);
  const items: StoredItem[] = [...followed.exceptions, followed.master];
  const beforeOf = (item: StoredItem): StoredItem | undefined => (item === followed.master ? stored : undefined);
  return { writes: items.map((item) => writeOf(item, nowMs, followed.master, beforeOf(item))), atMs: nowMs };
}

/**
 * Undoes what an earlier attempt wrote at the destination, so that there are not two events. Only if the source has
 * changed since: otherwise another request may be about to finish the move.
 */
export function changeThatUndoesMove(
  { target: { open, resolved }, arrival, arrived }: MoveEnds,
  written: number,
  nowMs: number,
): EventChange | undefined {
  const there = eventAt(arrival);
  if (
    arrived !== undefined ||
    resolved.kind !== 'event' ||
    there?.version !== written ||
    !movedFromCalendar(there, open.calendar.id)
  )
    return undefined;
  if (there.movedFrom?.version === resolved.stored.version) return undefined;
  return changeAtSource(there, exceptionsIn(arrival.along), resolved.stored.movedTo ?? open.calendar.id, nowMs);
}
