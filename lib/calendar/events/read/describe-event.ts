/** Turns an event into the resource that a client sees. */
import { memoized } from '#lib/api/process/memoized';
import { base64Url } from '#lib/api/text/base64-url';
import type { VisibleEvent } from '#lib/calendar/access/event-visibility';
import type { Calendar } from '#lib/calendar/model/calendar';
import { eventTag } from '#lib/calendar/model/change-clock';
import type { Overlay } from '#lib/calendar/model/event';
import type { Person } from '#lib/calendar/model/event-fields';
import { isCancelledByOrganizer } from '#lib/calendar/model/guest-copy';
import type { WholeEvent } from '#lib/calendar/model/instance';
import type { EventAttendeeResource, EventResource } from '#lib/calendar/resources/event';
import { renderTime } from '#lib/calendar/time/event-time';
import { formatMoment } from '#lib/calendar/time/timestamp';

export interface Rendering {
  readonly calendar: Pick<Calendar, 'id' | 'summary' | 'timeZone' | 'isPrimary' | 'labels'>;
  /** The caller; undefined with only an API key. */
  readonly email: string | undefined;
  /** Scheme and host of links. */
  readonly rootUrl: string;
  /** The caller's `timeZone` parameter. */
  readonly timeZone?: string | undefined;
  readonly maxAttendees?: number | undefined;
}

/** Shown as the organizer of time out of office. */
const UNKNOWN_ORGANIZER = 'unknownorganizer@calendar.google.com';
const SHORT_HOSTS = [
  ['@gmail.com', '@m'],
  ['@group.calendar.google.com', '@g'],
] as const;

function shortened(calendarId: string): string {
  for (const [host, short] of SHORT_HOSTS)
    if (calendarId.endsWith(host)) return calendarId.slice(0, -host.length) + short;
  return calendarId;
}

/** Text that base64 and base64url encode alike. Ids of events are always such text. */
const PLAIN = /^[\w@.+-]*$/;
const MAX_CALENDARS_CACHED = 1000;

/**
 * The `eid` of `htmlLink`: `ID CALENDAR` in base64. The encoded calendar repeats for every third position of the text,
 * so it is encoded three times and reused.
 */
const eidEncoderFor = memoized(MAX_CALENDARS_CACHED, (calendarId: string): ((eventId: string) => string) => {
  const calendar = shortened(calendarId);
  if (!PLAIN.test(calendar)) return (eventId) => base64Url(`${eventId} ${calendar}`);
  const ends = [0, 1, 2].map((from) => base64Url(calendar.slice(from)));
  return (eventId) => {
    const shared = (3 - ((eventId.length + 1) % 3)) % 3;
    return `${btoa(`${eventId} ${calendar.slice(0, shared)}`)}${ends[shared] ?? ''}`;
  };
});

const linkTo = (id: string, { calendar, rootUrl }: Rendering): string =>
  `${rootUrl}calendar/event?eid=${eidEncoderFor(calendar.id)(id)}`;

function describePerson(
  { email, displayName }: Person,
  calendar: Rendering['calendar'],
): { email: string; displayName?: string; self?: boolean } {
  const isSelf = email === calendar.id;
  const name = isSelf && !calendar.isPrimary ? calendar.summary : displayName;
  const person: ReturnType<typeof describePerson> = { email };
  if (name !== undefined) person.displayName = name;
  if (isSelf) person.self = true;
  return person;
}

/** Guests who may not see each other see only themselves and the organizer. */
function describeGuests(
  attendees: readonly EventAttendeeResource[],
  event: VisibleEvent,
  { calendar, maxAttendees }: Rendering,
): Pick<EventResource, 'attendees' | 'attendeesOmitted'> {
  const organizer = event.organizer?.email;
  const rows = attendees.map((guest): EventAttendeeResource => ({
    ...guest,
    ...(guest.email === organizer && { organizer: true }),
    ...(guest.email === calendar.id && { self: true }),
  }));
  const seesAll = event.guestsCanSeeOtherGuests !== false || organizer === calendar.id;
  const seen = seesAll
    ? rows
    : rows.filter(({ organizer: isOrganizer, self }) => isOrganizer === true || self === true);
  const isTooLong = maxAttendees !== undefined && rows.length > maxAttendees;
  const shown = isTooLong ? seen.filter(({ self }) => self === true) : seen;
  return {
    ...(shown.length > 0 && { attendees: shown }),
    ...((isTooLong || shown.length < rows.length) && { attendeesOmitted: true }),
  };
}

function describeReminders(overlay: Overlay | undefined): NonNullable<EventResource['reminders']> {
  if (overlay?.reminders === undefined) return { useDefault: true };
  const { useDefault, overrides = [] } = overlay.reminders;
  return { useDefault, ...(overrides.length > 0 && { overrides: overrides.map((reminder) => ({ ...reminder })) }) };
}

