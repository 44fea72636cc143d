import { describe, expect, test } from '@jest/globals';
import { daysOf, isScheduleName, nextRun } from '#lib/ads/reports/schedule/schedule';

const at = (text: string): number => Date.parse(text);
const next = (time: string, timeZone: string, after: string): string =>
  new Date(nextRun({ at: time, timeZone }, at(after))).toISOString();

describe('the next run of a schedule', () => {
  test.each([
    ['later today', '06:00', 'UTC', '2026-03-01T05:59:59Z', '2026-03-01T06:00:00.000Z'],
    ['tomorrow, once the time has come', '06:00', 'UTC', '2026-03-01T06:00:00Z', '2026-03-02T06:00:00.000Z'],
    ['by the clock of a zone', '06:00', 'Asia/Tokyo', '2026-03-01T00:00:00Z', '2026-03-01T21:00:00.000Z'],
    ['after the clocks go forward', '06:00', 'Europe/Zurich', '2026-03-28T12:00:00Z', '2026-03-29T04:00:00.000Z'],
    ['in the hour that is left out', '02:30', 'Europe/Zurich', '2026-03-28T12:00:00Z', '2026-03-29T01:30:00.000Z'],
    ['in the hour that comes twice', '02:30', 'Europe/Zurich', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
  ])('is %s', (_name, time, zone, after, expected) => {
    expect(next(time, zone, after)).toBe(expected);
  });
});

test('the days of a run end with yesterday, as the zone has it', () => {
  expect(daysOf({ timeZone: 'UTC', again: 3 }, at('2026-03-02T06:00:00Z'))).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ]);
  expect(daysOf({ timeZone: 'Asia/Tokyo', again: 1 }, at('2026-03-01T21:00:00Z'))).toEqual(['2026-03-01']);
});

test.each(['', '.', '..', 'a/b', 'a b', '../x'])("'%s' is no name of a schedule", (name) => {
  expect(isScheduleName(name)).toBe(false);
});

test.each(['a', 'A.b-c_9', 'x'.repeat(100), '.a', 'a.', 'a..'])('%s is a name of a schedule', (name) => {
  expect(isScheduleName(name)).toBe(true);
});

test('a name has at most 100 characters', () => {
  expect(isScheduleName('x'.repeat(101))).toBe(false);
});
