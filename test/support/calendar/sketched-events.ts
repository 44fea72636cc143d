/** Events as a few numbers, and the index by time that has them, in memory. */
import fc from 'fast-check';
import type { TimeReader } from '#lib/calendar/events/order/by-time';
import { isOutlined, writeOutline } from '#lib/calendar/events/order/outline';
import { OUTLINES } from '#lib/calendar/events/order/time-index';
import { timeKeyOfItem } from '#lib/calendar/events/order/time-key';
import type { StoredEvent } from '#lib/calendar/model/event';
import type { IndexedItem } from '#lib/calendar/stores/events';
import { NINE, storedEvent } from './events.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const BASE = Date.parse('2026-03-01T00:00:00Z');
export const iso = (ms: number): string => new Date(ms).toISOString().replace('.000', '');

export interface Sketch {
  readonly startHours: number;
  readonly lengthHours: number;
  readonly isAllDay: boolean;
  /** Repeats every so many days, so often. */
  readonly every?: number | undefined;
  readonly times: number;
}

export const eventOf = ({ startHours, lengthHours, isAllDay, every, times }: Sketch, index: number): StoredEvent => {
  const start = BASE + (isAllDay ? Math.floor(startHours / 24) * DAY : startHours * HOUR);
  const end = start + (isAllDay ? Math.ceil(lengthHours / 24) * DAY : lengthHours * HOUR);
  const zone = every === undefined ? {} : { timeZone: 'UTC' };
  return storedEvent(NINE, {
    id: `event${String(index).padStart(3, '0')}`,
    start: isAllDay ? { date: iso(start).slice(0, 10) } : { dateTime: iso(start), ...zone },
    end: isAllDay ? { date: iso(end).slice(0, 10) } : { dateTime: iso(end), ...zone },
    ...(every !== undefined && { recurrence: [`RRULE:FREQ=DAILY;INTERVAL=${String(every)};COUNT=${String(times)}`] }),
  });
};

export const sketches: fc.Arbitrary<Sketch[]> = fc.array(
  fc.record({
    startHours: fc.oneof(
      fc.integer({ min: -100, max: 300 }),
      fc.constantFrom(0, 24, 48),
      fc.integer({ min: -9000, max: 0 }),
    ),
    lengthHours: fc.oneof(
      fc.constantFrom(0, 1, 24, 168),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 9000 }),
    ),
    isAllDay: fc.boolean(),
    every: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined, freq: 4 }),
    times: fc.integer({ min: 1, max: 12 }),
  }),
  { maxLength: 30 },
);

/** The index in memory, in pages as small as asked for, or smaller. */
export function indexOf(
  events: readonly StoredEvent[],
  maxAtOnce = 1000,
): { readonly reader: TimeReader; readonly classes: string[] } {
  const filed = events
    .map((event): [string, IndexedItem] => {
      const timeKey = timeKeyOfItem(event);
      return [timeKey ?? `${OUTLINES}#`, { ...event, seq: 1, sharedSeq: 1, timeKey }];
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const reader: TimeReader = {
    listChanges: () => Promise.reject(new Error('nothing was cleared')),
    listByTime(_calendar, { from, to }, limit, after = '0') {
      const found = filed.filter(([key]) => key >= from && key <= to).map(([, event]) => event);
      const next = Number(after) + Math.min(limit, maxAtOnce);
      return Promise.resolve({
        items: found.slice(Number(after), next),
        next: next < found.length ? String(next) : undefined,
      });
    },
    listOutlines: ({ id }) =>
      Promise.resolve({
        items: events.filter(isOutlined).map((series) => ({ id: series.id, text: writeOutline(series, id) })),
        seq: 1,
      }),
    view: (_calendar, ids) =>
      Promise.resolve({
        calendar: undefined,
        entry: undefined,
        user: undefined,
        rules: [],
        overlays: [],
        along: [],
        events: ids.map((id) => filed.find(([, event]) => event.id === id)?.[1]),
      }),
  };
  return { reader, classes: [...new Set(filed.map(([key]) => key.slice(0, key.indexOf('#'))))] };
}
