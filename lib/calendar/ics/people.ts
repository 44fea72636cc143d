/** Organizer and attendees to and from iCalendar properties. */
import ICAL from 'ical.js';
import type { EventAttendeeResource, EventResource } from '#lib/calendar/resources/event';
import { withValues, parameterOf } from './parameters.ts';

type Organizer = NonNullable<EventResource['organizer']>;

const RESPONSES: readonly (readonly [string, string])[] = [
  ['needsAction', 'NEEDS-ACTION'],
  ['accepted', 'ACCEPTED'],
  ['declined', 'DECLINED'],
  ['tentative', 'TENTATIVE'],
];

export function organizerLine({ email, displayName }: Organizer): string[] {
  return email === undefined
    ? []
    : [
        new ICAL.Property([
          'organizer',
          withValues({ cn: displayName }),
          'cal-address',
          `mailto:${email}`,
        ]).toICALString(),
      ];
}

/** `asksForAnswer`: mail programs then offer buttons to answer. */
export function attendeeLine(attendee: EventAttendeeResource, asksForAnswer = false): string[] {
  if (attendee.email === undefined) return [];
  const parameters = withValues({
    cn: attendee.displayName,
    cutype: attendee.resource === true ? 'RESOURCE' : undefined,
    role: attendee.optional === true ? 'OPT-PARTICIPANT' : undefined,
    rsvp: asksForAnswer ? 'TRUE' : undefined,
    partstat: RESPONSES.find(([response]) => response === attendee.responseStatus)?.[1],
    'x-num-guests': attendee.additionalGuests === undefined ? undefined : String(attendee.additionalGuests),
    'x-response-comment': attendee.comment,
  });
  return [new ICAL.Property(['attendee', parameters, 'cal-address', `mailto:${attendee.email}`]).toICALString()];
}

/** Undefined without an address, which an attendee needs. */
function addressOf(property: ICAL.Property): string | undefined {
  const value = String(property.jCal[3]);
  const address = /^mailto:/iu.test(value) ? value.slice(7) : parameterOf(property, 'email');
  return address !== undefined && address.includes('@') ? address.trim() : undefined;
}

export function readOrganizer(property: ICAL.Property): Organizer | undefined {
  const email = addressOf(property);
  const displayName = parameterOf(property, 'cn');
  return email === undefined ? undefined : { email, ...(displayName !== undefined && { displayName }) };
}

export function readAttendee(property: ICAL.Property): EventAttendeeResource | undefined {
  const email = addressOf(property);
  if (email === undefined) return undefined;
  const displayName = parameterOf(property, 'cn');
  const guests = Number(parameterOf(property, 'x-num-guests') ?? 0);
  const comment = parameterOf(property, 'x-response-comment');
  const status = parameterOf(property, 'partstat')?.toUpperCase();
  return {
    email,
    ...(displayName !== undefined && { displayName }),
    ...(['RESOURCE', 'ROOM'].includes(parameterOf(property, 'cutype')?.toUpperCase() ?? '') && { resource: true }),
    ...(parameterOf(property, 'role')?.toUpperCase() === 'OPT-PARTICIPANT' && { optional: true }),
    responseStatus: RESPONSES.find(([, partstat]) => partstat === status)?.[0] ?? 'needsAction',
    ...(comment !== undefined && { comment }),
    ...(Number.isInteger(guests) && guests > 0 && { additionalGuests: guests }),
  };
}
