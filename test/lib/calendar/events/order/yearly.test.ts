/** Series of one day a year are filed by that day: a window reads those around it, however many there are. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { rangesOfYearly } from '#lib/calendar/events/order/time-index';
import { timeKeyOfItem } from '#lib/calendar/events/order/time-key';
import { occurrencesBetween } from '#lib/calendar/recurrence/series';
import { storedEvent } from '#test/support/calendar/events';
import { casesToPlay } from '#test/tools/shared/random-cases';

const DAY = 86_400_000;
const iso = (ms: number): string => new Date(ms).toISOString().replace('.000', '');

const yearly = (startMs: number, days: number, timeZone: string | undefined, rule = 'RRULE:FREQ=YEARLY') =>
  storedEvent({
    recurrence: [rule],
    ...(timeZone === undefined
      ? { start: { date: iso(startMs).slice(0, 10) }, end: { date: iso(startMs + days * DAY).slice(0, 10) } }
      : { start: { dateTime: iso(startMs), timeZone }, end: { dateTime: iso(startMs + days * DAY), timeZone } }),
  });

describe('a yearly series', () => {
  test('is in the range of every window that has one of its instances', () => {
    const start = fc.integer({ min: Date.UTC(1950, 0, 1), max: Date.UTC(2030, 0, 1) }).map((ms) => ms - (ms % 60_000));
    const zone = fc.constantFrom(undefined, 'UTC', 'Pacific/Kiritimati', 'America/New_York', 'Europe/Zurich');
    const window = fc.record({
      from: fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) }),
      days: fc.integer({ min: 1, max: 400 }),
    });
    fc.assert(
      fc.property(
        start,
        fc.integer({ min: 1, max: 7 }),
        zone,
        window,
        (startMs, days, timeZone, { from, days: span }) => {
          const event = yearly(startMs, days, timeZone);
          const within = { after: from, before: from + span * DAY };
          const key = timeKeyOfItem(event) ?? '';
          expect(key).toMatch(/^Y#\d\d-\d\d$/);
          const series = { ...event, recurrence: event.recurrence ?? [] };
          const [instance] = occurrencesBetween(series, within, 'Pacific/Kiritimati');
          const isRead = rangesOfYearly(within).some((range) => key >= range.from && key <= range.to);
          expect(isRead || instance === undefined).toBe(true);
        },
      ),
      { numRuns: casesToPlay(500) },
    );
  });

  test('of 29 February is in the range of that day, and a window of a year or more reads all', () => {
    expect(timeKeyOfItem(yearly(Date.UTC(2024, 1, 29), 1, undefined))).toBe('Y#02-29');
    expect(rangesOfYearly({ after: Date.UTC(2026, 11, 30), before: Date.UTC(2027, 0, 3) })).toEqual([
      { from: 'Y#12-21', to: 'Y#~' },
      { from: 'Y#', to: 'Y#01-05' },
    ]);
    expect(rangesOfYearly({ after: 0 })).toEqual([{ from: 'Y#', to: 'Y#~' }]);
  });

  test.each([
    ['other days', 'RRULE:FREQ=YEARLY;BYDAY=1MO'],
    ['more months', 'RRULE:FREQ=YEARLY;BYMONTH=1,7'],
    ['another frequency', 'RRULE:FREQ=MONTHLY'],
  ])('with %s has an outline', (_name, rule) => {
    expect(timeKeyOfItem(yearly(Date.UTC(2026, 2, 2), 1, 'UTC', rule))).toBe(undefined);
  });

  test('with dates of its own, an exception or more than a week has an outline', () => {
    const event = yearly(Date.UTC(2026, 2, 2), 1, 'UTC', 'RRULE:FREQ=YEARLY;INTERVAL=2;UNTIL=20400101T000000Z');
    expect(timeKeyOfItem(event)).toBe('Y#03-02');

    const excluded = [...(event.recurrence ?? []), 'EXDATE:20280302T000000Z'];
    expect(timeKeyOfItem({ ...event, recurrence: excluded })).toBe('Y#03-02');
    expect(timeKeyOfItem({ ...event, recurrence: [...excluded, 'RDATE:20260710T000000Z'] })).toBe(undefined);
    expect(timeKeyOfItem({ ...event, exceptions: ['20280302T000000Z'] })).toBe(undefined);
    expect(timeKeyOfItem(yearly(Date.UTC(2026, 2, 2), 8, 'UTC'))).toBe(undefined);
    expect(timeKeyOfItem({ ...event, status: 'cancelled' })).toMatch(/^XR#/);
  });
});
