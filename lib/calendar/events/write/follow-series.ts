/** What a change of a series means for the instances that have an item of their own. */
import { isDeepStrictEqual } from 'node:util';
import { rememberRules } from '#lib/calendar/events/order/former-rules';
import { fileByTime, reachOf } from '#lib/calendar/events/order/time-key';
import { isMaster, type StoredEvent, type StoredException } from '#lib/calendar/model/event';
import { hasException, isNamed, suffixOf } from '#lib/calendar/model/instance';
import { instanceId } from '#lib/calendar/recurrence/instance-id';
import { DAY } from '#lib/calendar/time/civil';
import { isAllDay, momentOf, timedAt, wallOf, type EventTime } from '#lib/calendar/time/event-time';
import { instantOf, wallAt } from '#lib/calendar/time/zone';
import { followGuests, invitesOthers } from './series-guests.ts';

export interface FollowedSeries {
  /** With the exceptions that count now. */
  readonly master: StoredEvent;
  /** The exceptions to write. */
  readonly exceptions: readonly StoredException[];
}

const isLiving = (event: StoredEvent): boolean => isMaster(event) && event.status !== 'cancelled';

/** Without anything of its own. */
const bare = (
  { id, iCalUID, createdAtMs, version, recurringEventId, originalStart }: StoredException,
  status: StoredException['status'],
  updatedAtMs: number,
): StoredException => ({
  id,
  iCalUID,
  createdAtMs,
  updatedAtMs,
  version,
  recurringEventId,
  originalStart,
  status,
});

/** The same rules with another time of day or zone: every instance gets a new original start. */
function isTimeShift(before: StoredEvent, after: StoredEvent): boolean {
  if (isAllDay(before.start) || isAllDay(after.start) || !isDeepStrictEqual(before.recurrence, after.recurrence))
    return false;
  const timeOfDay = (time: EventTime): number => ((wallOf(time) % DAY) + DAY) % DAY;
  return timeOfDay(before.start) !== timeOfDay(after.start) || before.start.timeZone !== after.start.timeZone;
}

/** The original start on the same local date after the series got another time of day. */
function shiftedStart(original: EventTime, before: StoredEvent, after: StoredEvent): EventTime {
  if (isAllDay(original) || isAllDay(before.start) || isAllDay(after.start)) return original;
  const day = Math.floor(wallAt(before.start.timeZone ?? 'UTC', momentOf(original)) / DAY);
  const wall = wallOf(after.start);
  const zone = after.start.timeZone ?? 'UTC';
  return timedAt(instantOf(zone, day * DAY + (wall - Math.floor(wall / DAY) * DAY)), after.start.timeZone);
}

/** What the rules no longer name is dropped; but a cancellation stays on its date, at the new time. */
function shift(
  before: StoredEvent,
  after: StoredEvent,
  counting: readonly StoredException[],
  stored: readonly StoredException[],
  atMs: number,
): Map<string, StoredException> {
  const isKept = ({ originalStart }: StoredException): boolean => isNamed(after, originalStart);
  const next = new Map(
    counting.map((exception) => [exception.id, isKept(exception) ? exception : bare(exception, 'cancelled', atMs)]),
  );
  for (const exception of counting.filter((other) => other.status === 'cancelled' && !isKept(other))) {
    const originalStart = shiftedStart(exception.originalStart, before, after);
    const id = instanceId(after.id, originalStart);
    const version = stored.find((other) => other.id === id)?.version ?? 0;
    if (isNamed(after, originalStart) && !next.has(id))
      next.set(id, bare({ ...exception, id, originalStart, version }, 'cancelled', atMs));
  }
  return next;
}

/**
 * Instances that the rules no longer name are cancelled, and stay known as such. When the rules name one of them again,
 * it is back as the series describes it, and says so with an item, because somebody may have heard that it was
 * cancelled.
 */
