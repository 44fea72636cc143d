/**
 * What a change of a series does to its exceptions, the instances with an item of their own. An exception is active
 * while the series lists it in `exceptions`; items that are no longer listed stay as tombstones.
 *
 * Example. Series `lunch`: 14:00 in Zurich on four Tuesdays from March 17, 2026. March 24 (`lunch_20260324T130000Z`,
 * v1) was moved to March 25, March 31 (`lunch_20260331T120000Z`, v1) was cancelled. Then the series moves to 15:00. Ids
 * are made of original starts, so every instance gets a new id, and both exceptions belong to instances that no longer
 * exist:
 *   - `lunch_20260324T130000Z` becomes a cancelled tombstone (v2). The move to March 25 is lost: March 24 takes place
 *     at 15:00 like the others.
 *   - `lunch_20260331T120000Z` becomes a tombstone too (v2), but a cancellation stays on its day: the new
 *     `lunch_20260331T130000Z` (v1) is cancelled.
 *   - The series lists `exceptions: ['20260331T130000Z']`, and `formerly` keeps the old start and rules: a sync of
 *     instances can then report that those at 14:00 are gone (order/former-rules.ts).
 * A change of the title alone would write no exception: they inherit it.
 */
import { isDeepStrictEqual } from 'node:util';
import { rememberRules } from '#lib/calendar/events/order/former-rules';
import { timeKeyOfItem, reachOf } from '#lib/calendar/events/order/time-key';
import { isMaster, withFormerStatus, type StoredEvent, type StoredException } from '#lib/calendar/model/event';
import { hasException, isProducedByRules, suffixOf } from '#lib/calendar/model/instance';
import { instanceId } from '#lib/calendar/recurrence/instance-id';
import { DAY } from '#lib/calendar/time/civil';
import { isAllDay, momentOf, timedAt, wallOf, type EventTime } from '#lib/calendar/time/event-time';
import { instantOf, wallAt } from '#lib/calendar/time/zone';
import { withoutOwnFields } from './exception.ts';
import { followGuests, invitesOthers } from './series-guests.ts';

export interface FollowedSeries {
  /** With the list of active exceptions. */
  readonly master: StoredEvent;
  /** The exceptions to write. */
  readonly exceptions: readonly StoredException[];
}

const isLiving = (event: StoredEvent): boolean => isMaster(event) && event.status !== 'cancelled';

/** Whether the rules stay and the time of day or zone changes: every instance gets a new original start. */
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

/**
 * Exceptions after a time shift: those that the rules no longer produce are dropped, but a cancellation stays on its
 * day, at the new time.
 */
function afterTimeShift(
  before: StoredEvent,
  after: StoredEvent,
  active: readonly StoredException[],
  stored: readonly StoredException[],
  atMs: number,
): Map<string, StoredException> {
  const isKept = ({ originalStart }: StoredException): boolean => isProducedByRules(after, originalStart);
  const next = new Map(
    active.map((exception) => [
      exception.id,
      isKept(exception) ? exception : withoutOwnFields(exception, 'cancelled', atMs),
    ]),
  );
  for (const exception of active.filter((other) => other.status === 'cancelled' && !isKept(other))) {
    const originalStart = shiftedStart(exception.originalStart, before, after);
    const id = instanceId(after.id, originalStart);
    const version = stored.find((other) => other.id === id)?.version ?? 0;
    if (isProducedByRules(after, originalStart) && !next.has(id))
      next.set(id, withoutOwnFields({ ...exception, id, originalStart, version }, 'cancelled', atMs));
  }
  return next;
}

/**
 * Exceptions after any other change. Those that the rules no longer produce become tombstones. If the rules produce one
 * of them again, it is as the series describes it, with an item: a client may know it as cancelled, and must see the
 * change.
 */
export function afterRuleChange(
  after: StoredEvent,
  active: readonly StoredException[],
  stored: readonly StoredException[],
  atMs: number,
): Map<string, StoredException> {
  const activeIds = new Set(active.map(({ id }) => id));
  const byId = new Map([...stored, ...active].map((exception) => [exception.id, exception]));
  return new Map(
    [...byId.values()].flatMap((exception) => {
      const isInRules = isProducedByRules(after, exception.originalStart);
      if (activeIds.has(exception.id))
        return [[exception.id, isInRules ? exception : withoutOwnFields(exception, 'cancelled', atMs)] as const];
      return isInRules ? [[exception.id, withoutOwnFields(exception, undefined, atMs)] as const] : [];
    }),
  );
}

export const cancelWithSeries = (exception: StoredException, updatedAtMs: number): StoredException => ({
  ...exception,
  status: 'cancelled',
  statusBefore: exception.status ?? 'series',
  updatedAtMs,
});

/** The exceptions after the change, by id: those that were active and those that become active. */
function nextExceptions(
  before: StoredEvent,
  after: StoredEvent,
  stored: readonly StoredException[],
  atMs: number,
): Map<string, StoredException> {
  const active = stored.filter(({ id }) => hasException(before, id));
  const byId = (list: readonly StoredException[]) => new Map(list.map((exception) => [exception.id, exception]));
  if (!isMaster(after)) return byId(active.map((exception) => withoutOwnFields(exception, 'cancelled', atMs)));
  if (!isLiving(after))
    return byId(isLiving(before) ? active.map((exception) => cancelWithSeries(exception, atMs)) : active);
  if (!isLiving(before)) {
    return afterRuleChange(
      after,
      active.map((exception) => ({ ...withFormerStatus(exception), updatedAtMs: atMs })),
      stored,
      atMs,
    );
  }
  const shifted = isTimeShift(before, after) ? afterTimeShift(before, after, active, stored, atMs) : undefined;
  return shifted === undefined
    ? afterRuleChange(after, active, stored, atMs)
    : new Map([
        ...afterRuleChange(
          after,
          [],
          stored.filter(({ id }) => !shifted.has(id)),
          atMs,
        ),
        ...shifted,
      ]);
}

const TIMES = ['start', 'end', 'recurrence', 'status'] as const;

/** Whether a change of the series can affect its exceptions. Inherited fields need no write. */
const touchesExceptions = (before: StoredEvent, after: StoredEvent): boolean =>
  TIMES.some((name) => !isDeepStrictEqual(before[name], after[name])) || invitesOthers(before, after);

/** `stored` are all exceptions, tombstones included. */
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
  const isActive = ({ originalStart }: StoredException): boolean =>
    isMaster(after) && (!isLiving(after) || isProducedByRules(after, originalStart));
  const suffixes = [...next.values()].filter(isActive).map(({ id }) => suffixOf(id));
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
      timeKeyOfItem(was, before) !== timeKeyOfItem(exception, master)
    );
  };
  return {
    master,
    exceptions: [...next.values()]
      .filter(isChanged)
      .map((exception) => ({ ...exception, version: exception.version + 1 })),
  };
}
