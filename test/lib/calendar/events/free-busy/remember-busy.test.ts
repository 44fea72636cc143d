import { beforeEach, describe, expect, test } from '@jest/globals';
import { forgetRemembered } from '#lib/api/process/remembered';
import { busyMemory } from '#lib/calendar/events/free-busy/remember-busy';
import type { Calendar } from '#lib/calendar/model/calendar';
import type { BusyMemory } from '#lib/calendar/stores/busy-memory';
import type { Outlines } from '#lib/calendar/stores/events';

const CALENDAR: Calendar = {
  id: 'ann@example.com',
  summary: 'Ann',
  timeZone: 'UTC',
  owner: 'ann@example.com',
  isPrimary: true,
  seq: 7,
  version: 1,
  updatedAtMs: 1,
  eventsUpdatedAtMs: 1,
};
const WEEK = { after: 100, before: 800 };
const BUSY = [{ start: 200, end: 300 }];
const intervals = (count: number) => Array.from({ length: count }, (_, at) => ({ start: at * 2, end: at * 2 + 1 }));
const outlines = (length: number): Outlines => ({ items: [{ id: 'a', text: 'x'.repeat(length) }], seq: 1 });

let nowMs: number;
let memory: BusyMemory;
beforeEach(() => {
  nowMs = Date.UTC(2026, 2, 2);
  memory = busyMemory({ now: () => new Date(nowMs) });
});
const pass = (seconds: number): void => {
  nowMs += seconds * 1000;
};

/** What is known of a calendar that has been as it is for a while. */
function settled(calendar = CALENDAR) {
  memory.of(calendar);
  pass(60);
  const known = memory.of(calendar);
  if (known === undefined) throw new Error('It has not settled.');
  return known;
}

describe('a calendar', () => {
  test('is remembered only a while after it was first seen as it is', () => {
    expect(memory.of(CALENDAR)).toBeUndefined();
    pass(9);
    expect(memory.of(CALENDAR)).toBeUndefined();
    pass(1);
    expect(memory.of(CALENDAR)).toBeDefined();
  });

  test.each<[string, Partial<Calendar>]>([
    ['a change of events', { seq: 8 }],
    ['a change of its details', { version: 2 }],
    ['a clearing', { clearedSeq: 7 }],
    ['the end of a clearing', { sweptSeq: 7 }],
    ['another one under its id', { updatedAtMs: 2 }],
    ['events of another one', { eventsUpdatedAtMs: 2 }],
  ])('is forgotten after %s', (_case, change) => {
    settled().keepBusy({ window: WEEK, busy: BUSY });

    expect(memory.of({ ...CALENDAR, ...change })).toBeUndefined();
    pass(60);
    expect(memory.of({ ...CALENDAR, ...change })?.beginningOf(WEEK)).toBeUndefined();
  });

  test('is forgotten after some minutes, and with all data of a stack', () => {
    settled().keepBusy({ window: WEEK, busy: BUSY });
    expect(memory.of(CALENDAR)?.beginningOf(WEEK)?.busy).toBe(BUSY);
    pass(600);
    expect(memory.of(CALENDAR)).toBeUndefined();

    settled().keepBusy({ window: WEEK, busy: BUSY });
    forgetRemembered();
    expect(memory.of(CALENDAR)).toBeUndefined();
  });

  test('makes room for others', () => {
    settled();
    for (let other = 0; other < 500; other += 1) memory.of({ ...CALENDAR, id: String(other) });
    expect(memory.of(CALENDAR)).toBeUndefined();
  });
});

describe('busy times', () => {
  test('are known for windows that begin in one that was read; the one that reaches farthest counts', () => {
    const known = settled();
    known.keepBusy({ window: WEEK, busy: BUSY });
    known.keepBusy({ window: { after: 700, before: 1000 }, busy: [] });

    expect(known.beginningOf({ after: 100, before: 200 })?.busy).toBe(BUSY);
    expect(known.beginningOf({ after: 699, before: 2000 })?.busy).toBe(BUSY);
    expect(known.beginningOf({ after: 700, before: 2000 })?.busy).toEqual([]);
    expect(known.beginningOf({ after: 99, before: 800 })).toBeUndefined();
    expect(known.beginningOf({ after: 1000, before: 2000 })).toBeUndefined();
  });

  test('are kept for a few windows', () => {
    const known = settled();
    const windows = [1, 2, 3, 4, 5].map((day) => ({ after: day, before: day + 1 }));
    for (const window of windows) known.keepBusy({ window, busy: BUSY });

    expect(windows.map((window) => known.beginningOf(window) === undefined)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    known.keepBusy({ window: { after: 0, before: 10 }, busy: [] });
    expect(known.beginningOf({ after: 5, before: 6 })?.busy).toEqual([]);
  });

  test('are dropped, the oldest first, when there are too many', () => {
    const known = settled();
    known.keepBusy({ window: WEEK, busy: intervals(250) });
    known.keepBusy({ window: { after: 800, before: 900 }, busy: intervals(200) });
    expect(known.beginningOf(WEEK)).toBeUndefined();
    expect(known.beginningOf({ after: 800, before: 900 })?.busy).toHaveLength(200);
    known.keepBusy({ window: { after: 900, before: 1000 }, busy: intervals(401) });
    expect(known.beginningOf({ after: 900, before: 1000 })).toBeUndefined();
  });
});

describe('outlines', () => {
  test('are known for what comes after the instant from which they were read', () => {
    const known = settled();
    known.keepOutlines(100, outlines(10));

    expect(known.outlinesAfter(100)).toEqual(outlines(10));
    expect(known.outlinesAfter(200)).toEqual(outlines(10));
    expect(known.outlinesAfter(99)).toBeUndefined();
  });

  test('are not kept when they are long', () => {
    const known = settled();
    known.keepOutlines(100, outlines(10_000));
    expect(known.outlinesAfter(100)).toBeUndefined();
  });
});
