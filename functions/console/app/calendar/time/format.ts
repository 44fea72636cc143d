/** Dates and times as the reader writes them. */
import { locale, words } from '../../words/words.ts';
import type { CalendarEvent } from '../data/api.ts';
import { preferences } from '../data/preferences.ts';
import { addDays, wallTime } from './moments.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Kept: making one takes longer than drawing the event that it is for. */
function formatterOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, known);
  return known;
}

/** Wall clocks are formatted as if they were UTC: no zone moves them. */
const format = (wall: string, options: Intl.DateTimeFormatOptions): string =>
  formatterOf({ timeZone: 'UTC', ...options }).format(new Date(`${wall.slice(0, 16)}Z`));

const hour12 = (): boolean => !preferences.get().is24Hours;

export const formatTime = (wall: string): string =>
  format(wall, { hour: 'numeric', minute: '2-digit', hour12: hour12() });

/** `9 AM` */
export const formatHour = (wall: string): string =>
  wall.endsWith(':00') ? format(wall, { hour: 'numeric', hour12: hour12() }) : formatTime(wall);

export const formatDay = (date: string): string =>
  format(`${date.slice(0, 10)}T00:00`, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

export const formatShortDay = (date: string): string =>
  format(`${date.slice(0, 10)}T00:00`, { weekday: 'short', day: 'numeric', month: 'short' });

export const formatDate = (date: string): string => format(`${date.slice(0, 10)}T00:00`, { dateStyle: 'medium' });

/** Monday is 2024-01-01. */
export const weekdayName = (index: number, width: 'long' | 'short' | 'narrow' = 'long'): string =>
  format(`${addDays('2024-01-01', index)}T00:00`, { weekday: width });

/** `Monday, November 16, 2026, 9:00 AM – 10:00 AM` */
export function formatWhen({ start, end }: CalendarEvent, zone: string): string {
  if (start?.date !== undefined) {
    const last = addDays(end?.date ?? start.date, -1);
    const days = last <= start.date ? formatDay(start.date) : `${formatDay(start.date)} – ${formatDay(last)}`;
    return `${days} · ${words.calendar.allDay}`;
  }
  const [from, to] = [wallTime(start, zone), wallTime(end, zone)];
  return from.slice(0, 10) === to.slice(0, 10)
    ? `${formatDay(from)}, ${formatTime(from)} – ${formatTime(to)}`
    : `${formatDay(from)}, ${formatTime(from)} – ${formatDay(to)}, ${formatTime(to)}`;
}

/** `GMT+1` */
export const zoneLabel = (zone: string, at = new Date()): string =>
  formatterOf({ timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;
