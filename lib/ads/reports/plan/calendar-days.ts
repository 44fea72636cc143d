/** Days and moments of a request. */
import { Temporal } from 'temporal-polyfill';
import { refuse } from '#lib/ads/batch/batch';
import type { Window } from './plan.ts';

export function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  try {
    Temporal.PlainDate.from(value, { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
}

/** Every day of a window is counted, whether anything happened on it or not. */
const MAX_WINDOW_YEARS = 20;

/** Undefined when neither end is given. */
export function windowOf(
  { startDate, endDate }: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
  where: string,
): Window | undefined {
  if (startDate === undefined && endDate === undefined) return undefined;
  if (startDate === undefined || endDate === undefined) throw refuse(`${where}: startDate and endDate come together.`);
  for (const value of [startDate, endDate])
    if (!isDay(value)) throw refuse(`${where}: '${value}' is not a day (YYYY-MM-DD).`);
  if (endDate < startDate) throw refuse(`${where}: endDate lies before startDate.`);
  if (Number(endDate.slice(0, 4)) - Number(startDate.slice(0, 4)) > MAX_WINDOW_YEARS)
    throw refuse(`${where}: at most ${String(MAX_WINDOW_YEARS)} years can be asked for.`);
  return { first: startDate, last: endDate };
}

/** Milliseconds since 1970. */
export function momentOf(value: string, where: string): number {
  try {
    return Temporal.Instant.from(value).epochMilliseconds;
  } catch {
    throw refuse(`${where}: '${value}' is not a moment (RFC 3339).`);
  }
}

export const addDays = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();
export const startOfDay = (day: string, timeZone: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The smallest window around several. */
export function around(windows: readonly Window[]): Window | undefined {
  const [one] = windows;
  if (one === undefined) return undefined;
  return windows.reduce(
    (a, b) => ({ first: a.first < b.first ? a.first : b.first, last: a.last > b.last ? a.last : b.last }),
    one,
  );
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment in a zone. */
export function dayInZone(ms: number, timeZone: string): string {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined)
    formatters.set(
      timeZone,
      (formatter = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })),
    );
  return formatter.format(ms);
}
