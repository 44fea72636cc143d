/** Parameters that more than one operation takes. A watch takes the query of the list it watches. */
import { boolean, dateTime, integer, oneOf, optional, repeated, string, withDefault } from '#lib/api/schema';
import { EVENT_TYPES, EVENT_TYPE_ALIASES } from './resources/event-types.ts';

export const calendarId = string('Id of the calendar; `primary` stands for the main calendar of the caller.');
export const eventId = string('Id of an event, or of one instance of a series.');
export const ruleId = string('Id of an access rule, such as `user:ann@example.com` or `default`.');

const pageToken = optional(
  string('`nextPageToken` of the previous page; all other parameters stay the same.', { blankIsAbsent: true }),
);
const syncToken = optional(
  string('`nextSyncToken` of an earlier list: returns what has changed since, with removals; 410 if it is too old.', {
    blankIsAbsent: true,
  }),
);
const entriesPerPage = withDefault(
  integer('Maximum number of entries on a page. More than 250 counts as 250.', { minimum: 1, ceiling: 250 }),
  100,
);
const eventsPerPage = withDefault(
  integer('Maximum number of events on a page; a page may have fewer. More than 2500 counts as 2500.', {
    minimum: 1,
    ceiling: 2500,
  }),
  250,
);

/** Absent differs from `false`, which is an error together with a sync token. */
const showDeleted = (what: string) =>
  optional(boolean(`Whether ${what} are listed too; cannot be false together with a sync token.`));

export const settingsListQuery = { maxResults: entriesPerPage, pageToken, syncToken };

export const aclListQuery = { ...settingsListQuery, showDeleted: showDeleted('removed rules, with the role `none`,') };

export const calendarListQuery = {
  ...settingsListQuery,
  minAccessRole: optional(
    oneOf('Leaves out calendars on which the caller has a lower role; not together with a sync token.', {
      freeBusyReader: 'Sees when the calendar is busy.',
      owner: 'Manages the calendar and its access rules.',
      reader: 'Reads events, private ones without their details.',
      writer: 'Reads and changes events.',
      writerWithoutPrivateAccess: 'Reads and changes events, private ones without their details.',
    }),
  ),
  showDeleted: showDeleted('removed entries'),
  showHidden: optional(boolean('Whether hidden entries are listed too; cannot be false together with a sync token.')),
  showOwnOrganizationOnly: optional(
    boolean("Keeps calendars of the caller's own organisation; not together with a sync token."),
  ),
};

export const colorRgbFormat = optional(
  boolean('Takes `backgroundColor` and `foregroundColor` from the body and picks the nearest `colorId`.'),
);

export const alwaysIncludeEmail = optional(
  boolean('Has no effect: addresses are always included.', { deprecated: true }),
);
export const maxAttendees = optional(
  integer('If an event has more guests, only the entry of the requested calendar is shown.', { minimum: 1 }),
);
export const timeZone = optional(
  string('IANA name of the time zone of the answer; the zone of the calendar if left out.', { blankIsAbsent: true }),
);

const timeMax = optional(
  dateTime('Keeps events that start before this instant; needs an offset; fractions of a second are ignored.'),
);

/** What `events.list` and `events.instances` have in common. */
const eventPageQuery = {
  alwaysIncludeEmail,
  maxAttendees,
  maxResults: eventsPerPage,
  pageToken,
  timeMax,
  timeZone,
};

export const eventsListQuery = {
  ...eventPageQuery,
  eventTypes: repeated(
    oneOf('Keeps events of these types; all types when left out.', EVENT_TYPES, { aliases: EVENT_TYPE_ALIASES }),
  ),
  iCalUID: optional(string('Keeps the events with this iCalendar UID.', { blankIsAbsent: true })),
  orderBy: optional(
    oneOf('Order of the answer; stable but unspecified when left out.', {
      startTime: 'Earliest start first; only together with `singleEvents`.',
      updated: 'Oldest change first.',
    }),
  ),
  privateExtendedProperty: repeated(
    string('Keeps events with this private property, written `name=value`; repeated ones must all match.'),
  ),
  q: optional(
    string('Words that must all occur in the title, the text, the place, the people or the working location.', {
      blankIsAbsent: true,
    }),
  ),
  sharedExtendedProperty: repeated(
    string('Keeps events with this shared property, written `name=value`; repeated ones must all match.'),
  ),
  showDeleted: showDeleted('cancelled events'),
  showHiddenInvitations: optional(
    boolean('Whether invitations that the settings hide are listed too; false if left out.'),
  ),
  singleEvents: optional(boolean('Returns the instances of a series instead of the series itself; false if left out.')),
  syncToken,
  timeMin: optional(
    dateTime('Keeps events that end after this instant; needs an offset; fractions of a second are ignored.'),
  ),
  updatedMin: optional(
    dateTime('Keeps events changed at or after this instant, and all cancelled ones. 410 if it is too long ago.'),
  ),
};

export const eventsInstancesQuery = {
  ...eventPageQuery,
  originalStart: optional(
    string('Keeps the instance that the rule puts at this date or instant.', { blankIsAbsent: true }),
  ),
  showDeleted: optional(boolean('Whether cancelled instances are listed too; false if left out.')),
  timeMin: optional(dateTime('Keeps instances that end at or after this instant; needs an offset.')),
};

/** Which guests get mail about a change of an event. */
export const notifyGuests = {
  sendNotifications: optional(boolean('The older form of `sendUpdates`: true means `all`.', { deprecated: true })),
  sendUpdates: optional(
    oneOf('Which guests get mail about the change; nobody when left out.', {
      all: 'Every guest.',
      externalOnly: "Only guests outside the organiser's domain.",
      none: 'Nobody.',
    }),
  ),
};

/** Which optional parts of an event body the client understands; the others are ignored and stay as stored. */
export const eventParts = {
  conferenceDataVersion: optional(
    integer('1 reads `conferenceData` from the body; 0, or nothing, ignores it.', { minimum: 0, maximum: 1 }),
  ),
  eventLabelVersion: optional(
    integer('1 reads `eventLabelId` from the body in place of `colorId`; 0, or nothing, does the opposite.', {
      minimum: 0,
      maximum: 1,
    }),
  ),
  supportsAttachments: optional(boolean('Reads `attachments` from the body; without it, they are ignored.')),
};

export const sendSharingNotifications = optional(
  boolean('Whether the person gets a mail; true if left out, and never when access is removed.'),
);
