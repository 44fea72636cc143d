/** Times at which everybody is free, within the hours in which people work. */
import { Temporal } from 'temporal-polyfill';

export interface Busy {
  /** RFC 3339. */
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

export interface FindTimeOptions {
  /** `2026-11-16T09:00`: nothing before it. */
  readonly from: string;
  readonly days: number;
  readonly minutes: number;
  readonly zone: string;
  readonly workStart: number;
  readonly workEnd: number;
  readonly busy: readonly Busy[];
  readonly most: number;
}

const STEP_MINUTES = 30;
const SATURDAY = 6;

const momentsOf = (wall: Temporal.PlainDateTime, zone: string): number =>
  wall.toZonedDateTime(zone).toInstant().epochMilliseconds;

/** The starts of free times, by the wall clock of the zone. */
export function findTimes(options: FindTimeOptions): string[] {
  const { from, days, minutes, zone, workStart, workEnd, busy, most } = options;
  const taken = busy.map(({ start = '', end = '' }) => [Date.parse(start), Date.parse(end)] as const);
  const first = Temporal.PlainDateTime.from(from);
  const found: string[] = [];
  for (let day = 0; day < days; day += 1) {
    const date = first.toPlainDate().add({ days: day });
    if (date.dayOfWeek >= SATURDAY) continue;
    const close = date.toPlainDateTime({ hour: workEnd - 1 }).add({ hours: 1 });
    let start = date.toPlainDateTime({ hour: workStart });
    for (
      ;
      Temporal.PlainDateTime.compare(start.add({ minutes }), close) <= 0;
      start = start.add({ minutes: STEP_MINUTES })
    ) {
      if (Temporal.PlainDateTime.compare(start, first) < 0) continue;
      const [begins, ends] = [momentsOf(start, zone), momentsOf(start.add({ minutes }), zone)];
      if (taken.some(([a, b]) => a < ends && b > begins)) continue;
      found.push(start.toString({ smallestUnit: 'minute' }));
      if (found.length === most) return found;
    }
  }
  return found;
}