function settle(
  after: StoredEvent,
  counting: readonly StoredException[],
  stored: readonly StoredException[],
  atMs: number,
): Map<string, StoredException> {
  const isCounting = new Set(counting.map(({ id }) => id));
  const byId = new Map([...stored, ...counting].map((exception) => [exception.id, exception]));
  return new Map(
    [...byId.values()].flatMap((exception) => {
      const isProduced = isNamed(after, exception.originalStart);
      if (isCounting.has(exception.id))
        return [[exception.id, isProduced ? exception : bare(exception, 'cancelled', atMs)] as const];
      return isProduced ? [[exception.id, bare(exception, 'confirmed', atMs)] as const] : [];
    }),
  );
}

const cancelWithSeries = (exception: StoredException, updatedAtMs: number): StoredException => ({
  ...exception,
  status: 'cancelled',
  statusBefore: exception.status,
  updatedAtMs,
});

const restoreWithSeries = ({ statusBefore, ...exception }: StoredException, updatedAtMs: number): StoredException => ({
  ...exception,
  status: statusBefore ?? exception.status,
  updatedAtMs,
});

/** The exceptions as they are after the change, by id, of those that counted or count now. */
function nextExceptions(
  before: StoredEvent,
  after: StoredEvent,
  stored: readonly StoredException[],
  atMs: number,
): Map<string, StoredException> {
  const counting = stored.filter(({ id }) => hasException(before, id));
  const byId = (list: readonly StoredException[]) => new Map(list.map((exception) => [exception.id, exception]));
  if (!isMaster(after)) return byId(counting.map((exception) => bare(exception, 'cancelled', atMs)));
  if (!isLiving(after))
    return byId(isLiving(before) ? counting.map((exception) => cancelWithSeries(exception, atMs)) : counting);
  if (!isLiving(before)) {
    return settle(
      after,
      counting.map((exception) => restoreWithSeries(exception, atMs)),
      stored,
      atMs,
    );
  }
  const shifted = isTimeShift(before, after) ? shift(before, after, counting, stored, atMs) : undefined;
  return shifted === undefined
    ? settle(after, counting, stored, atMs)
    : new Map([
        ...settle(
          after,
          [],
          stored.filter(({ id }) => !shifted.has(id)),
          atMs,
        ),
        ...shifted,
      ]);
}

const TIMES = ['start', 'end', 'recurrence', 'status'] as const;

/** Whether a change of the series can concern its exceptions at all; what they inherit reaches them by itself. */
const touchesExceptions = (before: StoredEvent, after: StoredEvent): boolean =>
  TIMES.some((name) => !isDeepStrictEqual(before[name], after[name])) || invitesOthers(before, after);

/** `stored` are all items of instances, also those that no longer count. */
export function followSeries(
  before: StoredEvent,
  after: StoredEvent,
  stored: readonly StoredException[],
  atMs: number,
): FollowedSeries {
  if (!touchesExceptions(before, after)) return { master: after, exceptions: [] };
  const next = new Map(
    [...nextExceptions(before, after, stored, atMs)].map(([id, exception]) => [
      id,
      followGuests(before, after, exception, atMs),
    ]),
  );
  const known = new Map(stored.map((exception) => [exception.id, exception]));
  const counts = ({ originalStart }: StoredException): boolean =>
    isMaster(after) && (!isLiving(after) || isNamed(after, originalStart));
  const suffixes = [...next.values()].filter(counts).map(({ id }) => suffixOf(id));
  const master: StoredEvent = {
    ...after,
    exceptions: suffixes.length > 0 ? suffixes.toSorted() : undefined,
    reachesUntilMs: reachOf({ ...after, reachesUntilMs: undefined }, [...next.values()]),
    formerly: rememberRules(before, after, atMs),
  };
  const isChanged = (exception: StoredException): boolean => {
    const was = known.get(exception.id);
    return (
      was === undefined ||
      !isDeepStrictEqual(was, exception) ||
      fileByTime(was, before) !== fileByTime(exception, master)
    );
  };
  return {
    master,
    exceptions: [...next.values()]
      .filter(isChanged)
      .map((exception) => ({ ...exception, version: exception.version + 1 })),
  };
}
