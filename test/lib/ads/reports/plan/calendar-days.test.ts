import { describe, expect, test } from '@jest/globals';
import { windowOf } from '#lib/ads/reports/plan/calendar-days';
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
