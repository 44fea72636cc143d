/**
 * Keys of the index by time. Events are filed by duration class and start, so a window needs one query for each class
 * in use, from `timeMin - class` on: the cost depends on the answer, not on the size of the calendar. Example: an hour
 * from 13:00 on March 17 has the key `Eh#2026-03-17T13:00:00Z`. A birthday on that day has the key `Y#03-17`. Other
 * series have no key, but an outline (see outline.ts); those that versions before 0.3 wrote have the key `R#` and a time
 * not before the end of their last occurrence, deleted ones `XR#`.
 */
import type { TimeRange } from '#lib/calendar/stores/events';
import { DAY, HOUR } from '#lib/calendar/time/civil';
import { isAllDay, momentOf, type EventSpan, type TimeWindow } from '#lib/calendar/time/event-time';
import { formatInstant } from '#lib/calendar/time/timestamp';

/** Longest duration of each class, in milliseconds. All-day events have classes of their own, in upper case. */
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
  const letter = isAllDay(start) ? classOf(Math.max(durationMs, DAY)).toUpperCase() : classOf(durationMs);
  return `${section}${letter}#${formatInstant(startMs)}`;
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

/** No zone is farther from UTC: items filed by date are searched that much around the window, then filtered exactly. */
const ZONE_SLACK_MS = 14 * HOUR;

const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59Z');

const lowest = (prefix: string, instant: number): string =>
  instant <= FIRST_INSTANT ? `${prefix}#` : `${prefix}#${formatInstant(Math.min(instant, LAST_INSTANT))}`;
const highest = (prefix: string, instant: number): string =>
  instant >= LAST_INSTANT ? `${prefix}#~` : `${prefix}#${formatInstant(Math.max(instant, FIRST_INSTANT))}`;

/**
 * The range of a class (`Eh`, `XD`) that holds everything that can overlap the window and starts at or after
 * `startsFrom`.
 */
export function rangeOfClass(
  name: string,
  { after = -Infinity, before = Infinity }: TimeWindow,
  startsFrom = -Infinity,
): TimeRange {
  const letter = name.slice(1);
  const longest = CLASSES[letter.toLowerCase()] ?? Infinity;
  const slack = letter === letter.toLowerCase() ? 0 : ZONE_SLACK_MS;
  const from = lowest(name, Math.max(after - longest, startsFrom) - slack);
  const to = highest(name, before + slack);
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
