/**
 * What has to be written so that a guest's calendar shows the meeting as the organizer has it. Nothing when it does
 * already.
 */
import { isDeepStrictEqual } from 'node:util';
import { rememberRules } from '#lib/calendar/events/order/former-rules';
import { reachOf } from '#lib/calendar/events/order/time-key';
import { exceptionsIn } from '#lib/calendar/events/read/find-event';
import { followSeries } from '#lib/calendar/events/write/follow-series';
import { writeOf } from '#lib/calendar/events/write/item-write';
import { isException, type StoredEvent, type StoredException, type StoredItem } from '#lib/calendar/model/event';
import { isSame } from '#lib/calendar/model/event-fields';
import { isCalledOff, rowOf } from '#lib/calendar/model/guest-copy';
import { hasException, isNamed, suffixOf } from '#lib/calendar/model/instance';
import { parseInstanceId } from '#lib/calendar/recurrence/instance-id';
import type { EventWrite, IndexedItem } from '#lib/calendar/stores/events';
import { arrivingException, callOff, copyEvent, copyException, type Arrival } from './copy-event.ts';
import { asSingleEvent, singleEventVersion, eventWithId, hasOwnGuests, isInvited, type Meeting } from './meeting.ts';

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

type Content = Record<string, unknown>;

/** All but the numbers. */
function contentOf(item: StoredItem): Content {
  const {
    version: _version,
    updatedAtMs: _updated,
    seq: _seq,
    sharedSeq: _shared,
    timeKey: _key,
    copy,
    ...content
  } = { seq: 0, sharedSeq: 0, timeKey: '', ...item };
  const marks = copy && { ...copy, version: 0 };
  return Object.fromEntries(Object.entries({ ...content, copy: marks }).filter(([, value]) => value !== undefined));
}

/** What nobody sees. */
const BOOKKEEPING = new Set(['exceptions', 'reachesUntilMs', 'formerly', 'copy']);

const isSameBut = (a: Content, b: Content, ignored: ReadonlySet<string>): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(
    (name) => ignored.has(name) || isDeepStrictEqual(a[name], b[name]),
  );

function writeIfChanged(
  item: StoredItem,
  items: readonly IndexedItem[],
  nowMs: number,
  master?: StoredEvent,
): EventWrite[] {
  const known = items.find(({ id }) => id === item.id);
  const write = writeOf(item, nowMs, master);
  if (known === undefined) return [write];
  const [before, after] = [contentOf(known), contentOf(item)];
  if (isSameBut(before, after, new Set()) && known.timeKey === write.timeKey) return [];
  return [isSameBut(before, after, BOOKKEEPING) ? { ...write, keepsPlace: known } : write];
}

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

/** It shows this state of the organizer's item, or a later one. */
const reflects = ({ copy }: StoredItem, meeting: Meeting, version: number): boolean =>
  copy !== undefined && copy.of === meeting.calendarId && copy.version >= version;

/** An instance that the rules no longer name. */
const dropped = ({
  id,
  iCalUID,
  createdAtMs,
  updatedAtMs,
  version,
  recurringEventId,
  originalStart,
}: StoredException): StoredException => ({
  id,
  iCalUID,
  createdAtMs,
  updatedAtMs: updatedAtMs + 1,
  version: version + 1,
  recurringEventId,
  originalStart,
  status: 'cancelled',
});

