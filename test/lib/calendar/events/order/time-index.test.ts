/** The index by time: whatever can overlap a window lies in the ranges that are read for it. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  deletedSeriesKeyOf,
  firstOutlineMonth,
  outlineMonthOf,
  rangeOfClass,
  rangeOfMasters,
  rangesOfYearly,
  startOfLaterKeys,
  timeKeyOf,
  yearlyKeyOf,
} from '#lib/calendar/events/order/time-index';
import { allDayAt, intervalOf, overlaps, timedAt, type EventSpan } from '#lib/calendar/time/event-time';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-03-17T13:00:00Z');
const timed = (startMs: number, ms: number): EventSpan => ({
  start: timedAt(startMs, undefined),
  end: timedAt(startMs + ms, undefined),
});
const allDay = (startMs: number, days: number): EventSpan => ({
  start: allDayAt(startMs),
  end: allDayAt(startMs + days * DAY),
});
const isWithin = (key: string, { from, to }: { from: string; to: string }): boolean => key >= from && key <= to;

describe('the key of an event', () => {
  test.each([
    [0, 'h'],
    [HOUR, 'h'],
    [HOUR + 1000, 'd'],
    [DAY, 'd'],
    [DAY + 1000, 'w'],
    [7 * DAY, 'w'],
    [8 * DAY, 'm'],
    [32 * DAY, 'm'],
    [33 * DAY, 'y'],
    [366 * DAY, 'y'],
    [367 * DAY, 'z'],
  ])('of %d ms has the class %s', (ms, letter) => {
    expect(timeKeyOf('E', timed(START, ms))).toBe(`E${letter}#2026-03-17T13:00:00Z`);
  });

  test.each([
    [0, 'd'],
    [1, 'd'],
    [2, 'w'],
    [400, 'z'],
  ])('of %d whole days has the class %s', (days, letter) => {
    expect(timeKeyOf('K', allDay(START, days))).toBe(`K${letter}#2026-03-17T00:00:00Z`);
  });

  test('of a series is its day of the year, the end of its last occurrence, or none', () => {
    expect(yearlyKeyOf(START)).toBe('Y#03-17');
    expect(deletedSeriesKeyOf(START)).toBe('XR#2026-03-17T13:00:00Z');
    expect(deletedSeriesKeyOf(undefined)).toBe('XR#9999');
    expect(outlineMonthOf(START)).toBe('2026-03');
    expect(outlineMonthOf(undefined)).toBe('endless');
  });
});

describe('the range of a class', () => {
  const before = Date.parse('2026-04-01T00:00:00Z');

  test('begins by the longest duration before the window, and ends with it', () => {
    expect(rangeOfClass('Eh', { after: START, before }, 'UTC')).toStrictEqual({
      from: 'Eh#2026-03-17T12:00:00Z',
      to: 'Eh#2026-04-01T00:00:00Z',
    });
    expect(rangeOfClass('Xw', { after: START, before }, 'UTC')).toMatchObject({ from: 'Xw#2026-03-10T13:00:00Z' });
  });

  test.each([
    ['Ed', 'Pacific/Kiritimati', '2026-03-16T13:00:00Z', '2026-04-01T14:00:00Z'],
    ['Ed', 'Pacific/Pago_Pago', '2026-03-16T02:00:00Z', '2026-04-01T00:00:00Z'],
    ['ED', 'Pacific/Kiritimati', '2026-03-16T13:00:00Z', '2026-04-01T14:00:00Z'],
    ['ED', 'Pacific/Pago_Pago', '2026-03-16T02:00:00Z', '2026-04-01T00:00:00Z'],
    ['Eh', 'Pacific/Kiritimati', '2026-03-17T12:00:00Z', '2026-04-01T00:00:00Z'],
    ['Eh', 'Pacific/Pago_Pago', '2026-03-17T12:00:00Z', '2026-04-01T00:00:00Z'],
  ])('%s is wider in %s where it holds whole days', (name, zone, from, to) => {
    expect(rangeOfClass(name, { after: START, before }, zone)).toStrictEqual({
      from: `${name}#${from}`,
      to: `${name}#${to}`,
    });
  });

  test('begins where the page before ended', () => {
    expect(rangeOfClass('Ed', { after: START, before }, 'UTC', START + HOUR)).toMatchObject({
      from: 'Ed#2026-03-17T14:00:00Z',
    });
    expect(rangeOfClass('Ed', { after: START, before }, 'Pacific/Pago_Pago', START + HOUR)).toMatchObject({
      from: 'Ed#2026-03-17T03:00:00Z',
    });
  });

  test('is everything without a window, and for one beyond the years that events have', () => {
    const everything = { from: 'Eh#', to: 'Eh#~' };
    expect(rangeOfClass('Eh', {}, 'UTC')).toStrictEqual(everything);
    expect(rangeOfClass('Ed', {}, 'Europe/Zurich')).toStrictEqual({ from: 'Ed#', to: 'Ed#~' });
    expect(rangeOfClass('Eh', { after: Date.parse('0001-01-01T00:30:00Z') }, 'UTC')).toStrictEqual(everything);
    expect(rangeOfClass('Eh', { before: Date.parse('9999-12-31T23:59:59Z') }, 'UTC')).toStrictEqual(everything);
    expect(rangeOfClass('Ez', { after: START }, 'UTC')).toStrictEqual({ from: 'Ez#', to: 'Ez#~' });
    expect(rangeOfClass('Eh', { after: Date.parse('0001-01-01T01:00:01Z') }, 'UTC').from).toBe(
      'Eh#0001-01-01T00:00:01Z',
    );
  });

  test('is never upside down', () => {
    const late = Date.parse('9999-12-31T23:59:59Z') + 10 * DAY;
    expect(rangeOfClass('Eh', { after: late }, 'UTC').from).toBe('Eh#9999-12-31T23:59:59Z');
    expect(rangeOfClass('Eh', { before: -Infinity }, 'UTC')).toStrictEqual({
      from: 'Eh#',
      to: 'Eh#0001-01-01T00:00:00Z',
    });
    expect(rangeOfClass('Eh', { after: START, before }, 'UTC', before + DAY)).toStrictEqual({
      from: 'Eh#2026-04-02T00:00:00Z',
      to: 'Eh#2026-04-02T00:00:00Z',
    });
  });

  test('holds every event that overlaps the window, in whatever zone the calendar is', () => {
    const instant = fc.integer({ min: START / HOUR - 2_000, max: START / HOUR + 2_000 }).map((hours) => hours * HOUR);
    const span = fc.oneof(
      fc.tuple(instant, fc.integer({ min: 0, max: 900 })).map(([at, hours]) => timed(at, hours * HOUR)),
      fc.tuple(instant, fc.integer({ min: 0, max: 40 })).map(([at, days]) => allDay(at, days)),
    );
    const zone = fc.constantFrom('UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Zurich');
    fc.assert(
      fc.property(span, instant, fc.integer({ min: 1, max: 500 }), zone, (event, after, hours, calendarZone) => {
        const window = { after, before: after + hours * HOUR };
        const key = timeKeyOf('E', event);
        const isOverlapping = overlaps(intervalOf(event, calendarZone), window);
        expect(!isOverlapping || isWithin(key, rangeOfClass(key.slice(0, 2), window, calendarZone))).toBe(true);
      }),
    );
  });
});

describe('what has a higher key in its class', () => {
  test.each([
    ['Eh#2026-03-17T13:00:00Z', 'Pacific/Kiritimati', '2026-03-17T13:00:00Z'],
    ['Ed#2026-03-17T13:00:00Z', 'UTC', '2026-03-17T13:00:00Z'],
    ['Ed#2026-03-17T13:00:00Z', 'Pacific/Kiritimati', '2026-03-16T23:00:00Z'],
    ['Ed#2026-03-17T13:00:00Z', 'Pacific/Pago_Pago', '2026-03-17T13:00:00Z'],
    ['ED#2026-03-29T00:00:00Z', 'Europe/Zurich', '2026-03-28T22:00:00Z'],
  ])('than %s begins in %s at %s or later', (key, zone, at) => {
    expect(new Date(startOfLaterKeys(key, zone)).toISOString()).toBe(at.replace('Z', '.000Z'));
  });
});

describe('the range of series', () => {
  test('holds those that end after the window begins, somewhere on Earth', () => {
    expect(rangeOfMasters('R', START)).toStrictEqual({ from: 'R#2026-03-16T23:00:00Z', to: 'R#~' });
    expect(rangeOfMasters('XR')).toStrictEqual({ from: 'XR#', to: 'XR#~' });
  });

  test.each([
    [START, '2026-03'],
    [Date.parse('2026-03-01T13:59:59Z'), '2026-02'],
    [Date.parse('2026-03-01T14:00:00Z'), '2026-03'],
    [undefined, ''],
    [Date.parse('0001-01-01T14:00:00Z'), ''],
    [Date.parse('0001-01-01T14:00:01Z'), '0001-01'],
    [Infinity, '9999-12'],
  ])('with outlines after %d begins in the month %j', (after, month) => {
    expect(firstOutlineMonth(after)).toBe(month);
  });

  test.each([
    ['2026-03-17', '2026-03-18', [{ from: 'Y#03-08', to: 'Y#03-20' }]],
    [
      '2026-01-03',
      '2026-01-04',
      [
        { from: 'Y#12-25', to: 'Y#~' },
        { from: 'Y#', to: 'Y#01-06' },
      ],
    ],
    ['2026-01-20', '2026-12-28', [{ from: 'Y#01-11', to: 'Y#12-30' }]],
    ['2026-01-20', '2027-01-09', [{ from: 'Y#', to: 'Y#~' }]],
    ['0001-01-10', '0001-01-11', [{ from: 'Y#', to: 'Y#~' }]],
    ['9999-12-29', '9999-12-30', [{ from: 'Y#', to: 'Y#~' }]],
  ])('of one day a year between %s and %s is %j', (first, last, ranges) => {
    expect(rangesOfYearly({ after: Date.parse(first), before: Date.parse(last) })).toStrictEqual(ranges);
  });

  test('of one day a year is everything without a window', () => {
    expect(rangesOfYearly({})).toStrictEqual([{ from: 'Y#', to: 'Y#~' }]);
    expect(rangesOfYearly({ after: START })).toStrictEqual([{ from: 'Y#', to: 'Y#~' }]);
  });
});
