import { describe, expect, test } from '@jest/globals';
import type { EventResource } from '#lib/calendar/resources/event';
import { eventsPath, refusal } from '#test/support/calendar/calendar';
import { eventRequests, INVALID } from '#test/support/calendar/event-requests';
import { NINE } from '#test/support/calendar/events';
import { useCalendar } from '#test/support/calendar/use-calendar';

const fixture = useCalendar();

const { insert, refusalOf } = eventRequests(() => fixture);
const REQUIRED = { status: 400, domain: 'global', reason: 'required' };

describe('calendar.events.insert', () => {
  describe('400', () => {
    test('CAL-22 an empty body lacks its end', async () => {
      const { status, body } = await fixture.ask<{ error: { message: string } }>('POST', eventsPath(), { body: {} });

      expect([status, body.error.message]).toEqual([400, 'Missing end time.']);
      expect(await refusalOf({})).toEqual(REQUIRED);
    });

    test('CAL-23 a date and a time do not go together', async () => {
      expect(await refusalOf({ start: { date: '2026-03-10' }, end: { dateTime: '2026-03-10T10:00:00Z' } })).toEqual(
        INVALID,
      );
    });

    test('CAL-24 a wall time needs a zone', async () => {
      expect(
        await refusalOf({ start: { dateTime: '2026-03-10T09:00:00' }, end: { dateTime: '2026-03-10T10:00:00' } }),
      ).toEqual(REQUIRED);
    });

    test('CAL-26 the end is not before the start', async () => {
      expect(
        await refusalOf({ start: { dateTime: '2026-03-10T10:00:00Z' }, end: { dateTime: '2026-03-10T09:00:00Z' } }),
      ).toEqual({
        status: 400,
        domain: 'calendar',
        reason: 'timeRangeEmpty',
        locationType: 'parameter',
        location: 'timeMax',
      });
    });

    test('CAL-29 a zone must exist', async () => {
      const at = (hour: string) => ({ dateTime: `2026-03-10T${hour}:00:00`, timeZone: 'Mars/Base' });

      expect(await refusalOf({ start: at('09'), end: at('10') })).toEqual(INVALID);
    });

    test('CAL-30 an id is of five and more characters of 0-9a-v', async () => {
      const idOf = async (id: string) => (await insert({ ...NINE, id })).status;

      expect(await Promise.all(['abc', 'ABCDE', 'hello-1', 'wxyz1', 'a_b_c'].map(idOf))).toEqual([
        400, 400, 400, 400, 400,
      ]);
      expect(await idOf('abcd0')).toBe(200);
    });

    test('CAL-46 a colour is one of the eleven', async () => {
      expect(await refusalOf({ ...NINE, colorId: '12' })).toEqual(INVALID);
    });

    test('CAL-47 a guest has an address', async () => {
      expect(await refusalOf({ ...NINE, attendees: [{ email: 'nope' }] })).toEqual(INVALID);
    });

    test('CAL-53 a series needs a zone even where an offset is given', async () => {
      expect(await refusalOf({ ...NINE, recurrence: ['RRULE:FREQ=DAILY'] })).toEqual(REQUIRED);
    });

    test('CAL-54 only rules and dates are a recurrence', async () => {
      const timeZone = 'Europe/Zurich';
      const series = {
        start: { dateTime: '2026-03-10T09:00:00', timeZone },
        end: { dateTime: '2026-03-10T10:00:00', timeZone },
      };

      for (const line of ['DTSTART:20260310T090000', 'FREQ=DAILY', 'RRULE:FREQ=DAILY;COUNT=2;UNTIL=20260401T000000Z']) {
        expect(await refusalOf({ ...series, recurrence: [line] })).toEqual(INVALID);
      }
    });

    test.each<[string, EventResource]>([
      ['a status that does not exist', { status: 'maybe' }],
      ['a visibility that does not exist', { visibility: 'secret' }],
      ['a transparency that does not exist', { transparency: 'glass' }],
      ['a type that does not exist', { eventType: 'party' }],
      ['a source that is no web address', { source: { url: 'ftp://example.com' } }],
      ['a response that does not exist', { attendees: [{ email: 'bob@example.com', responseStatus: 'perhaps' }] }],
      ['a title that is too long', { summary: 'x'.repeat(1025) }],
      ['a text that is too long', { description: 'x'.repeat(8193) }],
      [
        'more than 500 guests',
        { attendees: Array.from({ length: 501 }, (_, index) => ({ email: `guest${String(index)}@example.com` })) },
      ],
      [
        'more than 300 properties',
        {
          extendedProperties: {
            shared: Object.fromEntries(Array.from({ length: 301 }, (_, index) => [String(index), '1'])),
          },
        },
      ],
      [
        'more than an item of storage holds',
        {
          attendees: Array.from({ length: 100 }, (_, index) => ({
            email: `guest${String(index)}@example.com`,
            comment: 'x'.repeat(1000),
          })),
        },
      ],
    ])('refuses %s', async (_what, wrong) => {
      expect(await refusalOf({ ...NINE, ...wrong })).toEqual(INVALID);
    });

    test('CAL-42 a body is JSON', async () => {
      const form = { 'content-type': 'application/x-www-form-urlencoded' };

      expect(refusal(await fixture.ask('POST', eventsPath(), { body: 'not json' }))).toMatchObject({
        status: 400,
        reason: 'parseError',
      });
      expect(refusal(await fixture.ask('POST', eventsPath(), { body: 'summary=Tea', headers: form }))).toMatchObject({
        status: 400,
        reason: 'parseError',
      });
    });
  });
});
