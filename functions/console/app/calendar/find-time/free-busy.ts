/** When the people of an event are busy, as far as the reader may see it. */
import { queryFreeBusy } from '../data/api.ts';
import { formatTime } from '../time/format.ts';
import { addDays, instantOf, wallTime } from '../time/moments.ts';
import type { Busy } from './find-times.ts';

export interface PersonBusy {
  readonly id: string;
  /** Undefined: the calendar cannot be seen. */
  readonly busy: readonly Busy[] | undefined;
}

/** Hours of a day, by the clock of a zone. */
export interface Hours {
  readonly day: string;
  readonly zone: string;
  readonly first: number;
  readonly last: number;
}

/** The moment of an hour in milliseconds; 24 is the midnight after. */
const momentOf = ({ day, zone }: Hours, hour: number): number =>
  instantOf(hour === 24 ? `${addDays(day, 1)}T00:00` : `${day}T${String(hour).padStart(2, '0')}:00`, zone)
    .epochMilliseconds;

export async function loadFreeBusy(
  ids: readonly string[],
  { day, zone, days }: { readonly day: string; readonly zone: string; readonly days: number },
  signal: AbortSignal,
): Promise<PersonBusy[]> {
  const { calendars = {} } = await queryFreeBusy(
    {
      timeMin: instantOf(`${day}T00:00`, zone).toString(),
      timeMax: instantOf(`${addDays(day, days)}T00:00`, zone).toString(),
      items: ids.map((id) => ({ id })),
    },
    signal,
  );
  return ids.map((id) => {
    const { busy = [], errors = [] } = calendars[id] ?? { errors: [{}] };
    return { id, busy: errors.length > 0 ? undefined : busy };
  });
}

const clipped = (busy: readonly Busy[], from: number, to: number): [start: number, end: number][] =>
  busy
    .map(({ start = '', end = '' }): [number, number] => [
      Math.max(Date.parse(start), from),
      Math.min(Date.parse(end), to),
    ])
    .filter(([start, end]) => start < end);

/** Where the busy times stand among the hours: fractions from 0 to 1. */
export function blocksOf(busy: readonly Busy[], hours: Hours): { readonly from: number; readonly length: number }[] {
  const [start, end] = [momentOf(hours, hours.first), momentOf(hours, hours.last)];
  return clipped(busy, start, end).map(([a, b]) => ({
    from: (a - start) / (end - start),
    length: (b - a) / (end - start),
  }));
}

/** `9:00 AM – 11:00 AM`, for every busy time of the whole day. */
export function busyTimes(busy: readonly Busy[], hours: Hours): string[] {
  const timeOf = (moment: number): string =>
    formatTime(wallTime({ dateTime: new Date(moment).toISOString() }, hours.zone));
  return clipped(busy, momentOf(hours, 0), momentOf(hours, 24)).map(([a, b]) => `${timeOf(a)} – ${timeOf(b)}`);
}

/** Those who are busy at some time of an event. */
export function busyPeople(people: readonly PersonBusy[], start: string, minutes: number, zone: string): string[] {
  const from = instantOf(start, zone).epochMilliseconds;
  return people.filter(({ busy = [] }) => clipped(busy, from, from + minutes * 60_000).length > 0).map(({ id }) => id);
}
