import { describe, expect, test } from '@jest/globals';
import ICAL from 'ical.js';
import { readCalendar } from '#lib/calendar/ics/read-calendar';
import { writeCalendar } from '#lib/calendar/ics/write-calendar';
import type { CalendarFile } from '#lib/calendar/ics/write-calendar';
import type { EventResource } from '#lib/calendar/resources/event';

const file: CalendarFile = {
  name: 'Team; plans, etc.',
  timeZone: 'Europe/Zurich',
  now: new Date('2026-03-02T09:00:00Z'),
  owner: 'ann@example.com',
};

const zurich = (dateTime: string): EventResource['start'] => ({ dateTime, timeZone: 'Europe/Zurich' });
const base: EventResource = {
  iCalUID: 'one@example.com',
  status: 'confirmed',
  sequence: 0,
  start: zurich('2026-03-17T14:00:00+01:00'),
  end: zurich('2026-03-17T15:00:00+01:00'),
};

const back = (...events: EventResource[]): EventResource[] => {
  const { events: read, refusals } = readCalendar(writeCalendar(events, file), 'UTC');
  expect(refusals).toEqual([]);
  return read.map(({ event }) => event);
};

describe('an event that is written and read again is the same', () => {
  test.each<[string, Partial<EventResource>]>([
    ['bare', {}],
    [
      'words of every kind',
      {
        summary: 'A, b; c\\d: "quoted"',
        description: 'Line one\nline two <b>bold</b>\n\nend',
        location: 'Café 6e étage, 北京 🎉',
      },
    ],
    ['a title longer than a line', { summary: 'ä'.repeat(300) }],
    ['all-day', { start: { date: '2026-03-17' }, end: { date: '2026-03-20' } }],
    ['all-day without length', { start: { date: '2026-03-17' }, end: { date: '2026-03-17' } }],
    [
      'in UTC',
      {
        start: { dateTime: '2026-03-17T14:00:00Z', timeZone: 'UTC' },
        end: { dateTime: '2026-03-17T15:00:00Z', timeZone: 'UTC' },
      },
    ],
    [
      'from one zone to another',
      {
        start: zurich('2026-03-17T14:00:00+01:00'),
        end: { dateTime: '2026-03-17T20:00:00-04:00', timeZone: 'America/New_York' },
      },
    ],
    [
      'in the second of two equal hours',
      { start: zurich('2026-10-25T02:30:00+01:00'), end: zurich('2026-10-25T03:00:00+01:00') },
    ],
    [
      'a series with exceptions to it',
      {
        recurrence: [
          'RRULE:FREQ=WEEKLY;WKST=SU;COUNT=4',
          'EXDATE;TZID=Europe/Zurich:20260324T140000',
          'RDATE:20260401T120000Z,20260402T120000Z',
        ],
      },
    ],
    [
      'an all-day series',
      {
        start: { date: '2026-03-17' },
        end: { date: '2026-03-18' },
        recurrence: ['RRULE:FREQ=YEARLY;UNTIL=20300101', 'EXDATE;VALUE=DATE:20270317'],
      },
    ],
    [
      'tentative, private, free',
      { status: 'tentative', visibility: 'private', transparency: 'transparent', sequence: 7 },
    ],
    ['cancelled and public', { status: 'cancelled', visibility: 'public' }],
    ['confidential', { visibility: 'confidential' }],
    [
      'reminders',
      {
        reminders: {
          useDefault: false,
          overrides: [
            { method: 'popup', minutes: 10 },
            { method: 'email', minutes: 1440 },
            { method: 'popup', minutes: 0 },
          ],
        },
      },
    ],
    ['no reminders', { reminders: { useDefault: false } }],
    ['the default reminders', { reminders: { useDefault: true } }],
    [
      'people',
      {
        organizer: { email: 'boss@example.com', displayName: 'The "Boss", Esq.' },
        attendees: [
          {
            email: 'ann@example.com',
            displayName: 'Ann',
            responseStatus: 'accepted',
            additionalGuests: 2,
            comment: 'Late; sorry, "traffic"',
          },
          { email: 'room@example.com', resource: true, responseStatus: 'needsAction' },
          { email: 'bob@example.com', optional: true, responseStatus: 'declined' },
          { email: 'eve@example.com', responseStatus: 'tentative' },
        ],
      },
    ],
    ['a source', { source: { url: 'https://example.com/a?b=c,d', title: 'The "page"' } }],
    [
      'files',
      {
        attachments: [
          {
            fileUrl: 'https://example.com/f.pdf',
            title: 'Plan, final.pdf',
            mimeType: 'application/pdf',
            iconLink: 'https://example.com/i.png',
          },
          { fileUrl: 'https://example.com/g' },
        ],
      },
    ],
    [
      'colour and guests',
      {
        colorId: '7',
        guestsCanInviteOthers: false,
        guestsCanModify: true,
        guestsCanSeeOtherGuests: false,
        anyoneCanAddSelf: true,
      },
    ],
    [
      'extended properties',
      {
        extendedProperties: {
          private: { k: 'v,;\\\n"' },
          shared: { ticket: 'A-1', 'X-FOREIGN': 'a\\, b', CATEGORIES: 'WORK,TRAVEL' },
        },
      },
    ],
    [
      'a conference',
      {
        conferenceData: {
          conferenceId: 'aaa-bbbb-ccc',
          conferenceSolution: { key: { type: 'hangoutsMeet' }, name: 'Meet' },
          entryPoints: [
            { entryPointType: 'video', uri: 'https://meet.example.com/aaa-bbbb-ccc', label: 'meet' },
            { entryPointType: 'phone', uri: 'tel:+41-44', pin: '123' },
          ],
          notes: 'hi',
        },
      },
    ],
    [
      'a place of work',
      {
        eventType: 'workingLocation',
        visibility: 'public',
        transparency: 'transparent',
        workingLocationProperties: { type: 'officeLocation', officeLocation: { buildingId: 'b1', label: 'HQ' } },
      },
    ],
    [
      'focus time',
      {
        eventType: 'focusTime',
        focusTimeProperties: { autoDeclineMode: 'declineNone', chatStatus: 'doNotDisturb', declineMessage: 'No' },
      },
    ],
  ])('%s', (_, fields) => {
    const event = { ...base, ...fields };
    expect(back(event)).toEqual([event]);
  });

  test('a series with a moved and a cancelled instance, which come after it', () => {
    const master: EventResource = { ...base, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] };
    const moved: EventResource = {
      ...base,
      originalStartTime: zurich('2026-03-31T14:00:00+02:00'),
      start: zurich('2026-03-31T16:00:00+02:00'),
      end: zurich('2026-03-31T17:00:00+02:00'),
      summary: 'Later',
    };
    const cancelled: EventResource = {
      iCalUID: base.iCalUID,
      status: 'cancelled',
      originalStartTime: zurich('2026-03-24T14:00:00+01:00'),
    };

    const read = back(moved, cancelled, master);

    expect(read).toEqual([
      master,
      moved,
      { ...cancelled, start: cancelled.originalStartTime, end: cancelled.originalStartTime },
    ]);
  });

  test('times in UTC are written as such, without a zone that the file would have to define', () => {
    const utc = (dateTime: string): EventResource['start'] => ({ dateTime, timeZone: 'UTC' });
    const text = writeCalendar(
      [{ ...base, start: utc('2026-03-17T14:00:00Z'), end: utc('2026-03-17T15:00:00Z') }],
      file,
    );

    expect(text).toContain('\r\nDTSTART:20260317T140000Z\r\nDTEND:20260317T150000Z\r\n');
    expect(text).not.toContain('TZID=UTC');
  });

  test('a second time through the file changes nothing', () => {
    const once = writeCalendar([{ ...base, summary: 'x', extendedProperties: { shared: { 'X-A': '1\n2' } } }], file);
    expect(
      writeCalendar(
        readCalendar(once, 'UTC').events.map(({ event }) => event),
        file,
      ),
    ).toBe(once);
  });
});

