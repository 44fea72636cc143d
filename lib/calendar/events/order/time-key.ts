/** The key of an item in the index by time (see time-index.ts). */
import {
  isException,
  isMaster,
  type StoredEvent,
  type StoredException,
  type StoredItem,
} from '#lib/calendar/model/event';
import { hasException, modifiedInstance } from '#lib/calendar/model/instance';
import { lastEnd } from '#lib/calendar/recurrence/series';
import type { Instant } from '#lib/calendar/time/civil';
import { momentOf } from '#lib/calendar/time/event-time';
import { deletedSeriesKeyOf, LONGEST_YEARLY, timeKeyOf, yearlyKeyOf } from './time-index.ts';

const lastEndOf = (master: StoredEvent): Instant | undefined =>
  lastEnd({ ...master, recurrence: master.recurrence ?? [] });

/**
 * The end of the last exception, if it is after the last occurrence of the rules: a list that reads that time then also
 * reads the series.
 */
export function reachOf(master: StoredEvent, exceptions: readonly StoredException[]): Instant | undefined {
  const last = isMaster(master) ? lastEndOf(master) : undefined;
  const farthest = Math.max(
    master.reachesUntilMs ?? -Infinity,
    ...exceptions.map((exception) => momentOf(modifiedInstance(master, exception).end)),
  );
  return last !== undefined && farthest > last ? farthest : undefined;
}

const ONCE_A_YEAR = /^RRULE:(?:(?:FREQ=YEARLY|INTERVAL=\d+|COUNT=\d+|UNTIL=\w+|WKST=\w\w)(?:;|$))+$/i;

/**
 * Whether all instances are on the day of the year on which the series begins. An exception may be anywhere; a list that
 * finds one needs its series at hand.
 */
export function isOnceAYear({ start, end, recurrence = [], exceptions = [] }: StoredEvent): boolean {
  const rules = recurrence.filter((line) => !/^EXDATE[;:]/i.test(line));
  const [rule = ''] = rules;
  return (
    rules.length === 1 &&
    /FREQ=YEARLY/i.test(rule) &&
    ONCE_A_YEAR.test(rule) &&
    exceptions.length === 0 &&
    momentOf(end) - momentOf(start) <= LONGEST_YEARLY
  );
}

/** No instance ends later, exceptions included; undefined for a series without end. */
export function endOfSeries(series: StoredEvent): Instant | undefined {
  const last = lastEndOf(series);
  return last && Math.max(last, series.reachesUntilMs ?? last);
}

/**
 * The sort key of an item; undefined for a series that windows find by its outline (see outline.ts). That of an exception
 * depends on its series, whose times it may inherit.
 */
export function timeKeyOfItem(item: StoredItem, master?: StoredEvent): string | undefined {
  const isCancelled = item.status === 'cancelled';
  if (isException(item)) {
    if (master === undefined) throw new Error(`${item.id} cannot be filed without its series`);
    const instance = modifiedInstance(master, item);
    const isOfLivingSeries = isMaster(master) && master.status !== 'cancelled' && hasException(master, item.id);
    return timeKeyOf(instance.status !== 'cancelled' ? 'E' : isOfLivingSeries ? 'K' : 'X', instance);
  }
  if (!isMaster(item)) return timeKeyOf(isCancelled ? 'X' : 'E', item);
  if (isCancelled) return deletedSeriesKeyOf(endOfSeries(item));
  return isOnceAYear(item) ? yearlyKeyOf(momentOf(item.start)) : undefined;
}
