/** An event of the other service as it is stored here. What is read-only for clients is taken as it is. */
import { badRequest } from '#lib/api/errors';
import { foldAddress } from '#lib/api/text/address';
import { readFields } from '#lib/calendar/events/body/read-body';
import type { Calendar } from '#lib/calendar/model/calendar';
import type { StoredItem } from '#lib/calendar/model/event';
import type { EventFields, Person } from '#lib/calendar/model/event-fields';
import { answerIn, rowOf, withAnswer, type CopyMark } from '#lib/calendar/model/guest-copy';
import type { EventResource } from '#lib/calendar/resources/event';
import { EVENT_TYPE_ALIASES } from '#lib/calendar/resources/event-types';

/** Shown as the organizer of time out of office; it is the calendar's own. */
const UNKNOWN_ORGANIZER = 'unknownorganizer@calendar.google.com';
/** Events of this type cannot be made by clients. */
const FROM_MAIL = 'fromMail';

/** A conference is taken as it is, never made. */
const NO_CONFERENCES = {
  nextId: () => {
    throw new Error('a pull makes no conferences');
  },
  rootUrl: '',
};

export function requireId({ id }: EventResource): string {
  if (id === undefined || id === '') throw badRequest('required', 'Missing id.');
  return id;
}

/** The calendar's own name stands in for that of a secondary calendar. */
function personOf(person: EventResource['organizer'], calendar: Calendar): Person {
  const email = foldAddress(person?.email ?? calendar.id);
  if (email === UNKNOWN_ORGANIZER) return { email: calendar.id };
  const isNamed = person?.displayName !== undefined && (email !== calendar.id || calendar.isPrimary);
  return { email, ...(isNamed && { displayName: person.displayName }) };
}

/** Also the organizer may have answered otherwise than yes. */
function withAnswersSent(attendees: EventFields['attendees'], sent: EventResource['attendees']) {
  const answers = new Map(sent?.map(({ email, responseStatus }) => [foldAddress(email ?? '').trim(), responseStatus]));
  return attendees?.map((row) => ({ ...row, responseStatus: answers.get(row.email ?? '') ?? row.responseStatus }));
}

/** Guests whose answers have come from their calendars here answer here: what they said there before is history. */
export const withAnswersHere = (
  fields: EventFields,
  before: Pick<StoredItem, 'attendees' | 'heard'> | undefined,
): EventFields => ({
  ...fields,
  attendees: fields.attendees?.map((row) => {
    const known = before?.heard?.[row.email ?? ''] === undefined ? undefined : rowOf(before.attendees, row.email ?? '');
    return known === undefined ? row : withAnswer(row, answerIn(known));
  }),
});

/** Throws an error with a reason for people when the event breaks a rule of this service. */
export function readPulledFields(sent: EventResource, calendar: Calendar, isInstance: boolean): EventFields {
  const eventType = EVENT_TYPE_ALIASES[sent.eventType ?? ''] ?? sent.eventType ?? 'default';
  const organizer = personOf(sent.organizer, calendar);
  const { attendeesOmitted: _omitted, conferenceData, hangoutLink, recurrence, eventLabelId, ...body } = sent;
  const fields = readFields(
    {
      ...body,
      eventType: eventType === FROM_MAIL ? 'default' : eventType,
      ...(!isInstance && recurrence !== undefined && { recurrence }),
    },
    {
      calendar,
      email: calendar.owner,
      parts: { supportsAttachments: true },
      conferences: NO_CONFERENCES,
      organizer,
      isInstance,
    },
  );
  const isLabelled = calendar.labels?.some(({ id }) => id === eventLabelId) === true;
  return {
    ...fields,
    eventType,
    creator: personOf(sent.creator, calendar),
    attendees: withAnswersSent(fields.attendees, sent.attendees),
    conferenceData,
    hangoutLink,
    eventLabelId: isLabelled ? eventLabelId : undefined,
    privateCopy: sent.privateCopy,
    locked: sent.locked,
    endTimeUnspecified: sent.endTimeUnspecified,
  };
}

/** To the second or finer, as it was answered. */
export const createdAtMsOf = ({ created }: EventResource, otherwise: number): number => {
  const ms = Date.parse(created ?? '');
  return Number.isNaN(ms) ? otherwise : ms;
};

/**
 * The mark of a meeting that another calendar leads: when its organizer has moved in and changes it here, the copy
 * follows. Version 0 says that no version of the organizer's item is shown yet.
 */
export function copyMarkOf(
  { organizer, privateCopy }: Pick<EventFields, 'organizer' | 'privateCopy'>,
  calendar: Calendar,
): CopyMark | undefined {
  return organizer.email === calendar.id || privateCopy === true ? undefined : { of: organizer.email, version: 0 };
}
