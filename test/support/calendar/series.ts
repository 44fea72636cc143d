/** Short ways to write a series and to read its occurrences. */
import { occurrencesBetween } from '#lib/calendar/recurrence/series';
import type { Series } from '#lib/calendar/recurrence/series';
import { readSpan, renderTime } from '#lib/calendar/time/event-time';
import type { TimeWindow } from '#lib/calendar/time/event-time';

/** One hour long, at a wall time of the zone. */
export function timedSeries(start: string, timeZone: string, ...recurrence: string[]): Series {
  const end = new Date(Date.parse(`${start}Z`) + 3_600_000).toISOString().slice(0, 19);
  return { ...readSpan({ start: { dateTime: start, timeZone }, end: { dateTime: end, timeZone } }, true), recurrence };
}

/** One day long. */
export function allDaySeries(start: string, ...recurrence: string[]): Series {
  const end = new Date(Date.parse(start) + 86_400_000).toISOString().slice(0, 10);
  return { ...readSpan({ start: { date: start }, end: { date: end } }, true), recurrence };
}

/** Starts as a client in the series' own zone reads them, at most `most`. */
export function startsOf(series: Series, most = 1000, window: TimeWindow = {}): string[] {
  const zone = ('timeZone' in series.start && series.start.timeZone) || 'UTC';
  const starts: string[] = [];
  for (const { start } of occurrencesBetween(series, window, zone)) {
    if (starts.length === most) break;
    const { date, dateTime } = renderTime(start, { calendar: zone, response: zone });
    starts.push(date ?? dateTime ?? '');
  }
  return starts;
}

export const datesOf = (series: Series, most = 1000, window: TimeWindow = {}): string[] =>
  startsOf(series, most, window).map((start) => start.slice(0, 10));
