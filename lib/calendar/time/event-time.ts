/** Start and end of an event: what a client may send, what is stored, and what is answered. */
import { badRequest } from '#lib/api/errors';
import type { ApiError } from '#lib/api/errors';
import { DAY, dayNumber, formatDay, formatWall, parseDay, readDay, readWall } from './civil.ts';
import type { Instant, WallTime } from './civil.ts';
import { formatInstant, formatInZone, parseTimestamp } from './timestamp.ts';
import { instantOf, isTimeZone, wallAt } from './zone.ts';

/** The wire form: `date`, or `dateTime` with an offset or a zone. */
export interface EventDateTime {
  date?: string | null | undefined;
  dateTime?: string | null | undefined;
  timeZone?: string | null | undefined;
}

export interface AllDayTime {
  readonly date: string;
}

export interface TimedTime {
  /** The instant, in UTC and to the second. */
  readonly dateTime: string;
  /** The zone that the client sent; absent when only an offset was sent. */
  readonly timeZone?: string;
  /** The local time that the client sent, if the clock skips it: a series continues with this time. */
  readonly wall?: string;
}

/** What is stored. */
export type EventTime = AllDayTime | TimedTime;

export interface EventSpan {
  readonly start: EventTime;
  readonly end: EventTime;
}

/** Half-open: the end is the first instant after it. */
export interface Interval {
  readonly start: Instant;
  readonly end: Instant;
}

export const isAllDay = (time: EventTime): time is AllDayTime => 'date' in time;

type Side = 'start' | 'end';

const invalidTime = (side: Side): ApiError => badRequest('invalid', `Invalid ${side} time.`);
const missingTime = (side: Side): ApiError => badRequest('required', `Missing ${side} time.`);
const missingZone = (side: Side): ApiError => badRequest('required', `Missing time zone definition for ${side} time.`);
const invalidZone = (side: Side): ApiError => badRequest('invalid', `Invalid time zone definition for ${side} time.`);
const emptyRange = (): ApiError =>
  badRequest('timeRangeEmpty', 'The specified time range is empty.', { domain: 'calendar', parameter: 'timeMax' });

const isGiven = (text: string | null | undefined): text is string => text !== undefined && text !== null && text !== '';

function requireTime(side: Side, time: EventDateTime | null | undefined): EventDateTime {
  if (!isGiven(time?.date) && !isGiven(time?.dateTime)) throw missingTime(side);
  if (isGiven(time?.date) && isGiven(time?.dateTime)) throw invalidTime(side);
  return time ?? {};
}

function readAllDay(side: Side, text: string): AllDayTime {
  if (parseDay(text) === undefined) throw invalidTime(side);
  return { date: text };
}

// One day inside the years 1 to 9999, so that every zone can show every time with four digits.
const EARLIEST = dayNumber(1, 1, 2) * DAY;
const LATEST = dayNumber(9999, 12, 30) * DAY;

function readTimed(side: Side, text: string, zone: string | null | undefined): TimedTime {
  const timestamp = parseTimestamp(text);
  if (timestamp === undefined || timestamp.wall < EARLIEST || timestamp.wall > LATEST) throw invalidTime(side);
  const { wall, offset } = timestamp;
  if (!isGiven(zone)) {
    if (offset === undefined) throw missingZone(side);
    return { dateTime: formatInstant(wall - offset) };
  }
  if (!isTimeZone(zone)) throw invalidZone(side);
  if (offset !== undefined) return { dateTime: formatInstant(wall - offset), timeZone: zone };
  const instant = instantOf(zone, wall);
  const isSkipped = wallAt(zone, instant) !== wall;
  return { dateTime: formatInstant(instant), timeZone: zone, ...(isSkipped && { wall: formatWall(wall) }) };
}

/** One time on its own, such as `originalStartTime`. */
export function readTime(side: Side, time: EventDateTime | null | undefined): EventTime {
  const { date, dateTime, timeZone } = requireTime(side, time);
  return isGiven(dateTime) ? readTimed(side, dateTime, timeZone) : readAllDay(side, date ?? '');
}

/** Checks what a client sent. The end is checked first: an empty body gets the error about its end time. */
export function readSpan(
  event: { start?: EventDateTime | null | undefined; end?: EventDateTime | null | undefined },
  isRecurring: boolean,
): EventSpan {
  const wireEnd = requireTime('end', event.end);
  const wireStart = requireTime('start', event.start);
  if (isGiven(wireStart.date) !== isGiven(wireEnd.date)) {
    throw badRequest('invalid', 'Start and end times must either both be date or both be dateTime.');
  }

  const start = readTime('start', wireStart);
  const end = readTime('end', wireEnd);
  if (isRecurring && !isAllDay(start) && !isAllDay(end)) {
    if (start.timeZone === undefined) throw missingZone('start');
    if (end.timeZone === undefined) throw missingZone('end');
    if (start.timeZone !== end.timeZone) throw invalidZone('end');
  }
  if (momentOf(end) < momentOf(start)) throw emptyRange();
  return { start, end };
}

/** The instant of a timed event; for an all-day event, midnight as if in UTC. The two kinds do not compare. */
export const momentOf = (time: EventTime): number =>
  isAllDay(time) ? readDay(time.date) * DAY : readWall(time.dateTime);

/** Local time in the event's own zone (UTC without one); midnight for an all-day event. */
export function wallOf(time: EventTime): WallTime {
  if (isAllDay(time)) return momentOf(time);
  if (time.wall !== undefined) return readWall(time.wall);
  return time.timeZone === undefined ? momentOf(time) : wallAt(time.timeZone, momentOf(time));
}

/** The interval to compare with a window. Days begin at midnight in the calendar's zone; `end = start` is one day. */
export function intervalOf({ start, end }: EventSpan, calendarZone: string): Interval {
  if (!isAllDay(start) || !isAllDay(end)) return { start: momentOf(start), end: momentOf(end) };
  const first = momentOf(start);
  return { start: instantOf(calendarZone, first), end: instantOf(calendarZone, Math.max(momentOf(end), first + DAY)) };
}

export interface TimeWindow {
  /** Keeps what ends after this instant. */
  readonly after?: Instant | undefined;
  /** Keeps what starts before this instant. */
  readonly before?: Instant | undefined;
}

/** Touching is not overlapping. */
export const overlaps = ({ start, end }: Interval, { after = -Infinity, before = Infinity }: TimeWindow): boolean =>
  end > after && start < before;

export interface RenderZones {
  readonly calendar: string;
  /** The caller's `timeZone` parameter, else the calendar's. */
  readonly response: string;
}

/** `date`, or `dateTime` with an offset and `timeZone`. */
export interface RenderedTime {
  date?: string;
  dateTime?: string;
  timeZone?: string;
}

/** The wire form: offset of the response zone, name of the event's own zone. */
export function renderTime(time: EventTime, zones: RenderZones): RenderedTime {
  if (isAllDay(time)) return { date: time.date };
  return { dateTime: formatInZone(momentOf(time), zones.response), timeZone: time.timeZone ?? zones.calendar };
}

export const allDayAt = (midnight: WallTime): AllDayTime => ({ date: formatDay(Math.floor(midnight / DAY)) });
export const timedAt = (instant: Instant, zone: string | undefined): TimedTime => ({
  dateTime: formatInstant(instant),
  ...(zone !== undefined && { timeZone: zone }),
});
