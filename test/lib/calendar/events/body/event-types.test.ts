import { describe, expect, test } from '@jest/globals';
import { readFields } from '#lib/calendar/events/body/read-body';
import type { EventResource } from '#lib/calendar/resources/event';
import { aCalendar, aReading, NINE, storedEvent } from '#test/support/calendar/events';
import { thrownBy } from '#test/support/thrown';

const allDay = (start: string, end: string): EventResource => ({ start: { date: start }, end: { date: end } });
const oneDay = allDay('2026-03-10', '2026-03-11');
const guests = { attendees: [{ email: 'bob@example.com' }] };
const zurich = (start: string, end: string): EventResource => ({
  start: { dateTime: start, timeZone: 'Europe/Zurich' },
  end: { dateTime: end, timeZone: 'Europe/Zurich' },
});

const focus: EventResource = { ...NINE, eventType: 'focusTime' };
const away: EventResource = { ...NINE, eventType: 'outOfOffice' };
const office: EventResource = {
  ...oneDay,
  eventType: 'workingLocation',
  visibility: 'public',
  transparency: 'transparent',
  workingLocationProperties: { type: 'officeLocation', officeLocation: { buildingId: 'B1', deskId: '7' } },
};
const birthday: EventResource = {
  ...oneDay,
  eventType: 'birthday',
  visibility: 'private',
  transparency: 'transparent',
  recurrence: ['RRULE:FREQ=YEARLY'],
};

const read = (body: EventResource) => readFields(body, aReading());

describe('the rules of a type', () => {
  test.each<[string, EventResource]>([
    ['focus time', focus],
    [
      'focus time with its properties',
      {
        ...focus,
        focusTimeProperties: {
          autoDeclineMode: 'declineAllConflictingInvitations',
          declineMessage: 'Busy',
          chatStatus: 'doNotDisturb',
        },
      },
    ],
    ['time away', away],
    ['a day in the office', office],
    [
      'an afternoon at home',
      {
        ...office,
        ...zurich('2026-03-10T12:00:00', '2026-03-11T00:00:00'),
        workingLocationProperties: { type: 'homeOffice' },
      },
    ],
    ['a day somewhere else', { ...office, workingLocationProperties: { type: 'customLocation', customLocation: {} } }],
    ['a birthday', birthday],
    [
      'a birthday on 29 February',
      { ...birthday, ...allDay('2024-02-29', '2024-03-01'), recurrence: ['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1'] },
    ],
  ])('allow %s', (_what, body) => {
    expect(read(body).eventType).toBe(body.eventType);
  });

  test.each<[string, string, EventResource]>([
    ['malformedFocusTimeEvent', 'an all-day one', { ...focus, ...oneDay }],
    ['malformedFocusTimeEvent', 'a transparent one', { ...focus, transparency: 'transparent' }],
    ['malformedFocusTimeEvent', 'one with guests', { ...focus, ...guests }],
    [
      'malformedFocusTimeEvent',
      'one with a conference',
      { ...focus, conferenceData: { createRequest: { requestId: 'r' } } },
    ],
    ['malformedFocusTimeEvent', 'an unknown mode', { ...focus, focusTimeProperties: { autoDeclineMode: 'all' } }],
    ['malformedFocusTimeEvent', 'an unknown chat status', { ...focus, focusTimeProperties: { chatStatus: 'asleep' } }],
    ['malformedOutOfOfficeEvent', 'an all-day one', { ...away, ...oneDay }],
    ['malformedOutOfOfficeEvent', 'one with guests', { ...away, ...guests }],
    ['malformedOutOfOfficeEvent', 'one with a text', { ...away, description: 'Away' }],
    ['malformedWorkingLocationEvent', 'two days', { ...office, ...allDay('2026-03-10', '2026-03-12') }],
    ['malformedWorkingLocationEvent', 'no day at all', { ...office, ...allDay('2026-03-10', '2026-03-10') }],
    [
      'malformedWorkingLocationEvent',
      'a time over midnight',
      { ...office, ...zurich('2026-03-10T22:00:00', '2026-03-11T01:00:00') },
    ],
    ['malformedWorkingLocationEvent', 'a private one', { ...office, visibility: 'private' }],
    ['malformedWorkingLocationEvent', 'an opaque one', { ...office, transparency: 'opaque' }],
    ['malformedWorkingLocationEvent', 'no properties', { ...office, workingLocationProperties: undefined }],
    [
      'malformedWorkingLocationEvent',
      'no details of the office',
      { ...office, workingLocationProperties: { type: 'officeLocation' } },
    ],
    ['malformedBirthdayEvent', 'two days', { ...birthday, ...allDay('2026-03-10', '2026-03-12') }],
    ['malformedBirthdayEvent', 'a public one', { ...birthday, visibility: 'public' }],
    ['malformedBirthdayEvent', 'a single one', { ...birthday, recurrence: [] }],
    ['malformedBirthdayEvent', 'an anniversary', { ...birthday, birthdayProperties: { type: 'anniversary' } }],
    ['malformedBirthdayEvent', 'one with a place', { ...birthday, location: 'Here' }],
  ])('%s: %s', (reason, _what, body) => {
    expect(thrownBy(() => read(body))).toMatchObject({ code: 400, reason });
  });

  test.each([focus, away, office, birthday])('keep $eventType out of secondary calendars', (body) => {
    const calendar = aCalendar({ id: 's@group.calendar.google.com', isPrimary: false });

    expect(thrownBy(() => readFields(body, aReading({ calendar })))).toMatchObject({
      code: 400,
      reason: 'eventTypeRestriction',
    });
  });

  test('leave of an event made from mail only its looks to be changed', () => {
    const before = storedEvent(NINE, { eventType: 'fromMail' });
    const change = (body: EventResource) => readFields({ ...NINE, ...body }, aReading({ before }));

    expect(change({ colorId: '3', visibility: 'private', extendedProperties: { private: { a: '1' } } })).toMatchObject({
      eventType: 'fromMail',
      colorId: '3',
    });
    expect(thrownBy(() => change({ summary: 'New' }))).toMatchObject({ code: 400, reason: 'eventTypeRestriction' });
  });

  test('ignore the properties of other types', () => {
    expect(read({ ...NINE, focusTimeProperties: { chatStatus: 'available' } }).focusTimeProperties).toBeUndefined();
  });
});
