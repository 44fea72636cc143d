/**
 * An iCalendar file of any size as real programs write them: mostly single events, some series, some changed instances.
 */
import { wordOf } from '#test/tools/bench/books/generated-volumes';

const pad = (value: number): string => String(value).padStart(2, '0');

const zone = (tzid: string, winter: string, summer: string): string[] => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  'BEGIN:DAYLIGHT',
  'DTSTART:19700329T020000',
  `TZOFFSETFROM:${winter}`,
  `TZOFFSETTO:${summer}`,
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:19701025T030000',
  `TZOFFSETFROM:${summer}`,
  `TZOFFSETTO:${winter}`,
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
];

/** The last is a custom name, defined only by its rules in the file. */
const ZONES = ['Europe/Zurich', 'Europe/Helsinki', 'Customized Time Zone'];
const HEAD = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Bench//EN',
  'X-WR-CALNAME:Jahre voller Sitzungen',
  'X-WR-TIMEZONE:Europe/Zurich',
  ...zone('Europe/Zurich', '+0100', '+0200'),
  ...zone('Europe/Helsinki', '+0200', '+0300'),
  ...zone('Customized Time Zone', '+0000', '+0100'),
];

const date = (place: number): string =>
  `${String(2015 + (place % 12))}${pad(1 + (Math.floor(place / 12) % 12))}${pad(1 + (Math.floor(place / 144) % 28))}`;
const words = (place: number, count: number): string =>
  Array.from({ length: count }, (_, index) => wordOf(place * 7 + index)).join(' ');

/** At most 75 characters; continuation lines begin with a space. */
const folded = (line: string): string => line.replace(/(.{73})(?=.)/gu, '$1\r\n ');

const ALARM = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Reminder', 'TRIGGER:-PT15M', 'END:VALARM'];

/**
 * Of twenty, sixteen are single (three of them all day), three are series, and the last changes an instance of the
 * series before it.
 */
function eventLines(place: number): string[] {
  const [group, kind] = [Math.floor(place / 20), place % 20];
  const isChange = kind === 19;
  const tzid = ZONES[group % ZONES.length] ?? '';
  const day = date(isChange ? place - 1 : place);
  const hour = pad(7 + (group % 12));
  const isAllDay = kind < 3;
  return [
    'BEGIN:VEVENT',
    `UID:${String(isChange ? place - 1 : place).padStart(12, '0')}-4f0c-a1d2@bench.example`,
    'DTSTAMP:20260101T000000Z',
    'CREATED:20250101T000000Z',
    'LAST-MODIFIED:20250601T000000Z',
    isAllDay ? `DTSTART;VALUE=DATE:${day}` : `DTSTART;TZID=${tzid}:${day}T${hour}${isChange ? '30' : '00'}00`,
    ...(isAllDay ? [] : [`DTEND;TZID=${tzid}:${day}T${hour}4500`]),
    ...(isChange ? [`RECURRENCE-ID;TZID=${tzid}:${day}T${hour}0000`] : []),
    ...(kind >= 16 && !isChange ? [`RRULE:FREQ=WEEKLY;COUNT=${String(4 + (group % 40))}`] : []),
    `SUMMARY:Sitzung ${String(place)} für ${words(place, 3)} – 会議`,
    ...(kind % 2 === 0 ? [`DESCRIPTION:Prüfung\\, ${words(place, 14)}\\nÜberblick: ${words(place + 1, 9)}`] : []),
    ...(kind % 3 === 0 ? [`LOCATION:Zürich\\, Raum ${String(group % 90)}`] : []),
    'STATUS:CONFIRMED',
    'SEQUENCE:1',
    'TRANSP:OPAQUE',
    ...(kind % 4 === 0
      ? [
          'ORGANIZER;CN=Bench:mailto:bench@bench.example',
          ...Array.from(
            { length: 2 + (group % 4) },
            (_, index) =>
              `ATTENDEE;CN=Gast ${String(index)};PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT:mailto:guest${String((place + index) % 500)}@elsewhere.example`,
          ),
        ]
      : []),
    ...(kind % 5 === 0 ? ALARM : []),
    'END:VEVENT',
  ];
}

/** Its text, a few events at a time. */
export function* generatedCalendar(events: number): Generator<string> {
  yield `${HEAD.join('\r\n')}\r\n`;
  for (let place = 0; place < events; place += 100) {
    const lines = Array.from({ length: Math.min(100, events - place) }, (_, index) => eventLines(place + index)).flat();
    yield `${lines.map(folded).join('\r\n')}\r\n`;
  }
  yield 'END:VCALENDAR\r\n';
}
