/** How a seed writes events: with times as texts, guests, instances that differ, and what people set for themselves. */
import {
  any,
  array,
  as,
  object,
  record,
  string,
  type Details,
  type Fields,
  type Patch,
  type Schema,
} from '#lib/api/schema';
import { EventResource } from '#lib/calendar/resources/event';
import { NEEDED } from './problem.ts';

const time = (description: string, details?: Details): Schema =>
  any(`${description}: \`+2d 09:00\`, \`today 14:30\`, \`-1w\`, \`2026-03-01\`, or as in a request.`, details);

const {
  kind: _kind,
  recurringEventId: _series,
  originalStartTime: _original,
  attendeesOmitted: _omitted,
  gadget: _gadget,
  ...eventFields
} = EventResource.properties ?? {};
const { id: _id, iCalUID: _uid, organizer: _organizer, recurrence: _recurrence, ...instanceFields } = eventFields;

/** A time as a text of its own, or as a request has it. */
type TimeText = string | EventResource['start'];
type WithTimeTexts<T> = Omit<T, 'start' | 'end'> & { readonly start?: TimeText; readonly end?: TimeText };

export type SeedInstance = WithTimeTexts<EventResource> & { readonly of?: TimeText };

const SeedInstance: Schema<SeedInstance> = {
  type: 'object',
  id: 'SeedInstance',
  description: 'An instance of a series that differs from it; what is left out is as in the series.',
  properties: {
    ...instanceFields,
    of: time('The start that the series gives it', NEEDED),
    start: time('Its own start'),
    end: time('Its own end'),
  },
};

/** What people may set for themselves in a meeting. */
const OWN_NAMES = [
  'reminders',
  'colorId',
  'eventLabelId',
  'transparency',
  'extendedProperties',
  'status',
  'summary',
  'description',
  'location',
] as const satisfies readonly (keyof EventResource)[];
export type OwnName = (typeof OWN_NAMES)[number];
const ownFields: Fields = Object.fromEntries(
  OWN_NAMES.flatMap((name) => (eventFields[name] === undefined ? [] : [[name, eventFields[name]]])),
);

type OwnFields = Patch<Pick<EventResource, OwnName>>;
export type SeedOwnInstance = OwnFields & { readonly of?: TimeText };
export type SeedOwn = OwnFields & { readonly instances?: SeedOwnInstance[] | undefined };

const SeedOwnInstance: Schema<SeedOwnInstance> = {
  type: 'object',
  id: 'SeedOwnInstance',
  description: 'An instance that somebody has set differently for themselves.',
  properties: { ...ownFields, of: time('The start that the series gives it', NEEDED) },
};

const SeedOwn: Schema<SeedOwn> = {
  type: 'object',
  id: 'SeedOwn',
  description: 'What somebody has set for themselves: a guest in their copy, which `status: cancelled` deletes.',
  properties: { ...ownFields, instances: array('Instances of a series that differ.', SeedOwnInstance) },
};

export type SeedEvent = WithTimeTexts<EventResource> & {
  readonly own?: Record<string, SeedOwn> | undefined;
  readonly by?: string | undefined;
  readonly instances?: SeedInstance[] | undefined;
};

export const SeedEvent: Schema<SeedEvent> = {
  type: 'object',
  id: 'SeedEvent',
  description: 'An event, as in a request, with guests and their answers.',
  properties: {
    ...eventFields,
    organizer: as(
      { ...object('', eventFields['organizer']?.properties ?? {}) },
      'Somebody elsewhere who organizes it: the event is imported, and needs its iCalUID in place of an id.',
    ),
    start: time('When it begins, in the zone of its calendar', NEEDED),
    end: time('When it ends; an hour or a day later when left out, and `10:30` is on the day on which it began'),
    by: string('Who creates it; the owner of the calendar when left out.'),
    instances: array('Instances of a series that differ.', SeedInstance),
    own: record(
      'What people have set for themselves, by address: guests in their copies, others who may write to the calendar their reminders.',
      SeedOwn,
    ),
  },
};