/** Only the id, the status and, for an instance, its series and original start. */
const idAndStatus = ({
  kind,
  etag,
  id,
  status,
  recurringEventId,
  originalStartTime,
}: EventResource): EventResource => ({
  kind,
  etag,
  id,
  status,
  ...(recurringEventId !== undefined && { recurringEventId, originalStartTime }),
});

/**
 * Adds the fields that are shown as stored. One line for each field: lists do this for every row, and spreads or loops
 * over names take three times as long.
 */
function addStoredFields(resource: EventResource, event: VisibleEvent): void {
  if (event.endTimeUnspecified !== undefined) resource.endTimeUnspecified = event.endTimeUnspecified;
  if (event.recurrence !== undefined) resource.recurrence = event.recurrence;
  if (event.recurringEventId !== undefined) resource.recurringEventId = event.recurringEventId;
  if (event.transparency !== undefined) resource.transparency = event.transparency;
  if (event.visibility !== undefined) resource.visibility = event.visibility;
  if (event.summary !== undefined) resource.summary = event.summary;
  if (event.description !== undefined) resource.description = event.description;
  if (event.location !== undefined) resource.location = event.location;
  if (event.colorId !== undefined) resource.colorId = event.colorId;
  if (event.extendedProperties !== undefined) resource.extendedProperties = event.extendedProperties;
  if (event.hangoutLink !== undefined) resource.hangoutLink = event.hangoutLink;
  if (event.conferenceData !== undefined) resource.conferenceData = event.conferenceData;
  if (event.anyoneCanAddSelf !== undefined) resource.anyoneCanAddSelf = event.anyoneCanAddSelf;
  if (event.guestsCanInviteOthers !== undefined) resource.guestsCanInviteOthers = event.guestsCanInviteOthers;
  if (event.guestsCanModify !== undefined) resource.guestsCanModify = event.guestsCanModify;
  if (event.guestsCanSeeOtherGuests !== undefined) resource.guestsCanSeeOtherGuests = event.guestsCanSeeOtherGuests;
  if (event.privateCopy !== undefined) resource.privateCopy = event.privateCopy;
  if (event.locked !== undefined) resource.locked = event.locked;
  if (event.attachments !== undefined) resource.attachments = event.attachments;
  if (event.birthdayProperties !== undefined) resource.birthdayProperties = event.birthdayProperties;
  if (event.focusTimeProperties !== undefined) resource.focusTimeProperties = event.focusTimeProperties;
  if (event.outOfOfficeProperties !== undefined) resource.outOfOfficeProperties = event.outOfOfficeProperties;
  if (event.workingLocationProperties !== undefined)
    resource.workingLocationProperties = event.workingLocationProperties;
}

/** The full resource. `overlay` is that of the instance, else that of its series. */
function describeWhole(event: VisibleEvent, overlay: Overlay | undefined, rendering: Rendering): EventResource {
  const { calendar, email } = rendering;
  const zones = { calendar: calendar.timeZone, response: rendering.timeZone ?? calendar.timeZone };
  const { creator, organizer } = event;
  const resource: EventResource = {
    kind: 'calendar#event',
    etag: eventTag(event, overlay),
    id: event.id,
    status: event.status,
    htmlLink: linkTo(event.id, rendering),
    created: formatMoment(Math.floor(event.createdAtMs / 1000) * 1000),
    updated: formatMoment(event.updatedAtMs),
    start: renderTime(event.start, zones),
    end: renderTime(event.end, zones),
    iCalUID: event.iCalUID,
    sequence: event.sequence,
    eventType: event.eventType,
  };
  addStoredFields(resource, event);
  if (event.originalStart !== undefined) resource.originalStartTime = renderTime(event.originalStart, zones);
  if (creator !== undefined && organizer !== undefined) {
    resource.creator = describePerson(creator, calendar);
    resource.organizer =
      event.eventType === 'outOfOffice' ? { email: UNKNOWN_ORGANIZER } : describePerson(organizer, calendar);
    resource.reminders = describeReminders(overlay);
    if (event.eventLabelId !== undefined && calendar.labels?.some(({ id }) => id === event.eventLabelId) === true)
      resource.eventLabelId = event.eventLabelId;
    if (event.source !== undefined && creator.email === email) resource.source = event.source;
    if (event.attendees !== undefined) Object.assign(resource, describeGuests(event.attendees, event, rendering));
  }
  return resource;
}

/** The event; only its id and status if the organizer cancelled it. */
export function describeEvent(event: VisibleEvent, overlay: Overlay | undefined, rendering: Rendering): EventResource {
  const whole = describeWhole(event, overlay, rendering);
  return isCancelledByOrganizer(event) ? idAndStatus(whole) : whole;
}

/** The row for a cancelled event in lists, unless deleted events were requested. */
export const describeTombstone = (
  event: WholeEvent,
  overlay: Overlay | undefined,
  rendering: Rendering,
): EventResource => idAndStatus(describeEvent(event, overlay, rendering));
