/**
 * What to write so that a guest's calendar shows the meeting as the organizer has it; nothing when it already does.
 *
 * Example: instances for a guest. Alice's series `lunch` (v3, four Tuesdays at 14:00 in Zurich) invites Bob. She made two
 * exceptions (v1 each): on March 24 she invites Carol instead of Bob, on March 31 she changed the title.
 *   - Bob is invited to the series, so he gets the series and both exceptions: `lunch` with `copy.version` 3,
 *     `lunch_20260324T130000Z` as cancelled (he is not invited that day) and `lunch_20260331T120000Z` with the new
 *     title. The exceptions are written before the series.
 *   - Carol is invited to one instance only. She gets a single event with the id `lunch_20260324T130000Z`. Its
 *     `copy.version` is 4 (series v3 + exception v1), so it grows when either of them changes.
 *   - Then Alice invites Carol to the series too. The single event becomes an exception under the same id (v2,
 *     `copy.version` 1), and Carol gets the series and the other exception beside it.
 */
import { rememberRules } from '#lib/calendar/events/order/former-rules';
import { reachOf } from '#lib/calendar/events/order/time-key';
import { exceptionsIn } from '#lib/calendar/events/read/find-event';
import { withoutOwnFields } from '#lib/calendar/events/write/exception';
import { followSeries } from '#lib/calendar/events/write/follow-series';
import { writeOf } from '#lib/calendar/events/write/item-write';
import { writeIfChanged } from '#lib/calendar/events/write/write-if-changed';
import { isException, type StoredEvent, type StoredException, type StoredItem } from '#lib/calendar/model/event';
import { isSame } from '#lib/calendar/model/event-fields';
import { isCancelledByOrganizer, rowOf } from '#lib/calendar/model/guest-copy';
import { hasException, isProducedByRules, suffixOf } from '#lib/calendar/model/instance';
import { parseInstanceId } from '#lib/calendar/recurrence/instance-id';
import type { EventWrite, IndexedItem } from '#lib/calendar/stores/events';
import { exceptionOnArrival, cancelCopy, copyEvent, copyException, type Arrival } from './copy-event.ts';
import { singleEventOf, singleEventVersion, eventWithId, hasOwnGuests, isInvited, type Meeting } from './meeting.ts';

/** A guest's calendar, with what it has of the meeting. */
export interface GuestSide {
  readonly guest: string;
  readonly items: readonly IndexedItem[];
  readonly arrival: Arrival;
  /** Calendars whose meetings have the same id and are not this one: copies of theirs stay as they are. */
  readonly strangers: ReadonlySet<string>;
}

const isStrangers = ({ copy }: StoredItem, { strangers }: GuestSide): boolean =>
  copy !== undefined && strangers.has(copy.of);

const versionAfter = (items: readonly IndexedItem[], id: string): number =>
  (items.find((item) => item.id === id)?.version ?? 0) + 1;

/**
 * An event of the guest's own, or the copy of another meeting, under the same id leaves no room for a copy; what has moved
 * away does.
 */
function isTaken(there: StoredEvent | undefined, side: GuestSide): boolean {
  if (there === undefined) return false;
  if (there.copy !== undefined) return isStrangers(there, side);
  return !(there.status === 'cancelled' && there.movedTo !== undefined);
}

/** Whether the copy shows this version of the organizer's item, or a later one. */
const reflects = ({ copy }: StoredItem, meeting: Meeting, version: number): boolean =>
  copy !== undefined && copy.of === meeting.calendarId && copy.version >= version;

/** A cancelled exception, for an instance that the rules no longer produce. */
const dropped = (exception: StoredException): StoredException => ({
  ...withoutOwnFields(exception, 'cancelled', exception.updatedAtMs + 1),
  version: exception.version + 1,
});

/** The guest's exceptions: those that the series lists from now on, and those that it no longer lists. */
function instancesFor(
  meeting: Meeting,
  { guest, items, arrival }: GuestSide,
  before: StoredEvent | undefined,
  master: StoredEvent,
): [active: StoredException[], gone: StoredException[]] {
  const ours = exceptionsIn(items);
  const theirs = new Map(meeting.exceptions.map((exception) => [exception.id, exception]));
  const local = ours.filter(({ id }) => before !== undefined && hasException(before, id) && !theirs.has(id));
  const isKept = ({ originalStart }: StoredException): boolean => isProducedByRules(master, originalStart);
  // When guests may see each other from now on, their rows must be copied even if the version is the same.
  const isKnownOf = (id: string): boolean =>
    before !== undefined && hasException(before, id) && isSame(before, master, 'guestsCanSeeOtherGuests');
  const answered = [...(arrival.answers?.keys() ?? [])].filter((id) => id !== meeting.event.id);
  const active = [...new Set([...theirs.keys(), ...local.filter(isKept).map(({ id }) => id), ...answered])].flatMap(
    (id) => {
      const leading = theirs.get(id);
      const own =
        ours.find((item) => item.id === id) ??
        exceptionOnArrival(meeting, guest, id, leading, arrival, versionAfter(items, id));
      if (leading !== undefined && own !== undefined && isKnownOf(id) && reflects(own, meeting, leading.version))
        return [own];
      return copyException(meeting, guest, leading, own, master, versionAfter(items, id)) ?? [];
    },
  );
  return [active, local.filter((exception) => !isKept(exception)).map(dropped)];
}

