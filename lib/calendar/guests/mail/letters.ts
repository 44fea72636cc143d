/** Who gets which letter about a change of an event. */
import { isDeepStrictEqual } from 'node:util';
import { domainOf } from '#lib/api/text/address';
import { SHARED_FIELDS } from '#lib/calendar/events/guest-edits/shared-fields';
import type { Method } from '#lib/calendar/ics/write-calendar';
import { SECONDARY_DOMAIN } from '#lib/calendar/model/calendar';
import { differences } from '#lib/calendar/model/event-fields';
import { answerIn, rowOf } from '#lib/calendar/model/guest-copy';
import type { WholeEvent } from '#lib/calendar/model/instance';
import type { MailTo } from '#lib/calendar/model/mail-choice';
import type { EventAttendeeResource } from '#lib/calendar/resources/event';

/** A change of an event or of an instance, in the calendar where it was made. */
export interface MailedChange {
  readonly calendarId: string;
  /** Address of the person behind the organizer's calendar. */
  readonly organizer: string;
  /** Address of the user who made the change. */
  readonly by: string;
  readonly mail: MailTo;
  /** Absent for a new event. */
  readonly before: WholeEvent | undefined;
  readonly after: WholeEvent;
}

export interface Letter {
  readonly method: Method;
  readonly to: string;
  /** The event as this reader may see it. */
  readonly event: WholeEvent;
  readonly isUpdate: boolean;
}

type Rows = readonly EventAttendeeResource[];

const rowsOf = (event: WholeEvent | undefined): Rows =>
  event === undefined || event.status === 'cancelled' ? [] : (event.attendees ?? []);

/** No mail to rooms, to calendars, or to the person who made the change. */
const getsMail = (
  { email = '', resource }: EventAttendeeResource,
  { by, organizer, calendarId }: MailedChange,
): boolean => resource !== true && !email.endsWith(SECONDARY_DOMAIN) && ![by, organizer, calendarId].includes(email);

const isMeant = (email: string, { mail, organizer }: MailedChange): boolean =>
  mail === 'all' || domainOf(email) !== domainOf(organizer);

/** Whether guests see a difference, answers aside. */
function isVisibleChange(before: WholeEvent, after: WholeEvent): boolean {
  const addresses = (event: WholeEvent) => rowsOf(event).map(({ email, optional }) => ({ email, optional }));
  return (
    differences(before, after).some((name) => name !== 'sequence' && SHARED_FIELDS.includes(name)) ||
    !isDeepStrictEqual(addresses(before), addresses(after)) ||
    before.status !== after.status
  );
}

/** What can make a guest who declined think again. */
const WHEN_AND_WHERE: readonly string[] = ['start', 'end', 'recurrence', 'location'];

/** Whether the change concerns a guest of before and after; one who declined is told of a new time or place only. */
function concerns({ email = '', ...row }: EventAttendeeResource, before: WholeEvent, after: WholeEvent): boolean {
  const was = rowOf(rowsOf(before), email);
  if (was?.responseStatus !== 'declined' || row.responseStatus !== 'declined') return true;
  return was.optional !== row.optional || differences(before, after).some((name) => WHEN_AND_WHERE.includes(name));
}

/** Guests who may not see each other see only themselves and the organizer. */
export const seenBy = (event: WholeEvent, email: string): WholeEvent =>
  event.guestsCanSeeOtherGuests === false
    ? {
        ...event,
        attendees: (event.attendees ?? []).filter((row) => row.email === email || row.email === event.organizer.email),
      }
    : event;

function lettersToGuests(change: MailedChange): Letter[] {
  const { before, after } = change;
  const readersOf = (event: WholeEvent | undefined): Rows => rowsOf(event).filter((row) => getsMail(row, change));
  const [was, is] = [readersOf(before), readersOf(after)];
  const uninvited = was.filter(({ email = '' }) => rowOf(is, email) === undefined);
  const told =
    before === undefined ? is : isVisibleChange(before, after) ? is.filter((row) => concerns(row, before, after)) : [];
  const letter = (method: Method, { email = '' }: EventAttendeeResource, event: WholeEvent): Letter => ({
    method,
    to: email,
    event: seenBy(event, email),
    isUpdate: rowOf(was, email) !== undefined,
  });
  return [
    ...told.map((row) => letter('REQUEST', row, after)),
    // A guest who was removed gets the event as it was before, without the changes.
    ...uninvited.map((row) =>
      letter('CANCEL', row, { ...(before ?? after), sequence: after.sequence, status: 'cancelled' }),
    ),
  ].filter(({ to }) => isMeant(to, change));
}

/** The organizer gets a letter about a guest's answer. */
function letterToOrganizer(change: MailedChange): Letter[] {
  const { before, after, calendarId, organizer, mail } = change;
  const [was, is] = [before && rowOf(before.attendees, calendarId), rowOf(after.attendees, calendarId)];
  const isAnswered =
    is !== undefined && !isDeepStrictEqual(was && answerIn(was), answerIn(is)) && is.responseStatus !== 'needsAction';
  const isOutside = domainOf(organizer) !== domainOf(calendarId);
  if (!isAnswered || (mail === 'externalOnly' && !isOutside)) return [];
  return [
    { method: 'REPLY', to: organizer, event: { ...after, status: 'confirmed', attendees: [is] }, isUpdate: true },
  ];
}

export const lettersFor = (change: MailedChange): Letter[] =>
  change.after.organizer.email === change.calendarId ? lettersToGuests(change) : letterToOrganizer(change);
