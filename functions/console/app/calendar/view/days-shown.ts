/** Which days a view shows, and the window of time that its events are asked for. */
import type { Window } from '../data/events.ts';
import { addDays, instantOf } from '../time/moments.ts';

/** As long as a month and more. */
export const AGENDA_DAYS = 35;

/** The first and the last day of the week that a day belongs to. */
export function weekOf(date: string, weekStart: number): readonly [string, string] {
  const weekday = new Date(`${date}T00:00Z`).getUTCDay();
  const first = addDays(date, -((weekday - weekStart + 7) % 7));
  return [first, addDays(first, 6)];
}

/** From the beginning of a day to that of another. */
export function windowOf(first: string, end: string, timeZone: string): Window {
  const moment = (day: string): string => instantOf(`${day}T00:00`, timeZone).toString();
  return { timeMin: moment(first), timeMax: moment(end), timeZone };
}
