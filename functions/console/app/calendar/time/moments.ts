/** Days and moments in zones. Events are asked for in the reader's zone, and shown by the wall clock there. */
import { Temporal } from 'temporal-polyfill';
import type { CalendarEvent } from '../data/api.ts';

export type EventTime = NonNullable<CalendarEvent['start']>;

/** `2026-11-16T09:30` by the clock of a zone. */
export function wallTime(time: EventTime | undefined, zone: string): string {
  if (time?.dateTime === undefined) return `${time?.date ?? '1970-01-01'}T00:00`;
  return Temporal.Instant.from(time.dateTime)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
}

/** The moment of a wall clock. */
export const instantOf = (wall: string, zone: string): Temporal.Instant =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).toInstant();

export const nowIn = (zone: string): Temporal.PlainDateTime => Temporal.Now.plainDateTimeISO(zone);
export const todayIn = (zone: string): string => Temporal.Now.plainDateISO(zone).toString();

export const addDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days;

export const addMinutes = (wall: string, minutes: number): string =>
  Temporal.PlainDateTime.from(wall).add({ minutes }).toString({ smallestUnit: 'minute' });

export const minutesBetween = (from: string, to: string): number =>
  Temporal.PlainDateTime.from(from).until(Temporal.PlainDateTime.from(to)).total('minutes');

/** The wall clock of one zone as that of another. */
export const inZone = (wall: string, from: string, to: string): string =>
  Temporal.PlainDateTime.from(wall)
    .toZonedDateTime(from)
    .withTimeZone(to)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });

export const isZone = (name: string): boolean => {
  try {
    Temporal.Now.zonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
};

/** Every zone that the browser knows. */
export const zoneNames = (): string[] => Intl.supportedValuesOf('timeZone');
