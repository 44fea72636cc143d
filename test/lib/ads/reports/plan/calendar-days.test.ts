import { describe, expect, test } from '@jest/globals';
import {
  addDays,
  around,
  dayInZone,
  dayOf,
  isDay,
  momentOf,
  startOfDay,
  windowOf,
} from '#lib/ads/reports/plan/calendar-days';
import { thrownBy } from '#test/support/thrown';

describe('the days of a report', () => {
  test.each([
    [{}, undefined],
    [
      { startDate: '2026-03-01', endDate: '2026-03-01' },
      { first: '2026-03-01', last: '2026-03-01' },
    ],
    [
      { startDate: '2006-03-01', endDate: '2026-12-31' },
      { first: '2006-03-01', last: '2026-12-31' },
    ],
  ])('%j', (given, expected) => {
    expect(windowOf(given, 'timeRange')).toEqual(expected);
  });

  test.each([
    [{ startDate: '2026-03-01' }],
    [{ startDate: '2026-03-02', endDate: '2026-03-01' }],
    [{ startDate: '2026-02-30', endDate: '2026-03-01' }],
    [{ startDate: '2026-03-01', endDate: '9999-12-31' }],
    [{ startDate: '0001-01-01', endDate: '2026-03-01' }],
  ])('400 for %j', (given) => {
    expect(thrownBy(() => windowOf(given, 'timeRange'))).toMatchObject({ code: 400, reason: 'requestValidation' });
  });
});

test.each([
  [{ endDate: '2026-03-01' }, 'startDate and endDate come together.'],
  [{ startDate: '2026-03-02', endDate: '2026-03-01' }, 'endDate lies before startDate.'],
  [{ startDate: '2026-03-01', endDate: '2026-3-2' }, "'2026-3-2' is not a day (YYYY-MM-DD)."],
  [{ startDate: 'x', endDate: '2026-03-02' }, "'x' is not a day (YYYY-MM-DD)."],
  [{ startDate: '2005-12-31', endDate: '2026-01-01' }, 'at most 20 years can be asked for.'],
])('%j: %s', (given, message) => {
  expect(() => windowOf(given, 'columns[1]')).toThrow(`Details: [columns[1]: ${message}]`);
});

test.each([
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-03-01T00:00', false],
  [' 2026-03-01', false],
  ['12026-03-01', false],
])('%j is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

test('moments are RFC 3339', () => {
  expect(momentOf('2026-03-01T01:00:00+01:00', 'x')).toBe(Date.UTC(2026, 2, 1));
  expect(() => momentOf('2026-03-01', 'filters[0]')).toThrow(
    "Details: [filters[0]: '2026-03-01' is not a moment (RFC 3339).]",
  );
});

test('days are counted over the ends of months, and begin as their zone says', () => {
  expect([addDays('2026-02-28', 1), addDays('2026-03-01', -1)]).toEqual(['2026-03-01', '2026-02-28']);
  expect(startOfDay('2026-03-29', 'Europe/Berlin')).toBe(Date.parse('2026-03-28T23:00:00Z'));
  expect(dayOf(Date.parse('2026-03-01T23:59:59Z'))).toBe('2026-03-01');
  for (const _ of ['once', 'again from memory']) {
    expect(dayInZone(Date.parse('2026-03-01T23:30:00Z'), 'Europe/Berlin')).toBe('2026-03-02');
    expect(dayInZone(Date.parse('2026-03-01T23:30:00Z'), 'America/New_York')).toBe('2026-03-01');
  }
});

test('the window around several has the first and the last day of all', () => {
  const window = (first: string, last: string) => ({ first, last });

  expect(around([])).toBeUndefined();
  expect(around([window('2026-03-02', '2026-03-03'), window('2026-03-01', '2026-03-02')])).toEqual(
    window('2026-03-01', '2026-03-03'),
  );
  expect(around([window('2026-03-01', '2026-03-02'), window('2026-03-05', '2026-03-09')])).toEqual(
    window('2026-03-01', '2026-03-09'),
  );
});
