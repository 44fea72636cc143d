import { describe, expect, test } from '@jest/globals';
import { eventRequests, INVALID } from '#test/support/calendar/event-requests';
import { BIRTHDAY, NINE } from '#test/support/calendar/events';
import { useCalendar } from '#test/support/calendar/use-calendar';

const fixture = useCalendar();

const { insert, refusalOf } = eventRequests(() => fixture);

describe('calendar.events.insert', () => {
  describe('event types', () => {
    const problem = (reason: string) => ({ status: 400, domain: 'calendar', reason });
    const zurich = (dateTime: string) => ({ dateTime, timeZone: 'Europe/Zurich' });
    const working = {
      eventType: 'workingLocation',
      visibility: 'public',
      transparency: 'transparent',
      workingLocationProperties: { type: 'homeOffice', homeOffice: true },
    };

    test('CAL-95 keep to their rules', async () => {
      const allDay = { start: { date: '2026-03-10' }, end: { date: '2026-03-11' } };

      expect(await refusalOf({ ...allDay, eventType: 'outOfOffice' })).toEqual(problem('malformedOutOfOfficeEvent'));
      expect(await refusalOf({ ...NINE, eventType: 'outOfOffice', description: 'Away' })).toEqual(
        problem('malformedOutOfOfficeEvent'),
      );
      expect(await refusalOf({ ...working, start: { date: '2026-03-10' }, end: { date: '2026-03-12' } })).toEqual(
        problem('malformedWorkingLocationEvent'),
      );
      expect(await refusalOf({ ...NINE, eventType: 'focusTime' }, '', fixture.S)).toEqual(
        problem('eventTypeRestriction'),
      );
    });

    test('CAL-96 events made from mail cannot be created', async () => {
      expect(await refusalOf({ ...NINE, eventType: 'fromGmail' })).toEqual(INVALID);
      expect(await refusalOf({ ...NINE, eventType: 'fromMail' })).toEqual(INVALID);
    });

    test('answer their own properties and no others', async () => {
      const { body } = await insert({
        ...working,
        start: zurich('2026-03-10T09:00:00'),
        end: zurich('2026-03-10T17:00:00'),
        focusTimeProperties: { chatStatus: 'available' },
      });

      expect(body).toMatchObject({
        eventType: 'workingLocation',
        workingLocationProperties: { type: 'homeOffice', homeOffice: {} },
      });
      expect(body).not.toHaveProperty('focusTimeProperties');
    });

    test('have no organiser when they are time away', async () => {
      const { body } = await insert({ ...NINE, eventType: 'outOfOffice' });

      expect(body.organizer).toEqual({ email: 'unknownorganizer@calendar.google.com' });
      expect(body.outOfOfficeProperties).toEqual({ autoDeclineMode: 'declineNone' });
    });

    test('take a birthday that comes every year', async () => {
      expect((await insert(BIRTHDAY)).body.birthdayProperties).toEqual({ type: 'birthday' });
      expect(await refusalOf({ ...BIRTHDAY, recurrence: ['RRULE:FREQ=DAILY'] })).toEqual(
        problem('malformedBirthdayEvent'),
      );
    });
  });
});