describe('the file', () => {
  const text = writeCalendar(
    [{ ...base, summary: 'ä'.repeat(200), recurrence: ['EXDATE;TZID=Asia/Tokyo:20260101T000000', 'RRULE:FREQ=DAILY'] }],
    file,
  );

  test('folds at 75 octets and ends lines with CRLF', () => {
    const lines = text.split('\r\n');
    expect(lines.every((line) => Buffer.byteLength(line) <= 75 && !line.includes('\n'))).toBe(true);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  });

  test('lets no value begin a line of its own', () => {
    const sly = '\r\nEND:VEVENT\r\nBEGIN:VEVENT';
    const event = {
      ...base,
      summary: sly,
      source: { url: `https://x.co/${sly}` },
      organizer: { email: `a@x.co${sly}` },
      extendedProperties: { shared: { 'X-A': `1\r${sly}` } },
    };
    expect(writeCalendar([event], file).match(/^BEGIN:VEVENT/gm)).toHaveLength(1);
  });

  test('names its calendar and its zone', () => {
    expect(readCalendar(text, 'UTC')).toMatchObject({ name: 'Team; plans, etc.', timeZone: 'Europe/Zurich' });
  });

  test('defines each zone as the platform knows it', () => {
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
    const zones = new Map(
      calendar
        .getAllSubcomponents('vtimezone')
        .map((zone) => [String(zone.getFirstPropertyValue('tzid')), new ICAL.Timezone(zone)]),
    );
    const offset = (zone: string, at: string): number | undefined =>
      zones.get(zone)?.utcOffset(ICAL.Time.fromDateTimeString(at));
    expect([...zones.keys()]).toEqual(['Asia/Tokyo', 'Europe/Zurich']);
    expect(
      ['2026-01-15', '2026-03-29', '2026-07-15', '2026-10-26', '2030-07-15'].map((day) =>
        offset('Europe/Zurich', `${day}T12:00:00`),
      ),
    ).toEqual([3600, 7200, 7200, 3600, 7200]);
    expect(offset('Asia/Tokyo', '2026-07-15T12:00:00')).toBe(32_400);
  });
});

test('a file without an address is not written', () => {
  const attachments = [{ title: 'Lost' }, { fileUrl: 'https://example.com/g' }];

  expect(back({ ...base, attachments })[0]?.attachments).toEqual([{ fileUrl: 'https://example.com/g' }]);
});
