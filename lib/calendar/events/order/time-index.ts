/**
 * Keys of the index by time. Events are filed by duration class and start, so a window needs one query for each class
 * in use, from `timeMin - class` on: the cost depends on the answer, not on the size of the calendar. Example: an hour
 * from 13:00 on March 17 has the key `Eh#2026-03-17T13:00:00Z`, that day as a whole `Ed#2026-03-17T00:00:00Z` (`ED#` in
 * earlier versions, which had classes of their own for whole days). A birthday on that day has the key `Y#03-17`. Other
 * series have no key, but an outline (see outline.ts); those that versions before 0.3 wrote have the key `R#` and a time
 * not before the end of their last occurrence, deleted ones `XR#`.
 */
import type { TimeRange } from '#lib/calendar/stores/events';
import { DAY, HOUR, readWall, type Instant } from '#lib/calendar/time/civil';
import { isAllDay, momentOf, type EventSpan, type TimeWindow } from '#lib/calendar/time/event-time';
import { formatInstant } from '#lib/calendar/time/timestamp';
import { offsetAt } from '#lib/calendar/time/zone';

/** Longest duration of each class, in milliseconds. */
const CLASSES: Readonly<Record<string, number>> = {
  h: HOUR,
  d: DAY,
  w: 7 * DAY,
  m: 32 * DAY,
  y: 366 * DAY,
  z: Infinity,
};

/**
 * First letter of the key. `E`: single events and modified instances. `K`: cancelled instances of live series, listed
 * even when deleted events are not. `X`: other tombstones.
 */
export type TimeIndexSection = 'E' | 'K' | 'X';

const classOf = (durationMs: number): string =>
  Object.entries(CLASSES).find(([, longest]) => durationMs <= longest)?.[0] ?? 'z';

/** All-day events are filed by their date as if in UTC, so a change of the calendar's zone rewrites nothing. */
export function timeKeyOf(section: TimeIndexSection, { start, end }: EventSpan): string {
  const startMs = momentOf(start);
  const durationMs = momentOf(end) - startMs;
  const letter = classOf(isAllDay(start) ? Math.max(durationMs, DAY) : durationMs);
  return `${section}${letter}#${formatInstant(startMs)}`;
}

/** All classes but that of hours hold whole days, too. */
export const holdsDays = (name: string): boolean => !name.endsWith('h');

/** No zone changes its offset twice within so many days (see zone.ts). */
const AROUND = 2 * DAY;
const offsetsAround = (zone: string, instant: Instant): number[] => [
  offsetAt(zone, instant - AROUND),
  offsetAt(zone, instant + AROUND),
];

/** What begins or ends at an instant or later in a zone, timed or as whole days, is not filed before this. */
const filedFrom = (zone: string, instant: Instant): Instant =>
  Number.isFinite(instant) ? instant + Math.min(0, ...offsetsAround(zone, instant)) : instant;
/** What begins before an instant is not filed after this. */
const filedUntil = (zone: string, instant: Instant): Instant =>
  Number.isFinite(instant) ? instant + Math.max(0, ...offsetsAround(zone, instant)) : instant;

/** Whatever has a higher key in its class begins at this instant or later. */
export function startOfLaterKeys(key: string, zone: string): Instant {
  const at = key.indexOf('#');
  const filedAt = readWall(key.slice(at + 1));
  return holdsDays(key.slice(0, at)) ? filedAt - Math.max(0, ...offsetsAround(zone, filedAt)) : filedAt;
}

/** Series, series with one day a year, and deleted series. */
export type SeriesIndexSection = 'R' | 'Y' | 'XR';

/** In a calendar's classes: some of its series have outlines. */
export const OUTLINES = 'S';

const END_OF_TIME = '9999';
const endKeyOf = (lastEndMs: number | undefined): string =>
  lastEndMs === undefined ? END_OF_TIME : formatInstant(lastEndMs);
/** Deleted series are filed by the end of their last occurrence, or of an instance that was moved beyond it. */
export const deletedSeriesKeyOf = (lastEndMs: number | undefined): string => `XR#${endKeyOf(lastEndMs)}`;

const monthOf = (instant: number): string => formatInstant(instant).slice(0, '2026-03'.length);
export const ENDLESS = 'endless';
/** Outlines are filed by the month of that end. */
export const outlineMonthOf = (lastEndMs: number | undefined): string =>
  lastEndMs === undefined ? ENDLESS : monthOf(lastEndMs);

/** The first month whose outlines can have an instance after an instant. */
export const firstOutlineMonth = (after = -Infinity): string =>
  after - ZONE_SLACK_MS <= FIRST_INSTANT ? '' : monthOf(Math.min(after - ZONE_SLACK_MS, LAST_INSTANT));

/** No zone is farther from UTC: series are searched that much before the window, then filtered exactly. */
const ZONE_SLACK_MS = 14 * HOUR;

const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59Z');

const lowest = (prefix: string, instant: number): string =>
  instant <= FIRST_INSTANT ? `${prefix}#` : `${prefix}#${formatInstant(Math.min(instant, LAST_INSTANT))}`;
const highest = (prefix: string, instant: number): string =>
  instant >= LAST_INSTANT ? `${prefix}#~` : `${prefix}#${formatInstant(Math.max(instant, FIRST_INSTANT))}`;

/**
 * The range of a class (`Eh`, `Xd`) that holds everything that can overlap the window and starts at or after
 * `startsFrom`, in a calendar with this zone.
 */
export function rangeOfClass(
  name: string,
  { after = -Infinity, before = Infinity }: TimeWindow,
  zone: string,
  startsFrom = -Infinity,
): TimeRange {
  const longest = CLASSES[name.slice(1).toLowerCase()] ?? Infinity;
  const [first, next, last] = holdsDays(name)
    ? [filedFrom(zone, after), filedFrom(zone, startsFrom), filedUntil(zone, before)]
    : [after, startsFrom, before];
  const from = lowest(name, Math.max(first - longest, next));
  const to = highest(name, last);
  return { from, to: to < from ? from : to };
}

/** The longest event that is filed by its day of the year. */
export const LONGEST_YEARLY = 7 * DAY;
/** The same wall time is another time in UTC, and sometimes another day, as zones change theirs. */
const YEARLY_SLACK = 2 * DAY;
const YEAR = 365 * DAY;

const dayOfYear = (instant: number): string => formatInstant(instant).slice('0000-'.length, '0000-00-00'.length);

/** Series that begin on the same day of every year, or of some years. */
export const yearlyKeyOf = (startMs: number): string => `Y#${dayOfYear(startMs)}`;

/** The range of days that holds all yearly series with an occurrence in the window; two around the turn of a year. */
export function rangesOfYearly({ after = -Infinity, before = Infinity }: TimeWindow): TimeRange[] {
  const [first, last] = [after - LONGEST_YEARLY - YEARLY_SLACK, before + YEARLY_SLACK];
  if (!(last - first < YEAR) || first <= FIRST_INSTANT || last >= LAST_INSTANT) return [{ from: 'Y#', to: 'Y#~' }];
  const [from, to] = [yearlyKeyOf(first), yearlyKeyOf(last)];
  return from <= to
    ? [{ from, to }]
    : [
        { from, to: 'Y#~' },
        { from: 'Y#', to },
      ];
}

/** The range of series with occurrences after an instant. */
export const rangeOfMasters = (section: 'R' | 'XR', after = -Infinity): TimeRange => ({
  from: lowest(section, after - ZONE_SLACK_MS),
  to: `${section}#~`,
});
