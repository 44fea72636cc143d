/** An event as a client sees it. */
import { base64Url } from '#lib/api/base64-url';
import { badRequest } from '#lib/api/errors';
import type { Calendar } from './calendar.ts';
import type { Overlay, Person } from './event.ts';
import { eventTag } from './event-etag.ts';
import { isCalledOff } from './guests/copy.ts';
import type { WholeEvent } from './instance.ts';
import type { EventAttendeeResource, EventResource } from './resources/event.ts';
import { renderTime } from './time/event-time.ts';
import { formatMoment } from './time/timestamp.ts';
import { isTimeZone } from './time/zone.ts';
import type { VisibleEvent } from './visibility.ts';

export interface Rendering {
  readonly calendar: Pick<Calendar, 'id' | 'summary' | 'timeZone' | 'isPrimary' | 'labels'>;
  /** Whoever asks; undefined with only an API key. */
  readonly email: string | undefined;
  /** Scheme and host of links. */
  readonly rootUrl: string;
  /** The caller's `timeZone` parameter. */
  readonly timeZone?: string | undefined;
  readonly maxAttendees?: number | undefined;
}

/** Stands for the organiser of time away. */
const NOBODY = 'unknownorganizer@calendar.google.com';

/** Refuses a `timeZone` parameter that names no zone. */
export function requireTimeZone(timeZone: string | undefined): string | undefined {
  if (timeZone !== undefined && !isTimeZone(timeZone)) throw badRequest('invalid', `Invalid time zone: ${timeZone}.`, { parameter: 'timeZone' });
  return timeZone;
}

const SHORT_HOSTS = [
  ['@gmail.com', '@m'],
  ['@group.calendar.google.com', '@g'],
] as const;

function shortened(calendarId: string): string {
  const [host = '', short = ''] = SHORT_HOSTS.find(([long]) => calendarId.endsWith(long)) ?? [];
  return calendarId.slice(0, calendarId.length - host.length) + short;
}

const linkTo = (id: string, { calendar, rootUrl }: Rendering): string => `${rootUrl}calendar/event?eid=${base64Url(`${id} ${shortened(calendar.id)}`)}`;

function describePerson({ email, displayName }: Person, calendar: Rendering['calendar']): { email: string; displayName?: string; self?: boolean } {
  const isSelf = email === calendar.id;
  const name = isSelf && !calendar.isPrimary ? calendar.summary : displayName;
  return { email, ...(name !== undefined && { displayName: name }), ...(isSelf && { self: true }) };
}

/** Guests that may not see each other see themselves and the organiser. */
function describeGuests(event: VisibleEvent, { calendar, maxAttendees }: Rendering): Pick<EventResource, 'attendees' | 'attendeesOmitted'> {
  if (event.attendees === undefined) return {};
  const organizer = event.organizer?.email;
  const rows = event.attendees.map(
    (guest): EventAttendeeResource => ({ ...guest, ...(guest.email === organizer && { organizer: true }), ...(guest.email === calendar.id && { self: true }) }),
  );
  const seesAll = event.guestsCanSeeOtherGuests !== false || organizer === calendar.id;
  const seen = seesAll ? rows : rows.filter(({ organizer: isOrganizer, self }) => isOrganizer === true || self === true);
  const isTooLong = maxAttendees !== undefined && rows.length > maxAttendees;
  const shown = isTooLong ? seen.filter(({ self }) => self === true) : seen;
  return { ...(shown.length > 0 && { attendees: shown }), ...((isTooLong || shown.length < rows.length) && { attendeesOmitted: true }) };
}

const describeReminders = (overlay: Overlay | undefined): NonNullable<EventResource['reminders']> => {
  const { useDefault, overrides = [] } = overlay?.reminders ?? { useDefault: true };
  return { useDefault, ...(overrides.length > 0 && { overrides: overrides.map((reminder) => ({ ...reminder })) }) };
};

/** What a stripped event does not have. */
function describeDetails(event: VisibleEvent, overlay: Overlay | undefined, rendering: Rendering): EventResource {
  const { creator, organizer } = event;
  if (creator === undefined || organizer === undefined) return {};
  const { calendar, email } = rendering;
  return {
    summary: event.summary,
    description: event.description,
    location: event.location,
    colorId: event.colorId,
    eventLabelId: calendar.labels?.find(({ id }) => id === event.eventLabelId)?.id,
    creator: describePerson(creator, calendar),
    organizer: event.eventType === 'outOfOffice' ? { email: NOBODY } : describePerson(organizer, calendar),
    extendedProperties: event.extendedProperties,
    hangoutLink: event.hangoutLink,
    conferenceData: event.conferenceData,
    anyoneCanAddSelf: event.anyoneCanAddSelf,
    guestsCanInviteOthers: event.guestsCanInviteOthers,
    guestsCanModify: event.guestsCanModify,
    guestsCanSeeOtherGuests: event.guestsCanSeeOtherGuests,
    privateCopy: event.privateCopy,
    locked: event.locked,
    reminders: describeReminders(overlay),
    source: creator.email === email ? event.source : undefined,
    attachments: event.attachments,
    birthdayProperties: event.birthdayProperties,
    focusTimeProperties: event.focusTimeProperties,
    outOfOfficeProperties: event.outOfOfficeProperties,
    workingLocationProperties: event.workingLocationProperties,
  };
}

/** What the parts have. A loop and no spreads, because lists do this for every row. */
function present(...parts: readonly EventResource[]): EventResource {
  const resource: Record<string, unknown> = {};
  for (const part of parts) for (const name in part) if (part[name as keyof EventResource] !== undefined) resource[name] = part[name as keyof EventResource];
  return resource;
}

/** No more than that it is no more. */
const bare = ({ kind, etag, id, status, recurringEventId, originalStartTime }: EventResource): EventResource =>
  present({ kind, etag, id, status, recurringEventId, originalStartTime });

/** The full resource. `overlay` is the reader's own part: that of the instance, else that of its series. */
export function describeEvent(event: VisibleEvent, overlay: Overlay | undefined, rendering: Rendering): EventResource {
  const zones = { calendar: rendering.calendar.timeZone, response: rendering.timeZone ?? rendering.calendar.timeZone };
  const base: EventResource = {
    kind: 'calendar#event',
    etag: eventTag(event, overlay),
    id: event.id,
    status: event.status,
    htmlLink: linkTo(event.id, rendering),
    created: formatMoment(Math.floor(event.createdAtMs / 1000) * 1000),
    updated: formatMoment(event.updatedAtMs),
    start: renderTime(event.start, zones) as NonNullable<EventResource['start']>,
    end: renderTime(event.end, zones) as NonNullable<EventResource['end']>,
    endTimeUnspecified: event.endTimeUnspecified,
    recurrence: event.recurrence,
    recurringEventId: event.recurringEventId,
    originalStartTime: event.originalStart && (renderTime(event.originalStart, zones) as NonNullable<EventResource['start']>),
    transparency: event.transparency,
    visibility: event.visibility,
    iCalUID: event.iCalUID,
    sequence: event.sequence,
    eventType: event.eventType,
  };
  if (isCalledOff(event)) return bare(base);
  return present(base, describeDetails(event, overlay, rendering), event.organizer === undefined ? {} : describeGuests(event, rendering));
}

/** All that lists say of what is cancelled, unless deleted events were asked for. */
export const describeTombstone = (event: WholeEvent, overlay: Overlay | undefined, rendering: Rendering): EventResource => bare(describeEvent(event, overlay, rendering));
