import {
  array,
  as,
  boolean,
  date,
  dateTime,
  integer,
  object,
  record,
  resource,
  string,
  withDefault,
  type Static,
} from '#lib/api/schema';
import { ConferenceDataResource } from './conference.ts';
import { etag, kind, pageTokens } from './envelope.ts';
import {
  EVENT_TYPE_ALIASES,
  EventBirthdayPropertiesResource,
  EventFocusTimePropertiesResource,
  EventOutOfOfficePropertiesResource,
  EventWorkingLocationPropertiesResource,
} from './event-types.ts';
import { EventReminderResource } from './reminder.ts';

const IMPORT = 'calendar.events.import';
const INSERT = 'calendar.events.insert';
const UPDATE = 'calendar.events.update';

const EventDateTimeResource = resource('EventDateTime', 'A day, or a moment in a zone.', {
  date: date('The day of an all-day event, `YYYY-MM-DD`.'),
  dateTime: dateTime('The moment; the offset can be left out when `timeZone` is given.'),
  timeZone: string('IANA name of the zone; a series needs it, since it repeats by the wall clock there.'),
});
type EventDateTimeResource = Static<typeof EventDateTimeResource>;

export const EventAttendeeResource = resource('EventAttendee', 'Somebody, or a room, that an event invites.', {
  id: string('Profile id, where there is one.', { readOnly: true }),
  email: string('Address. Every attendee needs one.'),
  displayName: string('Name, where it is known.'),
  organizer: boolean('Whether it is the organiser.', { readOnly: true }),
  self: withDefault(boolean('Whether it is the calendar from which the event was read.', { readOnly: true }), false),
  resource: withDefault(boolean('Whether it is a room or other resource; cannot change after the invitation.'), false),
  optional: withDefault(boolean('Whether attendance is optional.'), false),
  responseStatus: string('`needsAction`, `declined`, `tentative` or `accepted`.'),
  comment: string('Words that came with the response.'),
  additionalGuests: withDefault(integer('How many more guests they bring.'), 0),
  asyncOperation: withDefault(
    string('Present while the members of a large group are still being looked up.', { readOnly: true }),
    '',
  ),
});
export type EventAttendeeResource = Static<typeof EventAttendeeResource>;

export const EventAttachmentResource = resource('EventAttachment', 'A file that belongs to an event.', {
  fileUrl: string('Where the file is. Every attachment needs one.'),
  title: string('Name for people.'),
  mimeType: string('Its media type.'),
  iconLink: string('A picture for it; can be set only for files of other systems.'),
  fileId: string('Id in the system that keeps the file.', { readOnly: true }),
});
export type EventAttachmentResource = Static<typeof EventAttachmentResource>;

const properties = (description: string) =>
  record(description, string('The value of one property, at most 1024 characters.', { coerce: true }));

const person = {
  id: string('Profile id, where there is one.'),
  email: string('Address.'),
  displayName: string('Name, where it is known.'),
  self: withDefault(boolean('Whether it is the calendar from which the event was read.', { readOnly: true }), false),
};

/**
 * `organizer`, `recurringEventId` and `originalStartTime` are read from the body of an import only, so they are not
 * declared read-only; the other writes ignore them.
 */
