/** Writes events as an iCalendar file that other programs can read and that loses nothing when it is read again. */
import ICAL from 'ical.js';
import type { EventResource } from '#lib/calendar/resources/event';
import { alarmLines } from './alarms.ts';
import { extraLines } from './extras.ts';
import { withValues } from './parameters.ts';
import { attendeeLine, organizerLine } from './people.ts';
import { timeLine, timesOf } from './times.ts';
import { UsedZones } from './used-zones.ts';

/**
 * What a file asks of its reader: an answer to an invitation, to record an answer, or to cancel. Without it, the file
 * is only published.
 */
export type Method = 'REQUEST' | 'REPLY' | 'CANCEL';

export interface CalendarFile {
  /** Absent in mail, which is about events and not about a calendar. */
  readonly name?: string;
  readonly method?: Method;
  readonly description?: string;
  readonly timeZone: string;
  readonly now: Date;
  /** For mail alarms, which need an address. */
  readonly owner?: string;
}

// A line has at most 75 bytes, with the space that continues it.
ICAL.foldLength = 74;

const text = (name: string, value: string | undefined): string[] =>
  value === undefined ? [] : [new ICAL.Property([name, {}, 'text', value]).toICALString()];
const stamp = (name: string, at: string | undefined): string[] =>
  at === undefined ? [] : [`${name}:${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`];

const UPPER: Readonly<Record<string, string>> = {
  confirmed: 'CONFIRMED',
  tentative: 'TENTATIVE',
  cancelled: 'CANCELLED',
  public: 'PUBLIC',
  private: 'PRIVATE',
  confidential: 'CONFIDENTIAL',
};
const word = (name: string, value: string | undefined): string[] => {
  const upper = UPPER[value ?? ''];
  return upper === undefined ? [] : [`${name}:${upper}`];
};

const attachmentLines = ({ attachments = [] }: EventResource): string[] =>
  attachments.flatMap(({ fileUrl, title, mimeType, iconLink }) => {
    if (fileUrl === undefined) return [];
    return [
      new ICAL.Property([
        'attach',
        withValues({ fmttype: mimeType, filename: title, 'x-almanac-icon': iconLink }),
        'uri',
        fileUrl,
      ]).toICALString(),
    ];
  });

function eventLines(event: EventResource, file: CalendarFile): string[] {
  const { start, end, original } = timesOf(event);
  return [
    'BEGIN:VEVENT',
    ...text('uid', event.iCalUID ?? event.id),
    ...stamp('DTSTAMP', file.now.toISOString()),
    ...stamp('CREATED', event.created),
    ...stamp('LAST-MODIFIED', event.updated),
    timeLine('dtstart', start),
    timeLine('dtend', end),
    ...(original === undefined ? [] : [timeLine('recurrence-id', original)]),
    ...(event.recurrence ?? []).map((line) => line.trim()),
    ...text('summary', event.summary),
    ...text('description', event.description),
    ...text('location', event.location),
    ...word('STATUS', event.status),
    ...word('CLASS', event.visibility),
    `TRANSP:${event.transparency === 'transparent' ? 'TRANSPARENT' : 'OPAQUE'}`,
    ...(event.sequence === undefined ? [] : [`SEQUENCE:${String(event.sequence)}`]),
    ...(event.source?.url === undefined
      ? []
      : [
          new ICAL.Property([
            'url',
            withValues({ 'x-almanac-title': event.source.title }),
            'uri',
            event.source.url,
          ]).toICALString(),
        ]),
    ...(event.organizer === undefined ? [] : organizerLine(event.organizer)),
    ...(event.attendees ?? []).flatMap((attendee) => attendeeLine(attendee, file.method === 'REQUEST')),
    ...attachmentLines(event),
    ...extraLines(event),
    ...(event.reminders?.overrides ?? []).flatMap((reminder) =>
      alarmLines(reminder, event.summary ?? 'Reminder', file.owner),
    ),
    'END:VEVENT',
  ];
}

/** Addresses are not escaped, so line breaks are removed: none may start a new line. */
const folded = (lines: readonly string[]): string =>
  lines.map((line) => `${ICAL.helpers.foldline(line.replace(/[\r\n]+/g, ' '))}\r\n`).join('');

/** The part of a file before the events. */
export const calendarHead = (file: CalendarFile, zones: UsedZones): string =>
  folded([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Almanac//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${file.method ?? 'PUBLISH'}`,
    ...text('x-wr-calname', file.name),
    ...text('x-wr-caldesc', file.description),
    ...text('x-wr-timezone', file.name === undefined ? undefined : file.timeZone),
    ...zones.definitions(file.now),
  ]);

export const eventText = (event: EventResource, file: CalendarFile): string => folded(eventLines(event, file));

export const CALENDAR_END = 'END:VCALENDAR\r\n';

/** A whole file, for few events. */
export function writeCalendar(events: readonly EventResource[], file: CalendarFile): string {
  const zones = new UsedZones(file.timeZone);
  for (const event of events) zones.add(event);
  return [calendarHead(file, zones), ...events.map((event) => eventText(event, file)), CALENDAR_END].join('');
}
