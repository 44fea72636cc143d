import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isBusy } from '#lib/calendar/events/free-busy/busy-times';
import { readOutline, writeOutline } from '#lib/calendar/events/order/outline';
import { plainOccurrences } from '#lib/calendar/events/order/series-rows';
import type { StoredEvent, StoredException } from '#lib/calendar/model/event';
import { modifiedInstance, suffixOf } from '#lib/calendar/model/instance';
import { instanceId } from '#lib/calendar/recurrence/instance-id';
import { isAllDay } from '#lib/calendar/time/event-time';
import { NINE, storedEvent } from '#test/support/calendar/events';

const CALENDAR = 'alice@example.com';
const DAY = 86_400_000;
const iso = (ms: number): string => new Date(ms).toISOString().replace('.000', '');

const outlineOf = (series: StoredEvent): StoredEvent | undefined =>
  readOutline({ id: series.id, text: writeOutline(series, CALENDAR) }, CALENDAR);

const RULES = [
  ['RRULE:FREQ=DAILY;INTERVAL=3'],
  ['RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=40'],
  ['RRULE:FREQ=MONTHLY;BYDAY=-1FR', 'EXRULE:FREQ=YEARLY;BYMONTH=3'],
  ['rrule:freq=monthly;bymonthday=31'],
];

const series = fc
  .record({
    days: fc.integer({ min: -20_000, max: 25_000 }),
    minutes: fc.integer({ min: 0, max: 1439 }),
    hours: fc.integer({ min: 0, max: 90 }),
    zone: fc.constantFrom('UTC', 'Europe/Zurich', 'America/St_Johns', undefined),
    rules: fc.constantFrom(...RULES),
    exceptions: fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 5 }),
  })
  .map(({ days, minutes, hours, zone, rules, exceptions }) => {
    const startMs = days * DAY + (zone === undefined ? 0 : minutes * 60_000);
    const endMs = startMs + (zone === undefined ? Math.max(1, Math.ceil(hours / 24)) * DAY : hours * 3_600_000);
    const at = (ms: number) =>
      zone === undefined ? { date: iso(ms).slice(0, 10) } : { dateTime: iso(ms), timeZone: zone };
    const event = storedEvent(NINE, { start: at(startMs), end: at(endMs), recurrence: rules });
    const starts = [...plainOccurrences(event, { window: { before: startMs + 400 * DAY }, horizon: 0 }, 'UTC')];
    const suffixes = exceptions.flatMap((index) => starts[index]?.start ?? []).map((start) => instanceId('', start));
    return { ...event, exceptions: suffixes.map(suffixOf).toSorted() };
  });

describe('the outline of a series', () => {
  test('tells all its instances, and which have exceptions', () => {
    fc.assert(
      fc.property(series, (event) => {
        const outline = outlineOf(event);
        const startMs = Date.parse(isAllDay(event.start) ? event.start.date : event.start.dateTime);
        const part = { window: { after: startMs, before: startMs + 500 * DAY }, horizon: 0 };
        const instancesOf = (of: StoredEvent) => [...plainOccurrences(of, part, 'Asia/Tokyo')];
        expect(outline && instancesOf(outline)).toEqual(instancesOf(event));
        expect(outline?.exceptions ?? []).toEqual(event.exceptions);
      }),
    );
  });

  test('is short', () => {
    const weekly = storedEvent(NINE, { recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU'] });
    expect(writeOutline({ ...weekly, exceptions: ['20260317T080000Z'] }, CALENDAR).length).toBeLessThan(60);
  });

  test('of thousands of dates leaves it to the body', () => {
    const dates = Array.from({ length: 200 }, (_, index) => iso(Date.UTC(2026, 0, index + 1)).replace(/[-:]/g, ''));
    expect(outlineOf(storedEvent(NINE, { recurrence: [`RDATE:${dates.join(',')}`] }))).toBe(undefined);
  });

  test('knows what blocks no time, and that the owner has declined all but one', () => {
    const attendees = [{ email: CALENDAR, responseStatus: 'declined' }, { email: 'bo@example.com' }];
    const weekly = storedEvent(NINE, { recurrence: ['RRULE:FREQ=WEEKLY'] });
    const busy = (of: StoredEvent, own: Partial<StoredException> = {}): boolean => {
      const outline = outlineOf(of);
      if (outline === undefined) throw new Error('no outline');
      const { id, version, createdAtMs, updatedAtMs, iCalUID, start } = outline;
      const exception = { id: `${id}_1`, version, createdAtMs, updatedAtMs, iCalUID, recurringEventId: id };
      return isBusy(modifiedInstance(outline, { ...exception, originalStart: start, ...own }), CALENDAR);
    };

    expect(busy(weekly)).toBe(true);
    expect(busy({ ...weekly, transparency: 'transparent' })).toBe(false);
    expect(busy({ ...weekly, attendees })).toBe(false);
    expect(busy({ ...weekly, attendees }, { attendees: [{ email: CALENDAR, responseStatus: 'accepted' }] })).toBe(true);
  });
});
