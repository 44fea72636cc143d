/**
 * Where an event stands in the index by time. Events are filed by duration class and start, so a window is found by one
 * query for each class in use, from `timeMin - class` on: the cost follows the answer, not the size of the calendar.
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
 * First letter of the class in the index: plain events and modified instances, cancelled instances of living series
 * (listed even when deleted events are not), and tombstones of everything else.
 */
export type TimeIndexSection = 'E' | 'K' | 'X';

const classOf = (durationMs: number): string =>
  Object.entries(CLASSES).find(([, longest]) => durationMs <= longest)?.[0] ?? 'z';

/** All-day events are filed by their date as if in UTC: changing a calendar's zone then rewrites nothing. */
export function timeKeyOf(shelf: TimeIndexSection, { start, end }: EventSpan): string {
  const startMs = momentOf(start);
  const durationMs = momentOf(end) - startMs;
  const letter = isAllDay(start) ? classOf(Math.max(durationMs, DAY)).toUpperCase() : classOf(durationMs);
  return `${shelf}${letter}#${formatInstant(startMs)}`;
}

/** Masters, and masters that were deleted. */
export type SeriesIndexSection = 'R' | 'XR';

const END_OF_TIME = '9999';
/** Masters are filed by the end of their last occurrence, or of an instance that was moved beyond it. */
export const masterKeyOf = (lastEndMs: number | undefined, shelf: SeriesIndexSection = 'R'): string =>
  `${shelf}#${lastEndMs === undefined ? END_OF_TIME : formatInstant(lastEndMs)}`;

/**
 * No zone is farther from UTC: what is filed by its date is looked for that much around a window, then filtered
 * exactly.
 */
const ZONE_SLACK_MS = 14 * HOUR;

const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59Z');

const lowest = (prefix: string, instant: number): string =>
  instant <= FIRST_INSTANT ? `${prefix}#` : `${prefix}#${formatInstant(Math.min(instant, LAST_INSTANT))}`;
const highest = (prefix: string, instant: number): string =>
  instant >= LAST_INSTANT ? `${prefix}#~` : `${prefix}#${formatInstant(Math.max(instant, FIRST_INSTANT))}`;

/** Where a class (`Eh`, `XD`) holds everything that can overlap a window and does not start before `startsFrom`. */
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

/** Where the masters are that have occurrences after an instant. */
export const rangeOfMasters = (shelf: SeriesIndexSection, after = -Infinity): TimeRange => ({
  from: lowest(shelf, after - ZONE_SLACK_MS),
  to: `${shelf}#~`,
});
