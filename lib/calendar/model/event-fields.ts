/** The fields of an event, and which of them differ between two events. */
import { isDeepStrictEqual } from 'node:util';
import type { Static } from '#lib/api/schema';
import type { EventResource } from '#lib/calendar/resources/event';
import type { EventTime } from '#lib/calendar/time/event-time';

export type FieldName = keyof EventFields;

const NAMES: Readonly<Record<FieldName, true>> = {
  start: true,
  end: true,
  status: true,
  eventType: true,
  creator: true,
  organizer: true,
  sequence: true,
  summary: true,
  description: true,
  location: true,
  colorId: true,
  eventLabelId: true,
  transparency: true,
  visibility: true,
  recurrence: true,
  attendees: true,
  extendedProperties: true,
  conferenceData: true,
  hangoutLink: true,
  anyoneCanAddSelf: true,
  guestsCanInviteOthers: true,
  guestsCanModify: true,
  guestsCanSeeOtherGuests: true,
  privateCopy: true,
  locked: true,
  source: true,
  attachments: true,
  focusTimeProperties: true,
  outOfOfficeProperties: true,
  workingLocationProperties: true,
  birthdayProperties: true,
  endTimeUnspecified: true,
};

export const FIELD_NAMES = Object.keys(NAMES) as FieldName[];

export const isSame = (a: EventFields, b: EventFields, name: FieldName): boolean => isDeepStrictEqual(a[name], b[name]);

/** Names of the fields whose values differ. */
export const differences = (a: EventFields, b: EventFields): FieldName[] =>
  FIELD_NAMES.filter((name) => !isSame(a, b, name));

type Resource = Static<typeof EventResource>;

/** Fields that are stored as on the wire. */
type WireFields = Pick<
  Resource,
  | 'summary'
  | 'description'
  | 'location'
  | 'colorId'
  | 'eventLabelId'
  | 'transparency'
  | 'visibility'
  | 'recurrence'
  | 'attendees'
  | 'extendedProperties'
  | 'conferenceData'
  | 'hangoutLink'
  | 'anyoneCanAddSelf'
  | 'guestsCanInviteOthers'
  | 'guestsCanModify'
  | 'guestsCanSeeOtherGuests'
  | 'privateCopy'
  | 'locked'
  | 'source'
  | 'attachments'
  | 'focusTimeProperties'
  | 'outOfOfficeProperties'
  | 'workingLocationProperties'
  | 'birthdayProperties'
  | 'endTimeUnspecified'
>;

export interface Person {
  readonly email: string;
  readonly displayName?: string | undefined;
}

export type EventStatus = 'confirmed' | 'tentative' | 'cancelled';

/** All fields that a change can touch. Defaults are not stored: an absent field is at its default. */
export interface EventFields extends WireFields {
  readonly start: EventTime;
  readonly end: EventTime;
  readonly status: EventStatus;
  readonly eventType: string;
  readonly creator: Person;
  readonly organizer: Person;
  readonly sequence: number;
}
