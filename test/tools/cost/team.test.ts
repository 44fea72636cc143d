import { describe, expect, test } from '@jest/globals';
import { afterFreeTier, dollarsOf, sumOf, type Quantities } from './price.ts';
import { allOf, monthOf } from './team.ts';

/** As `npm run cost` measured them in November 2026: read units, write units, milliseconds. */
const MEASURED: Readonly<Record<string, readonly [reads: number, writes: number, ms: number]>> = {
  'calendar.events.list (a week)': [7, 0, 13],
  'calendar.events.list (sync, one change)': [5, 0, 7],
  'calendar.events.get': [5, 0, 6],
  'calendar.events.insert': [4, 10, 12],
  'calendar.events.patch': [5, 12, 12],
  'calendar.events.delete': [5, 14, 12],
  'calendar.freebusy.query': [15, 0, 13],
  'calendar.calendarList.list': [63, 0, 13],
  'calendar.settings.list': [1, 0, 6],
  'doubleclicksearch.conversion.insert (of 100)': [3, 200, 25],
};
const each = new Map(
  Object.entries(MEASURED).map(([name, [dynamodbReadUnits, dynamodbWriteUnits, ms]]): [string, Quantities] => [
    name,
    {
      httpApiRequests: 1,
      lambdaRequests: 1,
      lambdaGigabyteSeconds: ms / 1000,
      dynamodbReadUnits,
      dynamodbWriteUnits,
      logGigabytes: 3.5e-7,
    },
  ]),
);
const monthly = (users: number): Quantities => allOf(monthOf(users, each));

describe('a month of a team', () => {
  test('of 1,000 is paid with 12 dollars', () => {
    expect(dollarsOf(afterFreeTier(monthly(1_000)))).toBeLessThan(12);
  });

  test('needs no metrics of its own', () => {
    expect(monthly(1_000)).not.toHaveProperty('customMetricMonths');
  });

  test('of 10 is little more than what is there for everybody, and free', () => {
    expect(dollarsOf(monthly(10))).toBeCloseTo(dollarsOf(monthly(0)), 0);
    // Alarms beyond ten, and Lambda's pollers at the queues, are paid for even where nobody asks for anything.
    const forEverybody = dollarsOf(afterFreeTier(monthly(0)));
    expect(dollarsOf(afterFreeTier(monthly(10))) - forEverybody).toBeLessThan(0.2);
    expect(forEverybody).toBeLessThan(2.25);
  });

  test('of 100,000 costs a hundred times as much as one of 1,000, but for what is there for everybody', () => {
    const fixed = dollarsOf(monthly(0));

    expect((dollarsOf(monthly(100_000)) - fixed) / (dollarsOf(monthly(1_000)) - fixed)).toBeCloseTo(100);
  });
});

test('what is free is taken off what is billed, and never more than that', () => {
  const billed = sumOf([{ alarmMonths: 6, logGigabytes: 1 }, { alarmMonths: 6 }]);

  expect(afterFreeTier(billed)).toEqual({ alarmMonths: 2, logGigabytes: 0 });
});
