/** What moving an event writes: at the destination, at the source, and to take back a move that did not come about. */
import { exceptionsIn, type OpenEvents, type Target } from '#lib/calendar/events/read/find-event';
import { nextTick } from '#lib/calendar/model/change-clock';
import { isException, type StoredEvent, type StoredException, type StoredItem } from '#lib/calendar/model/event';
import { hasException } from '#lib/calendar/model/instance';
import type { EventChange } from '#lib/calendar/stores/events';
import { overlayWrite } from './change-event.ts';
import { followSeries } from './follow-series.ts';
import { writeOf } from './item-write.ts';

/** An event that is to move, and what is where it is to go. */
export interface MoveEnds {
  readonly target: Target;
  readonly arrival: OpenEvents;
  /** The event at the destination, once it has left the source for there. */
  readonly arrived: StoredEvent | undefined;
}

/** What the destination has under the id of the event. */
export const eventAt = ({ events }: OpenEvents): StoredEvent | undefined =>
  events.flatMap((item) => (item === undefined || isException(item) ? [] : [item]))[0];

export const movedFromCalendar = (there: StoredEvent | undefined, calendarId: string): boolean =>
  there !== undefined && there.status !== 'cancelled' && there.movedFrom?.calendarId === calendarId;

/** The event and its exceptions in the form that they have at the destination. */
export function changeAtDestination(
  stored: StoredEvent,
  { open, exceptions, overlay }: Target,
  arrival: OpenEvents,
  email: string,
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
  const writes = [...taken.map((exception) => writeOf(exception, nowMs, event)), writeOf(event, nowMs)];
  return {
    event,
    change: {
      writes,
      atMs: nowMs,
      ...(overlay !== undefined && { overlay: overlayWrite(arrival, email, overlay, event) }),
    },
  };
}

/** What stays behind: a tombstone that knows where the event went. */
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
  return { writes: items.map((item) => writeOf(item, nowMs, followed.master)), atMs: nowMs };
}

/**
 * Takes back what an earlier attempt has written there: there must not be two events. Only once the source has changed
 * since; until then, somebody else may be about to do the rest.
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
