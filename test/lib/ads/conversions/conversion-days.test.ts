import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { daysBetween } from '#lib/ads/conversions/conversion-days';
import { thrownBy } from '#test/support/thrown';

const HOUR = 3_600_000;

describe('daysBetween', () => {
  test.each([
    ['an ordinary day', 20_250_710, 20_250_710, 'America/New_York', '2025-07-10T04:00:00Z', '2025-07-11T04:00:00Z'],
    ['the day of 23 hours', 20_260_329, 20_260_329, 'Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['the day of 25 hours', 20_261_025, 20_261_025, 'Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    [
      'midnight that does not exist',
      20_180_218,
      20_181_104,
      'America/Sao_Paulo',
      '2018-02-18T03:00:00Z',
      '2018-11-05T02:00:00Z',
    ],
    ['a leap day', 20_240_229, 20_240_229, 'UTC', '2024-02-29T00:00:00Z', '2024-03-01T00:00:00Z'],
    ['the last day of all', 99_991_231, 99_991_231, 'UTC', '9999-12-31T00:00:00Z', '+010000-01-01T00:00:00Z'],
  ])('%s', (_, startDate, endDate, zone, from, until) => {
    expect(daysBetween(startDate, endDate, zone)).toEqual({ fromMs: Date.parse(from), untilMs: Date.parse(until) });
  });

  test.each([
    ['startDate', 20_250_229, 20_250_301],
    ['startDate', 20_251_301, 20_260_101],
    ['endDate', 20_250_101, 20_250_100],
    ['endDate', 20_250_102, 20_250_101],
  ])('%s of %d to %d is refused', (parameter, startDate, endDate) => {
    expect(thrownBy(() => daysBetween(startDate, endDate, 'UTC'))).toMatchObject({
      code: 400,
      entries: [{ reason: 'invalidParameter', location: parameter }],
    });
  });

  test('every moment lies in exactly the day that a calendar in its zone shows', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2014, 0, 1), max: Date.UTC(2035, 0, 1) }),
        (timeZone, moment) => {
          const day = Number(new Intl.DateTimeFormat('sv-SE', { timeZone }).format(moment).replaceAll('-', ''));
          const { fromMs, untilMs } = daysBetween(day, day, timeZone);
          return fromMs <= moment && moment < untilMs && untilMs - fromMs >= 23 * HOUR && untilMs - fromMs <= 25 * HOUR;
        },
      ),
    );
  });
});