export const EventResource = resource('Event', 'An event, a series, or one instance of a series.', {
  kind: kind('calendar#event'),
  etag,
  id: string('5 to 1024 characters of `0-9a-v`; chosen by the client on insert, otherwise by the service.'),
  status: string('`confirmed`, `tentative` or `cancelled`; `confirmed` when left out.'),
  htmlLink: string('Where a person can look at it.', { readOnly: true }),
  created: dateTime('When it was created.', { readOnly: true }),
  updated: dateTime('When it last changed; reminders do not count.', { readOnly: true }),
  summary: string('Title.'),
  description: string('What it is about; may hold HTML.'),
  location: string('Where it takes place, as free text.'),
  colorId: string('A key of the event colours, `1` to `11`.'),
  eventLabelId: string("Id of one of the calendar's labels; read from a body only with `eventLabelVersion=1`."),
  creator: object('Who created it.', person, { readOnly: true }),
  organizer: object('The calendar that holds the leading copy; changed by a move.', person),
  start: as(EventDateTimeResource, 'When it begins; for a series, its first instance.', {
    requiredBy: [IMPORT, INSERT, UPDATE],
  }),
  end: as(EventDateTimeResource, 'When it is over; for a series, its first instance.', {
    requiredBy: [IMPORT, INSERT, UPDATE],
  }),
  endTimeUnspecified: withDefault(boolean('Whether the end is only an estimate.', { readOnly: true }), false),
  recurrence: array('What makes it a series.', string('One `RRULE`, `EXRULE`, `RDATE` or `EXDATE` line of RFC 5545.')),
  recurringEventId: string('On an instance: id of its series.'),
  originalStartTime: as(
    EventDateTimeResource,
    'On an instance: the start that the rule gives it, even after it was moved.',
  ),
  transparency: withDefault(string('`opaque` takes up time, `transparent` does not.'), 'opaque'),
  visibility: withDefault(
    string('`default`, `public`, `private` or `confidential`, which means `private`.'),
    'default',
  ),
  iCalUID: string('Id across calendar systems; the instances of a series share it.', { requiredBy: [IMPORT] }),
  sequence: integer('Revision number of iCalendar; cannot go down.'),
  attendees: array('Who is invited.', EventAttendeeResource),
  attendeesOmitted: withDefault(
    boolean('In an answer: some attendees are not shown. In a body: only the given response changes.'),
    false,
  ),
  extendedProperties: object('Values that clients keep with the event.', {
    private: properties('Of this copy only.'),
    shared: properties('Of all copies.'),
  }),
  hangoutLink: string('Address of the video conference.', { readOnly: true }),
  conferenceData: as(ConferenceDataResource, 'Its conference; read from a body only with `conferenceDataVersion=1`.'),
  gadget: object(
    'A retired extension: accepted, but not stored.',
    {
      type: string('Its type.', { deprecated: true }),
      title: string('Its title.', { deprecated: true }),
      link: string('Its https address.', { deprecated: true }),
      iconLink: string('The https address of its picture.', { deprecated: true }),
      width: integer('Pixels across.', { deprecated: true }),
      height: integer('Pixels down.', { deprecated: true }),
      display: string('`icon` or `chip`.', { deprecated: true }),
      preferences: record('Its settings.', string('One setting.')),
    },
    { deprecated: true },
  ),
  anyoneCanAddSelf: withDefault(boolean('Whether anybody can join.', { deprecated: true }), false),
  guestsCanInviteOthers: withDefault(boolean('Whether guests can invite.'), true),
  guestsCanModify: withDefault(boolean('Whether guests can change it.'), false),
  guestsCanSeeOtherGuests: withDefault(boolean('Whether guests see each other.'), true),
  privateCopy: withDefault(boolean('Whether changes stay in this copy; cannot change later.'), false),
  locked: withDefault(
    boolean('Whether title, text, place, times and rule of this copy are fixed.', { readOnly: true }),
    false,
  ),
  reminders: object('How the caller is reminded.', {
    useDefault: boolean('Whether the default reminders of the calendar apply.'),
    overrides: array('The reminders that apply instead; at most 5.', EventReminderResource),
  }),
  source: object('What it was made from; seen by its creator only.', {
    url: string('An http or https address.'),
    title: string('Name for people.'),
  }),
  attachments: array(
    'Its files, at most 25; read from a body only with `supportsAttachments=true`.',
    EventAttachmentResource,
  ),
  eventType: withDefault(
    string('`default`, `birthday`, `focusTime`, `fromMail`, `outOfOffice` or `workingLocation`; cannot change later.', {
      aliases: EVENT_TYPE_ALIASES,
    }),
    'default',
  ),
  birthdayProperties: as(EventBirthdayPropertiesResource, 'For the type `birthday`.'),
  focusTimeProperties: as(EventFocusTimePropertiesResource, 'For the type `focusTime`.'),
  outOfOfficeProperties: as(EventOutOfOfficePropertiesResource, 'For the type `outOfOffice`.'),
  workingLocationProperties: as(EventWorkingLocationPropertiesResource, 'For the type `workingLocation`.'),
});
export type EventResource = Static<typeof EventResource>;

export const EventsResource = resource('Events', 'One page of the events of a calendar.', {
  kind: kind('calendar#events'),
  etag,
  summary: string('Title of the calendar.', { readOnly: true }),
  description: string('What the calendar is for.', { readOnly: true }),
  updated: dateTime('When one of its events last changed.', { readOnly: true }),
  timeZone: string('IANA name of the zone of the answer.', { readOnly: true }),
  accessRole: string("The caller's role on the calendar.", { readOnly: true }),
  defaultReminders: array("The caller's default reminders for the calendar.", EventReminderResource),
  items: array('The events.', EventResource),
  ...pageTokens,
});
export type EventsResource = Static<typeof EventsResource>;