function planSeries(
  meeting: Meeting,
  side: GuestSide,
  before: (IndexedItem & StoredEvent) | undefined,
  nowMs: number,
): EventWrite[] {
  const { items, guest, arrival } = side;
  const { event } = meeting;
  const isCurrent = before !== undefined && reflects(before, meeting, event.version);
  const copy = isCurrent
    ? { ...before, version: before.version + 1 }
    : copyEvent(meeting, guest, before, arrival, versionAfter(items, event.id));
  const [active, gone] = instancesFor(meeting, side, before, copy);
  const suffixes = active.map(({ id }) => suffixOf(id)).toSorted();
  const master: StoredEvent = {
    ...copy,
    exceptions: suffixes.length > 0 ? suffixes : undefined,
    reachesUntilMs: reachOf({ ...copy, reachesUntilMs: undefined }, [...active, ...gone]),
    formerly: before === undefined ? undefined : rememberRules(before, copy, copy.updatedAtMs),
  };
  return [
    ...[...active, ...gone].flatMap((exception) => writeIfChanged(exception, items, nowMs, master)),
    ...writeIfChanged(master, items, nowMs),
  ];
}

/** Cancels the guest's copy, with its exceptions if it is a series. */
function planCancellation(
  meeting: Meeting,
  before: StoredEvent,
  items: readonly IndexedItem[],
  nowMs: number,
): EventWrite[] {
  if (isCancelledByOrganizer(before)) return [];
  const after = cancelCopy(meeting, before);
  const followed = followSeries(before, after, exceptionsIn(items), after.updatedAtMs);
  return [
    ...followed.exceptions.map((exception) => writeOf(exception, nowMs, followed.master)),
    ...writeIfChanged(followed.master, items, nowMs),
  ];
}

/** Single events for the instances that invite the guest while the series does not. */
function planAlone(meeting: Meeting, side: GuestSide, isGuest: boolean, nowMs: number): EventWrite[] {
  const { guest, items, arrival } = side;
  const isLiving = meeting.event.status !== 'cancelled';
  const invitations =
    isGuest || !isLiving
      ? []
      : meeting.exceptions.filter(
          (exception) => hasOwnGuests(exception) && isInvited(exception, guest) && exception.status !== 'cancelled',
        );
  const wanted = new Set(invitations.map(({ id }) => id));
  const left = items.flatMap((item) =>
    !isException(item) &&
    item.copy !== undefined &&
    !isStrangers(item, side) &&
    parseInstanceId(item.id)?.masterId === meeting.event.id &&
    !wanted.has(item.id)
      ? [item]
      : [],
  );
  return [
    ...invitations.flatMap((exception) => {
      const alone = { ...meeting, event: singleEventOf(meeting, exception), exceptions: [] };
      const before = eventWithId(items, exception.id);
      if (isTaken(before, side)) return [];
      if (before !== undefined && reflects(before, meeting, alone.event.version)) return [];
      return writeIfChanged(copyEvent(alone, guest, before, arrival, versionAfter(items, exception.id)), items, nowMs);
    }),
    // With an invitation to the series, these become its exceptions.
    ...(isGuest ? [] : left.flatMap((item) => planCancellation(meeting, item, [], nowMs))),
  ];
}

/** The guest deleted the copy, and its tombstone has expired since: it must not come back. */
const hasLeft = ({ heard, attendees }: StoredEvent, guest: string): boolean =>
  heard?.[guest] !== undefined && rowOf(attendees, guest)?.responseStatus === 'declined';

export function planCopy(meeting: Meeting, side: GuestSide, nowMs: number): EventWrite[] {
  const { event } = meeting;
  const before = eventWithId(side.items, event.id);
  if (isTaken(before, side) || (before === undefined && hasLeft(event, side.guest))) return [];
  const isGuest = event.status !== 'cancelled' && isInvited(event, side.guest);
  const series = isGuest
    ? planSeries(meeting, side, before, nowMs)
    : before?.copy === undefined
      ? []
      : planCancellation(meeting, before, side.items, nowMs);
  const alone = planAlone(meeting, side, isGuest, nowMs);
  // An instance that still invites the guest stays, although the copy of the series is cancelled.
  return [...alone, ...series.filter(({ event: { id } }) => alone.every((write) => write.event.id !== id))];
}

/**
 * Whether the guest's copy shows a later version of the meeting, or one from another calendar: then this one was read
 * too early.
 */
export const isBehind = ({ calendarId, event, exceptions }: Meeting, items: readonly IndexedItem[]): boolean =>
  items.some((item) => {
    const { id, copy } = item;
    if (copy === undefined || copy.version === 0) return false;
    const exception = exceptions.find((other) => other.id === id);
    const instance = exception && (isException(item) ? exception.version : singleEventVersion(event, exception));
    const leading = id === event.id ? event.version : instance;
    return copy.of !== calendarId || (leading !== undefined && copy.version > leading);
  });