/** The guest's copies of the instances that differ, of those that count, and those that no longer do. */
function instancesFor(
  meeting: Meeting,
  { guest, items, arrival }: GuestSide,
  before: StoredEvent | undefined,
  master: StoredEvent,
): [counting: StoredException[], gone: StoredException[]] {
  const ours = exceptionsIn(items);
  const theirs = new Map(meeting.exceptions.map((exception) => [exception.id, exception]));
  const local = ours.filter(({ id }) => before !== undefined && hasException(before, id) && !theirs.has(id));
  const isKept = ({ originalStart }: StoredException): boolean => isNamed(master, originalStart);
  // Guests who are to see each other from now on have to be shown what was kept from them.
  const isKnownOf = (id: string): boolean =>
    before !== undefined && hasException(before, id) && isSame(before, master, 'guestsCanSeeOtherGuests');
  const answered = [...(arrival.answers?.keys() ?? [])].filter((id) => id !== meeting.event.id);
  const counting = [...new Set([...theirs.keys(), ...local.filter(isKept).map(({ id }) => id), ...answered])].flatMap(
    (id) => {
      const leading = theirs.get(id);
      const own =
        ours.find((item) => item.id === id) ??
        arrivingException(meeting, guest, id, leading, arrival, versionAfter(items, id));
      if (leading !== undefined && own !== undefined && isKnownOf(id) && reflects(own, meeting, leading.version))
        return [own];
      return copyException(meeting, guest, leading, own, master, versionAfter(items, id)) ?? [];
    },
  );
  return [counting, local.filter((exception) => !isKept(exception)).map(dropped)];
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
  const [counting, gone] = instancesFor(meeting, side, before, copy);
  const suffixes = counting.map(({ id }) => suffixOf(id)).toSorted();
  const master: StoredEvent = {
    ...copy,
    exceptions: suffixes.length > 0 ? suffixes : undefined,
    reachesUntilMs: reachOf({ ...copy, reachesUntilMs: undefined }, [...counting, ...gone]),
    formerly: before === undefined ? undefined : rememberRules(before, copy, copy.updatedAtMs),
  };
  return [
    ...[...counting, ...gone].flatMap((exception) => writeIfChanged(exception, items, nowMs, master)),
    ...writeIfChanged(master, items, nowMs),
  ];
}

/** Cancels what the guest has, and with a series its instances. */
function planCallOff(
  meeting: Meeting,
  before: StoredEvent,
  items: readonly IndexedItem[],
  nowMs: number,
): EventWrite[] {
  if (isCalledOff(before)) return [];
  const after = callOff(meeting, before);
  const followed = followSeries(before, after, exceptionsIn(items), after.updatedAtMs);
  return [
    ...followed.exceptions.map((exception) => writeOf(exception, nowMs, followed.master)),
    ...writeIfChanged(followed.master, items, nowMs),
  ];
}

/** Instances to which the guest is invited, although not to the series. */
function planAlone(meeting: Meeting, side: GuestSide, isAsked: boolean, nowMs: number): EventWrite[] {
  const { guest, items, arrival } = side;
  const isLiving = meeting.event.status !== 'cancelled';
  const invitations =
    isAsked || !isLiving
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
      const alone = { ...meeting, event: asSingleEvent(meeting, exception), exceptions: [] };
      const before = eventWithId(items, exception.id);
      if (isTaken(before, side)) return [];
      if (before !== undefined && reflects(before, meeting, alone.event.version)) return [];
      return writeIfChanged(copyEvent(alone, guest, before, arrival, versionAfter(items, exception.id)), items, nowMs);
    }),
    // The series takes over what stood alone.
    ...(isAsked ? [] : left.flatMap((item) => planCallOff(meeting, item, [], nowMs))),
  ];
}

/** Declined so long ago that the deleted copy is forgotten: it does not come back by itself. */
const hasLeft = ({ heard, attendees }: StoredEvent, guest: string): boolean =>
  heard?.[guest] !== undefined && rowOf(attendees, guest)?.responseStatus === 'declined';

export function planCopy(meeting: Meeting, side: GuestSide, nowMs: number): EventWrite[] {
  const { event } = meeting;
  const before = eventWithId(side.items, event.id);
  if (isTaken(before, side) || (before === undefined && hasLeft(event, side.guest))) return [];
  const isAsked = event.status !== 'cancelled' && isInvited(event, side.guest);
  const series = isAsked
    ? planSeries(meeting, side, before, nowMs)
    : before?.copy === undefined
      ? []
      : planCallOff(meeting, before, side.items, nowMs);
  const alone = planAlone(meeting, side, isAsked, nowMs);
  // Of a series that is called off, an instance to which the guest stays invited is not.
  return [...alone, ...series.filter(({ event: { id } }) => alone.every((write) => write.event.id !== id))];
}

/**
 * The guest's calendar has seen a later state of the meeting, or one from another calendar: this one must be read
 * again.
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
