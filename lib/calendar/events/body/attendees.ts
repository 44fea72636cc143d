/** Attendees of an event. */
import { badRequest, forbidden } from '#lib/api/errors';
import { foldAddress } from '#lib/api/text/address';
import { SECONDARY_DOMAIN } from '#lib/calendar/model/calendar';
import { isServiceAccount } from '#lib/calendar/model/service-account';
import type { EventAttendeeResource, EventResource } from '#lib/calendar/resources/event';

export const MAX_ATTENDEES = 500;
const RESPONSES = ['needsAction', 'declined', 'tentative', 'accepted'];

// Local part and domain of RFC 5322 without comments, quotes and folding.
const ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** A calendar can be invited too; its id is longer than the local part of an address may be. */
const isCalendarId = (text: string): boolean =>
  text.endsWith(SECONDARY_DOMAIN) && /^[\w.-]{1,200}$/.test(text.slice(0, -SECONDARY_DOMAIN.length));

const invalid = (message: string) => badRequest('invalid', message);

export function readAddress(sent: string | undefined): string {
  const email = foldAddress((sent ?? '').trim());
  if (email.length > 254 || !(ADDRESS.test(email) || isCalendarId(email))) throw invalid('Invalid attendee email.');
  return email;
}

function readAttendee(
  sent: EventAttendeeResource,
  before: EventAttendeeResource | undefined,
  isOrganizer: boolean,
): EventAttendeeResource {
  const { displayName, optional, comment, additionalGuests = 0 } = sent;
  const responseStatus = isOrganizer ? 'accepted' : (sent.responseStatus ?? 'needsAction');
  if (!RESPONSES.includes(responseStatus)) throw invalid('Invalid response status.');
  if (additionalGuests < 0) throw invalid('Invalid number of additional guests.');
  // `resource` is set with the invitation and cannot change.
  const resource = before === undefined ? sent.resource : before.resource;
  return {
    email: readAddress(sent.email),
    ...(displayName !== undefined && displayName !== '' && { displayName }),
    ...(resource === true && { resource }),
    ...(optional === true && { optional }),
    responseStatus,
    ...(comment !== undefined && comment !== '' && { comment }),
    ...(additionalGuests > 0 && { additionalGuests }),
  };
}

export interface AttendeesBefore {
  /** Address of the caller. */
  readonly by: string;
  /** Address of the calendar that holds the event. */
  readonly self: string;
  readonly organizer: string;
  /** The attendees before the change. */
  readonly before?: readonly EventAttendeeResource[] | undefined;
}

/** Whether the body holds only the caller's row and omits the others: then only that one changes. */
const changesOnlySelf = ({ attendees = [], attendeesOmitted }: EventResource, self: string): boolean =>
  attendeesOmitted === true && attendees.length > 0 && attendees.every(({ email = '' }) => foldAddress(email) === self);

/** In the order given; of two rows with one address the first is used. */
export function readAttendees(
  body: Pick<EventResource, 'attendees' | 'attendeesOmitted'>,
  { by, self, organizer, before = [] }: AttendeesBefore,
): EventAttendeeResource[] | undefined {
  const rows = new Map<string, EventAttendeeResource>();
  for (const sent of body.attendees ?? []) {
    const email = readAddress(sent.email);
    const known = before.find((guest) => guest.email === email);
    if (known === undefined && isServiceAccount(by))
      throw forbidden(
        'forbiddenForServiceAccounts',
        'Service accounts cannot invite attendees without acting for somebody.',
        { domain: 'calendar' },
      );
    if (!rows.has(email)) rows.set(email, readAttendee(sent, known, email === organizer));
  }
  if (changesOnlySelf(body, self)) return before.map((guest) => rows.get(guest.email ?? '') ?? guest);
  if (rows.size > MAX_ATTENDEES) throw invalid(`An event has at most ${String(MAX_ATTENDEES)} attendees.`);
  return rows.size === 0 ? undefined : [...rows.values()];
}
