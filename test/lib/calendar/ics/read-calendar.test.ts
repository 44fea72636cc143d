import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readCalendar } from '#lib/calendar/ics/read-calendar';
import { WINDOWS_ZONES } from '#lib/calendar/ics/windows-zones';
import type { EventResource } from '#lib/calendar/resources/event';
import { isTimeZone } from '#lib/calendar/time/zone';
import { casesToPlay } from '#test/tools/shared/random-cases';

const wrap = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const vevent = (...lines: string[]): string[] => ['BEGIN:VEVENT', 'UID:u@x', ...lines, 'END:VEVENT'];
const only = (...lines: string[]): EventResource | undefined => {
  const { events, refusals } = readCalendar(wrap(...lines), 'Europe/Zurich');
  expect(refusals).toEqual([]);
  return events[0]?.event;
};

const OUTLOOK_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:W. Europe Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];

describe('files of other programs', () => {
  test("Outlook's zones are known by their clocks, in exceptions too", () => {
    const event = only(
      ...OUTLOOK_ZONE,
      ...vevent(
        'DTSTART;TZID=W. Europe Standard Time:20260701T090000',
        'DTEND;TZID="W. Europe Standard Time":20260701T100000',
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXDATE;TZID=W. Europe Standard Time:20260702T090000',
      ),
    );
    expect(event?.start).toEqual({ dateTime: '2026-07-01T09:00:00+02:00', timeZone: 'Europe/Berlin' });
    expect(event?.recurrence).toEqual(['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;TZID=Europe/Berlin:20260702T090000']);
  });

  test.each([
    ['/mozilla.org/20050126_1/Europe/Berlin', 'Europe/Berlin'],
    ['/freeassociation.sourceforge.net/America/Argentina/Salta', 'America/Argentina/Salta'],
    ['US/Pacific', 'US/Pacific'],
  ])('the zone %s', (tzid, timeZone) => {
    expect(only(...vevent(`DTSTART;TZID=${tzid}:20260701T090000`))?.start?.timeZone).toBe(timeZone);
  });

  test("Windows' zones are known without a definition, unless the file defines another one of that name", () => {
    expect(only(...vevent('DTSTART;TZID=Pacific Standard Time:20260701T090000'))?.start).toEqual({
      dateTime: '2026-07-01T09:00:00-07:00',
      timeZone: 'America/Los_Angeles',
    });
    const other = [
      'BEGIN:VTIMEZONE',
      'TZID:Pacific Standard Time',
      'BEGIN:STANDARD',
      'DTSTART:16010101T000000',
      'TZOFFSETFROM:+0530',
      'TZOFFSETTO:+0530',
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    expect(only(...other, ...vevent('DTSTART;TZID=Pacific Standard Time:20260701T090000'))?.start?.timeZone).toBe(
      'Asia/Kolkata',
    );
  });

  test('every zone of Windows is one of this world', () => {
    expect(Object.values(WINDOWS_ZONES).filter((zone) => !isTimeZone(zone))).toEqual([]);
  });

  test('a series that ends in another zone than it begins in takes place in that of its start', () => {
    const flight = only(
      ...vevent(
        'DTSTART;TZID=Europe/Zurich:20260310T090000',
        'DTEND;TZID=Europe/London:20260310T100000',
        'RRULE:FREQ=WEEKLY;COUNT=2',
      ),
    );
    expect([flight?.start?.timeZone, flight?.end]).toEqual([
      'Europe/Zurich',
      { dateTime: '2026-03-10T11:00:00+01:00', timeZone: 'Europe/Zurich' },
    ]);
  });

  test('a change of all instances from one on is refused with its line, never taken for a change of one', () => {
    const series = vevent('DTSTART;TZID=Europe/Zurich:20260310T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=5');
    const change = vevent(
      'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Zurich:20260324T090000',
      'DTSTART;TZID=Europe/Zurich:20260324T100000',
      'DURATION:PT1H',
    );
    const { events, refusals } = readCalendar(wrap(...series, ...change), 'Europe/Zurich');
    expect(events).toHaveLength(1);
    expect(refusals).toEqual([{ line: 9, component: 'VEVENT', reason: expect.stringContaining('split the series') }]);
  });

  test('the place in a definition names its zone', () => {
    const definition = ['BEGIN:VTIMEZONE', 'TZID:mine', 'X-LIC-LOCATION:Asia/Tokyo', 'END:VTIMEZONE'];
    expect(only(...definition, ...vevent('DTSTART;TZID=mine:20260701T090000'))?.start).toEqual({
      dateTime: '2026-07-01T09:00:00+09:00',
      timeZone: 'Asia/Tokyo',
    });
  });

  test('times without a zone are those of the file, else of the calendar', () => {
    expect(only('X-WR-TIMEZONE:America/New_York', ...vevent('DTSTART:20260701T090000'))?.start).toEqual({
      dateTime: '2026-07-01T09:00:00-04:00',
      timeZone: 'America/New_York',
    });
    expect(only(...vevent('DTSTART:20260701T090000'))?.start).toEqual({
      dateTime: '2026-07-01T09:00:00+02:00',
      timeZone: 'Europe/Zurich',
    });
  });

  test.each([
    [
      'a duration',
      ['DTSTART:20260701T090000Z', 'DURATION:PT90M'],
      { dateTime: '2026-07-01T10:30:00Z', timeZone: 'UTC' },
    ],
    [
      'days move the clock',
      ['DTSTART;TZID=Europe/Zurich:20260328T120000', 'DURATION:P1DT1H'],
      { dateTime: '2026-03-29T13:00:00+02:00', timeZone: 'Europe/Zurich' },
    ],
    ['no end at all', ['DTSTART:20260701T090000Z'], { dateTime: '2026-07-01T09:00:00Z', timeZone: 'UTC' }],
    ['a day without end', ['DTSTART;VALUE=DATE:20260701'], { date: '2026-07-02' }],
    ['days as a duration', ['DTSTART;VALUE=DATE:20260701', 'DURATION:P2D'], { date: '2026-07-03' }],
  ])('%s', (_, lines, end) => {
    expect(only(...vevent(...lines))?.end).toEqual(end);
  });

  test.each([
    ['before the start', ['TRIGGER:-PT15M'], [{ method: 'popup', minutes: 15 }]],
    ['in days', ['TRIGGER;VALUE=DURATION:-P1D'], [{ method: 'popup', minutes: 1440 }]],
    ['before the end', ['TRIGGER;RELATED=END:-PT90M'], [{ method: 'popup', minutes: 30 }]],
    ['at a moment', ['TRIGGER;VALUE=DATE-TIME:20260701T080000Z'], [{ method: 'popup', minutes: 60 }]],
    [
      'at a moment that does not name UTC',
      ['TRIGGER;VALUE=DATE-TIME:20260701T080000'],
      [{ method: 'popup', minutes: 60 }],
    ],
    ['by mail', ['ACTION:EMAIL', 'TRIGGER:-PT5M'], [{ method: 'email', minutes: 5 }]],
  ])('an alarm %s', (_, alarm, overrides) => {
    const event = only(
      ...vevent(
        'DTSTART:20260701T090000Z',
        'DTEND:20260701T100000Z',
        'BEGIN:VALARM',
        ...alarm,
        'END:VALARM',
        'SUMMARY:after the alarm',
      ),
    );
    expect(event?.reminders).toEqual({ useDefault: false, overrides });
    expect(event?.summary).toBe('after the alarm');
  });

  test('an alarm after the start cannot be kept', () => {
    expect(
      only(...vevent('DTSTART:20260701T090000Z', 'BEGIN:VALARM', 'ACTION:AUDIO', 'TRIGGER:PT15M', 'END:VALARM'))
        ?.reminders,
    ).toBeUndefined();
  });

  test('all-day exceptions written as times become dates', () => {
    expect(
      only(
        ...vevent(
          'DTSTART;VALUE=DATE:20260701',
          'RRULE:FREQ=DAILY',
          'EXDATE;TZID=Europe/Zurich:20260702T000000',
          'EXDATE:20260703',
        ),
      )?.recurrence,
    ).toEqual(['RRULE:FREQ=DAILY', 'EXDATE;VALUE=DATE:20260702', 'EXDATE;VALUE=DATE:20260703']);
  });

  test('what has no field is kept among the shared properties', () => {
    expect(
      only(...vevent('DTSTART:20260701T090000Z', 'X-FOO;P="a:b;c":bar', 'X-FOO:baz', 'CATEGORIES:A,B', 'PRIORITY:1'))
        ?.extendedProperties,
    ).toEqual({ shared: { 'X-FOO': 'bar\nbaz', CATEGORIES: 'A,B', PRIORITY: '1' } });
  });

  test('folded lines, bare line feeds, a byte order mark and several calendars', () => {
    const text = `\uFEFF${wrap(...vevent('DTSTART:20260701T090000Z', 'SUMMARY:one', '  two', '\tthree')).replaceAll('\r\n', '\n')}${wrap(...vevent('DTSTART;VALUE=DATE:20260701'))}`;
    expect(readCalendar(text, 'UTC').events.map(({ event, line }) => [line, event.summary])).toEqual([
      [3, 'one twothree'],
      [13, undefined],
    ]);
  });

  test('people without an address are left out', () => {
    expect(
      only(
        ...vevent(
          'DTSTART:20260701T090000Z',
          'ATTENDEE;CN=Ghost:urn:uuid:1',
          'ATTENDEE;EMAIL=a@x.co:urn:uuid:2',
          'ATTENDEE:MAILTO:b@x.co',
        ),
      )?.attendees,
    ).toEqual([
      { email: 'a@x.co', responseStatus: 'needsAction' },
      { email: 'b@x.co', responseStatus: 'needsAction' },
    ]);
  });
});

describe('what is refused, by line', () => {
  test.each([
    ['no UID', ['BEGIN:VEVENT', 'DTSTART:20260701T090000Z', 'END:VEVENT'], 'Missing UID.'],
    ['no start', vevent('SUMMARY:x'), 'Missing start time.'],
    ['a start that is none', vevent('DTSTART:garbage'), 'Invalid start time.'],
    [
      'an end before the start',
      vevent('DTSTART:20260701T090000Z', 'DTEND:20260701T080000Z'),
      'The specified time range is empty.',
    ],
    [
      'a day and a time',
      vevent('DTSTART;VALUE=DATE:20260701', 'DTEND:20260701T080000Z'),
      'Start and end times must either both be date or both be dateTime.',
    ],
    ['an unknown zone', vevent('DTSTART;TZID=Nowhere:20260701T090000'), 'The time zone "Nowhere" is not defined.'],
    ['a rule that is none', vevent('DTSTART:20260701T090000Z', 'RRULE:FREQ=HOURLY'), 'Invalid recurrence rule.'],
    ['a broken line', vevent('DTSTART:20260701T090000Z', 'nonsense'), 'invalid line (no token ";" or ":") "nonsense"'],
  ])('%s', (_, lines, reason) => {
    const { events, refusals } = readCalendar(wrap(...lines, ...vevent('DTSTART;VALUE=DATE:20260701')), 'UTC');
    expect(refusals).toEqual([{ line: 3, component: 'VEVENT', reason }]);
    expect(events).toHaveLength(1);
  });

  test('other components and one that never ends', () => {
    const text = ['BEGIN:VCALENDAR', 'BEGIN:VTODO', 'UID:t', 'END:VTODO', 'BEGIN:VEVENT', 'UID:x', ''].join('\r\n');
    expect(readCalendar(text, 'UTC').refusals).toEqual([
      { line: 2, component: 'VTODO', reason: 'A calendar keeps events only.' },
      { line: 5, component: 'VEVENT', reason: 'It has no end.' },
    ]);
  });

  test('any text is read or refused', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom(
        'BEGIN:VEVENT',
        'END:VEVENT',
        'BEGIN:VALARM',
        'END:VALARM',
        'BEGIN:VTIMEZONE',
        'END:VTIMEZONE',
        'TZID:a',
        'UID:1',
        'DTSTART:20260701T090000Z',
        'DTSTART;VALUE=DATE:20260701',
        'DTSTART;TZID=a:20260701T090000',
        'DTEND:x',
        'DURATION:P1X',
        'DURATION:-P1D',
        'TRIGGER:-PT',
        'TRIGGER:x',
        'RRULE:FREQ=DAILY',
        'EXDATE:',
        'X-ALMANAC-EVENT:{',
        'X-ALMANAC-EVENT;VALUE=TEXT:{"colorId":5}',
        'ATTENDEE:',
        'ORGANIZER:x',
        'SEQUENCE:x',
        'RECURRENCE-ID:x',
        'URL:javascript:1',
        'ATTACH;VALUE=BINARY:x',
        ' folded',
        'END:VCALENDAR',
        'BEGIN:VCALENDAR',
        'X-WR-TIMEZONE:a',
        'X-WR-CALNAME',
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        for (const { event } of readCalendar(wrap('BEGIN:VEVENT', ...lines, 'END:VEVENT'), 'UTC').events)
          expect(typeof event.iCalUID).toBe('string');
      }),
      { numRuns: casesToPlay(1000), seed: 5545 },
    );
  });
});
