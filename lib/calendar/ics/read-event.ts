/** Reads a VEVENT as an event to import. */
import ICAL from 'ical.js';
import { badRequest } from '#lib/api/errors';
import { checkRecurrence } from '#lib/calendar/recurrence/series';
import type { EventResource } from '#lib/calendar/resources/event';
import { isAllDay, momentOf, readSpan } from '#lib/calendar/time/event-time';
import type { EventTime } from '#lib/calendar/time/event-time';
import { readAlarms } from './alarms.ts';
import type { Block } from './content-lines.ts';
import { readExtras } from './extras.ts';
import { parameterOf, requireShortParameters } from './parameters.ts';
import { readAttendee, readOrganizer } from './people.ts';
import type { ZoneNames } from './time-zones.ts';
import { readSpanProperties, readTimeProperty, timeOnTheWire } from './times.ts';
import type { TimeReader } from './times.ts';

const textOf = (component: ICAL.Component, name: string): string | undefined => {
  const value = component.getFirstPropertyValue(name);
  return value === null ? undefined : String(value);
};

const RECURRENCE = /^(?:RRULE|EXRULE|RDATE|EXDATE)[;:]/iu;
/** Lines of the event itself, without those of its alarms. */
function ownLines(lines: readonly string[]): string[] {
  const inner = lines.slice(1, -1);
  const alarm = inner.findIndex((line) => /^BEGIN:/iu.test(line));
  const own = inner.filter((_, index) => alarm < 0 || index < alarm);
  const after = alarm < 0 ? [] : inner.slice(inner.findLastIndex((line) => /^END:/iu.test(line)) + 1);
  return [...own, ...after];
}

/** Dates of an all-day series become dates, and zones get their IANA names. */
function recurrenceLine(line: string, start: EventTime, zones: ZoneNames): string {
  if (!/^(?:RDATE|EXDATE)/iu.test(line)) return line;
  const name = line.slice(0, line.search(/[;:]/u));
  const value = line.slice(line.lastIndexOf(':') + 1);
  if (isAllDay(start)) return `${name};VALUE=DATE:${value.replace(/(\d{8})T\d{6}Z?/giu, '$1')}`;
  return line.replace(
    /;TZID=(?:"([^"]*)"|([^":;]*))/iu,
    (all: string, quoted: string | undefined, plain: string | undefined) => {
      const zone = zones(quoted ?? plain ?? '');
      return zone === undefined ? all : `;TZID=${zone}`;
    },
  );
}

const STATUSES: Readonly<Record<string, string>> = {
  CONFIRMED: 'confirmed',
  TENTATIVE: 'tentative',
  CANCELLED: 'cancelled',
};
const CLASSES: Readonly<Record<string, string>> = {
  PUBLIC: 'public',
  PRIVATE: 'private',
  CONFIDENTIAL: 'confidential',
};

function readAttachments(component: ICAL.Component): NonNullable<EventResource['attachments']> {
  return component.getAllProperties('attach').flatMap((property) => {
    if (property.type !== 'uri') return [];
    const [mimeType, title, iconLink] = ['fmttype', 'filename', 'x-almanac-icon'].map((name) =>
      parameterOf(property, name),
    );
    return [
      {
        fileUrl: String(property.jCal[3]),
        ...(title !== undefined && { title }),
        ...(mimeType !== undefined && { mimeType }),
        ...(iconLink !== undefined && { iconLink }),
      },
    ];
  });
}

function readSource(component: ICAL.Component): EventResource['source'] {
  const property = component.getFirstProperty('url');
  if (property === null) return undefined;
  const url = String(property.jCal[3]);
  const title = parameterOf(property, 'x-almanac-title');
  return /^https?:/iu.test(url) ? { url, ...(title !== undefined && { title }) } : undefined;
}

/** Without undefined fields: `exactOptionalPropertyTypes` distinguishes them from absent ones. */
const present = (event: EventResource): EventResource =>
  Object.fromEntries(Object.entries(event).filter(([, value]) => value !== undefined));

/** Start and end of a series need one zone: that of the start. */
const inZoneOf = (start: EventTime, end: EventTime): EventTime =>
  isAllDay(start) || isAllDay(end) || start.timeZone === undefined
    ? end
    : { dateTime: end.dateTime, timeZone: start.timeZone };

/** With `iCalUID`; throws when the event is invalid. */
export function readEvent({ lines }: Block, reader: TimeReader): EventResource {
  requireShortParameters(lines);
  const component = new ICAL.Component(ICAL.parse(lines.join('\r\n')) as unknown[]);
  const own = ownLines(lines);
  const iCalUID = textOf(component, 'uid');
  if (iCalUID === undefined || iCalUID === '') throw badRequest('required', 'Missing UID.');

  const { start, end: written } = readSpanProperties(component, reader);
  const recurrence = own
    .filter((line) => RECURRENCE.test(line))
    .map((line) => recurrenceLine(line.trim(), start, reader.zones));
  const end = recurrence.length > 0 ? inZoneOf(start, written) : written;
  const wire = { start: timeOnTheWire(start), end: timeOnTheWire(end) };
  readSpan(wire, recurrence.length > 0);
  if (recurrence.length > 0) checkRecurrence({ start, end, recurrence });

  const original = component.getFirstProperty('recurrence-id');
  if (original !== null && parameterOf(original, 'range') !== undefined)
    throw badRequest(
      'invalid',
      'A change of one instance and all that follow cannot be stored: split the series first.',
    );
  const organizer = component.getFirstProperty('organizer');
  const attendees = component.getAllProperties('attendee').flatMap((property) => readAttendee(property) ?? []);
  const attachments = readAttachments(component);
  const overrides = readAlarms(component, momentOf(start), momentOf(end));
  const sequence = Number(textOf(component, 'sequence') ?? Number.NaN);
  const transparency = textOf(component, 'transp')?.toUpperCase();
  return present({
    iCalUID,
    ...wire,
    recurrence: recurrence.length > 0 ? recurrence : undefined,
    originalStartTime: original === null ? undefined : timeOnTheWire(readTimeProperty(original, 'start', reader)),
    summary: textOf(component, 'summary'),
    description: textOf(component, 'description'),
    location: textOf(component, 'location'),
    status: STATUSES[textOf(component, 'status')?.toUpperCase() ?? ''],
    visibility: CLASSES[textOf(component, 'class')?.toUpperCase() ?? ''],
    transparency: transparency === 'TRANSPARENT' ? 'transparent' : undefined,
    sequence: Number.isInteger(sequence) && sequence >= 0 ? sequence : undefined,
    source: readSource(component),
    organizer: organizer === null ? undefined : readOrganizer(organizer),
    attendees: attendees.length > 0 ? attendees : undefined,
    attachments: attachments.length > 0 ? attachments : undefined,
    ...readExtras(component, own),
    ...(overrides.length > 0 && { reminders: { useDefault: false, overrides } }),
  });
}
