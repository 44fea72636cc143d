/** Files that were not written by a calendar. */
import { describe, expect, test } from '@jest/globals';
import { readCalendar } from '#lib/calendar/ics/read-calendar';

const file = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (uid: string, ...lines: string[]): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20260301T000000Z',
  'DTSTART:20260310T090000Z',
  'DTEND:20260310T100000Z',
  ...lines,
  'END:VEVENT',
];
const times = (count: number, text: string): string[] => Array.from({ length: count }, () => text);

describe('the good event beside it is read', () => {
  test.each<[string, string[]]>([
    ['components within components', [...times(20_000, 'BEGIN:X-BOX'), ...times(20_000, 'END:X-BOX')]],
    ['alarms within alarms', event('deep', ...times(5_000, 'BEGIN:VALARM'), ...times(5_000, 'END:VALARM'))],
    ['a line of megabytes', event('long', `SUMMARY:${'x'.repeat(4_000_000)}`)],
    ['a line folded a hundred thousand times', event('folded', 'DESCRIPTION:a', ...times(100_000, ' a'))],
    ['a hundred thousand properties', event('many', ...times(100_000, 'X-A:b'))],
    ['parameters without end', event('parameters', `ATTENDEE${';X-P="a"'.repeat(50_000)}:mailto:a@example.com`)],
    ['quotes that never close', event('quotes', `ATTENDEE;CN="${'a;'.repeat(100_000)}:mailto:a@example.com`)],
    [
      'dates without end',
      event('dates', 'RRULE:FREQ=DAILY', `EXDATE:${'20260311T090000Z,'.repeat(100_000)}20260311T090000Z`),
    ],
    ['a rule that repeats every second', event('seconds', 'RRULE:FREQ=SECONDLY')],
    [
      'a zone that refers to itself',
      [
        'BEGIN:VTIMEZONE',
        'TZID:Loop',
        'BEGIN:STANDARD',
        'DTSTART:16010101T000000',
        'RRULE:FREQ=SECONDLY',
        'TZOFFSETFROM:+0100',
        'TZOFFSETTO:+0100',
        'END:STANDARD',
        'END:VTIMEZONE',
        ...event('zone'),
      ],
    ],
  ])('%s', (_name, lines) => {
    const { events } = readCalendar(file(...lines, ...event('good', 'SUMMARY:Good')), 'UTC');

    expect(JSON.stringify(events)).toContain('"Good"');
  });
});

test('names that every object inherits are names like others', () => {
  const { events } = readCalendar(
    file(...event('__proto__', 'SUMMARY:constructor', '__PROTO__:x', 'X-CONSTRUCTOR;__proto__=y:z')),
    'UTC',
  );

  expect(JSON.stringify(events)).toContain('"constructor"');
  expect(Object.prototype).not.toHaveProperty('x');
});

test('a line whose parameters are too long is refused, one with a long value is not', () => {
  const quoted = `X-A;X-P="${'a:'.repeat(6000)}":b`;
  const { events, refusals } = readCalendar(
    file(...event('long', quoted), ...event('good', `DESCRIPTION:${'b'.repeat(20_000)}`)),
    'UTC',
  );
  expect(events.map((read) => read.event.iCalUID)).toEqual(['good']);
  expect(refusals.map(({ reason }) => reason)).toEqual(['The parameters of a line have at most 10000 characters.']);
});
