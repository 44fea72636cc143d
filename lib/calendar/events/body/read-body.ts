/**
 * Reads and checks the body of an event. read-body.ts turns a body into fields: absent fields get their default, fields
 * that may not change stay, the rest is checked. The other files read one part each (attendees, attachments,
 * conference, extended-properties, reminders, event-types); merge-patch.ts applies a patch to a body first;
 * imported-types.ts handles special types in imports.
 */
import { badRequest, type ApiError } from '#lib/api/errors';
import type { Calendar } from '#lib/calendar/model/calendar';
import { EVENT_COLORS } from '#lib/calendar/model/colors';
import type { EventFields, EventStatus, Person } from '#lib/calendar/model/event-fields';
import { checkRecurrence } from '#lib/calendar/recurrence/series';
import type { EventResource } from '#lib/calendar/resources/event';
import { isAllDay, momentOf, readSpan, type EventSpan, type EventTime } from '#lib/calendar/time/event-time';
import { readAttachments } from './attachments.ts';
import { readAttendees } from './attendees.ts';
import { linkOf, readConference, type ConferenceMaker } from './conference.ts';
import { applyType, readEventType } from './event-types.ts';
import { readExtendedProperties } from './extended-properties.ts';

/** Optional parts of the body that the client understands. */
export interface EventParts {
  readonly conferenceDataVersion?: number | undefined;
  readonly eventLabelVersion?: number | undefined;
  readonly supportsAttachments?: boolean | undefined;
}

export interface Reading {
  readonly calendar: Calendar;
  /** Address of the caller. */
  readonly email: string;
  readonly parts: EventParts;
  readonly conferences: ConferenceMaker;
  /** The event before the change; absent for a new one. */
  readonly before?: EventFields | undefined;
  readonly isInstance?: boolean;
  /** Only for an import. Otherwise it stays, and for a new event it is the calendar. */
  readonly organizer?: Person | undefined;
}

/** Longer text is refused, not cut. */
const LONGEST = { summary: 1024, description: 8192, location: 1024 } as const;
const MAX_LINK_LENGTH = 2048;

const invalid = (message: string): ApiError => badRequest('invalid', message);

function readText(name: keyof typeof LONGEST, body: EventResource): string | undefined {
  const text = body[name] ?? '';
  if (text.length > LONGEST[name]) throw invalid(`The ${name} is longer than ${String(LONGEST[name])} characters.`);
  return text === '' ? undefined : text;
}

/** One of the allowed values; the default is not stored. */
function readChoice<T extends string>(
  name: string,
  sent: string | undefined,
  allowed: readonly T[],
  initial: T,
): T | undefined {
  const value = allowed.find((choice) => choice === (sent ?? initial));
  if (value === undefined) throw invalid(`Invalid ${name} value.`);
  return value === initial ? undefined : value;
}

const STATUSES = ['confirmed', 'tentative', 'cancelled'] as const;
const VISIBILITIES = ['default', 'public', 'private', 'confidential'] as const;

/** Without a status in the body, a cancelled event stays cancelled. */
const readStatus = (sent: string | undefined, before: EventStatus | undefined): EventStatus =>
  readChoice('status', sent ?? (before === 'cancelled' ? before : undefined), STATUSES, 'confirmed') ?? 'confirmed';

const isSameTime = (a: EventTime, b: EventTime, zone: string): boolean =>
  momentOf(a) === momentOf(b) &&
  (isAllDay(a) || isAllDay(b) ? isAllDay(a) === isAllDay(b) : (a.timeZone ?? zone) === (b.timeZone ?? zone));

/** A time that the client sends back as it was answered stays as stored. */
function readTimes(body: EventResource, { before, calendar }: Reading): EventSpan {
  const isRecurring = (body.recurrence ?? []).length > 0;
  const span = readSpan(body, isRecurring);
  const keep = (sent: EventTime, kept: EventTime | undefined): EventTime => {
    const isKept = kept !== undefined && isSameTime(sent, kept, calendar.timeZone);
    return isKept && (!isRecurring || isAllDay(kept) || kept.timeZone !== undefined) ? kept : sent;
  };
  return { start: keep(span.start, before?.start), end: keep(span.end, before?.end) };
}

function readRecurrence(body: EventResource, span: EventSpan, isInstance: boolean): string[] | undefined {
  const { recurrence = [] } = body;
  if (recurrence.length === 0) return undefined;
  if (isInstance) throw invalid('An instance cannot recur.');
  checkRecurrence({ ...span, recurrence });
  return recurrence;
}

