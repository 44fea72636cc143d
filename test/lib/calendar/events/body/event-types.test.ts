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

describe('what breaks the rules is told', () => {
  test.each<[EventResource, string]>([
    [{ ...focus, ...oneDay }, 'focusTime must have a time'],
    [{ ...focus, transparency: 'transparent' }, 'focusTime must be opaque'],
    [{ ...focus, ...guests }, 'focusTime cannot have attendees'],
    [{ ...focus, conferenceData: { createRequest: { requestId: 'r' } } }, 'focusTime cannot have a conference'],
    [{ ...focus, focusTimeProperties: { autoDeclineMode: 'x' } }, 'focusTime has an invalid autoDeclineMode'],
    [{ ...focus, focusTimeProperties: { chatStatus: 'x' } }, 'focusTime has an invalid chatStatus'],
    [{ ...away, transparency: 'transparent' }, 'outOfOffice must be opaque'],
    [{ ...away, description: 'x' }, 'outOfOffice cannot have a description'],
    [{ ...away, outOfOfficeProperties: { autoDeclineMode: 'x' } }, 'outOfOffice has an invalid autoDeclineMode'],
    [{ ...office, workingLocationProperties: {} }, 'workingLocation needs a location type'],
    [{ ...office, workingLocationProperties: { type: 'moon' } }, 'workingLocation needs a location type'],
    [{ ...office, workingLocationProperties: { type: 'officeLocation' } }, 'workingLocation needs officeLocation'],
    [{ ...office, workingLocationProperties: { type: 'customLocation' } }, 'workingLocation needs customLocation'],
    [{ ...office, visibility: 'default' }, 'workingLocation must be public'],
    [{ ...office, transparency: 'opaque' }, 'workingLocation must be transparent'],
    [{ ...office, ...allDay('2026-03-10', '2026-03-12') }, 'workingLocation must be exactly one day long'],
    [{ ...office, ...zurich('2026-03-10T22:00:00', '2026-03-11T00:00:01') }, 'workingLocation must lie within one day'],
    [{ ...office, ...guests }, 'workingLocation cannot have attendees'],
    [{ ...birthday, ...NINE, recurrence: undefined }, 'birthday must be exactly one day long'],
    [{ ...birthday, visibility: 'public' }, 'birthday must be private'],
    [{ ...birthday, transparency: 'opaque' }, 'birthday must be transparent'],
    [{ ...birthday, birthdayProperties: { type: 'self' } }, 'birthday can only be of the type birthday'],
    [{ ...birthday, description: 'x' }, 'birthday cannot have a description or location'],
    [{ ...birthday, location: 'x' }, 'birthday cannot have a description or location'],
    [{ ...birthday, ...guests }, 'birthday cannot have attendees'],
    [{ ...birthday, recurrence: ['RRULE:FREQ=MONTHLY'] }, 'birthday repeats every year'],
    [{ ...birthday, recurrence: ['RRULE:FREQ=YEARLY', 'EXDATE;VALUE=DATE:20270310'] }, 'birthday repeats every year'],
    [{ ...birthday, recurrence: ['RRULE:FREQ=YEARLY;COUNT=3'] }, 'birthday repeats every year'],
  ])('%j: an event of the type %s', (body, problem) => {
    expect(thrownBy(() => read(body))).toMatchObject({ code: 400, message: `An event of the type ${problem}.` });
  });

  test('a type is one of the known ones, cannot change, and mail makes its own', () => {
    const change = (eventType: string, before?: string) =>
      thrownBy(() =>
        readFields(
          { ...NINE, eventType },
          aReading({ before: before === undefined ? undefined : storedEvent(NINE, { eventType: before }) }),
        ),
      );
    expect(change('party')).toMatchObject({ reason: 'invalid', message: 'Invalid event type.' });
    expect(change('fromMail')).toMatchObject({ message: 'Events of this type cannot be created.' });
    expect(change('focusTime', 'default')).toMatchObject({
      reason: 'eventTypeRestriction',
      message: 'The type of an event cannot change.',
    });
    expect(change('fromMail', 'fromMail')).toBeUndefined();
  });
});

describe('the properties of a type', () => {
  test.each<[EventResource, Partial<EventResource>]>([
    [focus, { focusTimeProperties: { autoDeclineMode: 'declineNone' } }],
    [
      { ...away, outOfOfficeProperties: { declineMessage: 'Away' } },
      { outOfOfficeProperties: { autoDeclineMode: 'declineNone', declineMessage: 'Away' } },
    ],
    [birthday, { birthdayProperties: { type: 'birthday' } }],
    [
      { ...office, workingLocationProperties: { type: 'homeOffice', officeLocation: {} } },
      { workingLocationProperties: { type: 'homeOffice', homeOffice: {} } },
    ],
    [
      {
        ...office,
        workingLocationProperties: { type: 'customLocation', officeLocation: {}, customLocation: { label: 'Café' } },
      },
      { workingLocationProperties: { type: 'customLocation', customLocation: { label: 'Café' } } },
    ],
    [office, { workingLocationProperties: office.workingLocationProperties }],
  ])('of %j are completed, and no others are kept', (body, properties) => {
    const { focusTimeProperties, outOfOfficeProperties, workingLocationProperties, birthdayProperties } = read(body);
    const blocks = { focusTimeProperties, outOfOfficeProperties, workingLocationProperties, birthdayProperties };
    expect(blocks).toEqual(properties);
  });

  test('lie within a day of the zone that the event has, or the calendar', () => {
    const late = { start: { dateTime: '2026-03-10T22:30:00Z' }, end: { dateTime: '2026-03-10T23:00:00Z' } };
    expect(read({ ...office, ...late })).toBeDefined();
    const over = { start: { dateTime: '2026-03-10T22:30:00Z' }, end: { dateTime: '2026-03-10T23:30:00Z' } };
    expect(thrownBy(() => read({ ...office, ...over }))).toMatchObject({ code: 400 });
    const inUtc = aCalendar({ timeZone: 'UTC' });
    expect(readFields({ ...office, ...over }, aReading({ calendar: inUtc }))).toBeDefined();
  });
});

test('an instance of a birthday need not repeat, and only its looks and day change', () => {
  const before = storedEvent({ ...birthday, summary: 'Ann' });
  const instance = (body: EventResource) =>
    readFields({ ...birthday, recurrence: undefined, ...body }, aReading({ isInstance: true }));
  expect(instance({}).eventType).toBe('birthday');
  const change = (body: EventResource) => readFields({ ...birthday, summary: 'Ann', ...body }, aReading({ before }));
  expect(change({ summary: 'Anna', colorId: '3', ...allDay('2026-03-11', '2026-03-12') })).toMatchObject({
    summary: 'Anna',
  });
  expect(thrownBy(() => change({ extendedProperties: { private: { a: '1' } } }))).toMatchObject({
    message: 'This cannot be changed for an event of the type birthday.',
  });
});