/** Labels replace colours: a body sets one or the other. */
function readColor(
  { colorId, eventLabelId }: EventResource,
  { parts, before, calendar }: Reading,
): Pick<EventFields, 'colorId' | 'eventLabelId'> {
  if (parts.eventLabelVersion !== 1) {
    if (colorId !== undefined && colorId !== '' && !Object.hasOwn(EVENT_COLORS, colorId))
      throw invalid('Invalid color id.');
    return { colorId: colorId === '' ? undefined : colorId, eventLabelId: before?.eventLabelId };
  }
  const label = eventLabelId === '' ? undefined : eventLabelId;
  if (label !== undefined && calendar.labels?.some(({ id }) => id === label) !== true)
    throw invalid('Invalid event label id.');
  return { colorId: before?.colorId, eventLabelId: label };
}

/** Only the creator of the event sees and sets its source. */
function readSource({ source }: EventResource, { before, email }: Reading): EventFields['source'] {
  if (before !== undefined && before.creator.email !== email) return before.source;
  if (source?.url === undefined || source.url === '') {
    if (source?.title !== undefined && source.title !== '') throw invalid('A source needs a URL.');
    return undefined;
  }
  if (source.url.length > MAX_LINK_LENGTH || !/^https?:\/\//i.test(source.url) || !URL.canParse(source.url))
    throw invalid('Invalid source URL.');
  return { url: source.url, ...(source.title !== undefined && source.title !== '' && { title: source.title }) };
}

function readConferencePart(
  { conferenceData }: EventResource,
  { parts, before, conferences }: Reading,
): Pick<EventFields, 'conferenceData' | 'hangoutLink'> {
  if (parts.conferenceDataVersion !== 1)
    return { conferenceData: before?.conferenceData, hangoutLink: before?.hangoutLink };
  const conference = readConference(conferenceData, before?.conferenceData, conferences);
  return { conferenceData: conference, hangoutLink: linkOf(conference) };
}

/** Cannot decrease: a client with a lower number has not seen the latest event. */
function readSequence({ sequence }: EventResource, before: number): number {
  if (sequence !== undefined && sequence < before)
    throw invalid('Invalid sequence value. The event has changed since; read it again.');
  return sequence ?? before;
}

/** Every field that a client can write; `sequence` as sent, before this change increases it. */
export function readFields(body: EventResource, reading: Reading): EventFields {
  const { before, calendar, email, parts } = reading;
  const organizer = reading.organizer ?? before?.organizer ?? { email: calendar.id };
  const eventType = readEventType(body.eventType, before?.eventType);
  const span = readTimes(body, reading);
  const isInstance = reading.isInstance === true;
  const fields: EventFields = {
    ...span,
    status: readStatus(body.status, before?.status),
    eventType,
    creator: before?.creator ?? { email },
    organizer,
    sequence: readSequence(body, before?.sequence ?? 0),
    summary: readText('summary', body),
    description: readText('description', body),
    location: readText('location', body),
    ...readColor(body, reading),
    transparency: readChoice('transparency', body.transparency, ['opaque', 'transparent'], 'opaque'),
    visibility: readChoice('visibility', body.visibility, VISIBILITIES, 'default'),
    recurrence: readRecurrence(body, span, isInstance),
    attendees: readAttendees(body, {
      by: email,
      self: calendar.id,
      organizer: organizer.email,
      before: before?.attendees,
    }),
    extendedProperties: readExtendedProperties(body.extendedProperties),
    ...readConferencePart(body, reading),
    anyoneCanAddSelf: body.anyoneCanAddSelf === true ? true : undefined,
    guestsCanInviteOthers: body.guestsCanInviteOthers === false ? false : undefined,
    guestsCanModify: body.guestsCanModify === true ? true : undefined,
    guestsCanSeeOtherGuests: body.guestsCanSeeOtherGuests === false ? false : undefined,
    privateCopy: before?.privateCopy,
    locked: before?.locked,
    source: readSource(body, reading),
    attachments: parts.supportsAttachments === true ? readAttachments(body.attachments) : before?.attachments,
    focusTimeProperties: body.focusTimeProperties,
    outOfOfficeProperties: body.outOfOfficeProperties,
    workingLocationProperties: body.workingLocationProperties,
    birthdayProperties: body.birthdayProperties,
    endTimeUnspecified: before?.endTimeUnspecified,
  };
  return applyType(fields, calendar, before, isInstance);
}

/** A change of these fields is a new revision of the event. */
const REVISED_BY = ['start', 'end', 'recurrence', 'location'] as const satisfies readonly (keyof EventFields)[];

export const isRevision = (before: EventFields, names: readonly string[], after: EventFields): boolean =>
  REVISED_BY.some((name) => names.includes(name)) || (before.status === 'cancelled') !== (after.status === 'cancelled');
