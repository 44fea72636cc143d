/** The OAuth scopes of the calendar service, and which of them open which operations: any one of a set is enough. */

const auth = <const N extends string>(name: N): `https://www.googleapis.com/auth/${N}` =>
  `https://www.googleapis.com/auth/${name}`;

export const SCOPE = {
  calendar: auth('calendar'),
  acls: auth('calendar.acls'),
  aclsReadonly: auth('calendar.acls.readonly'),
  appCreated: auth('calendar.app.created'),
  calendarList: auth('calendar.calendarlist'),
  calendarListReadonly: auth('calendar.calendarlist.readonly'),
  calendars: auth('calendar.calendars'),
  calendarsReadonly: auth('calendar.calendars.readonly'),
  events: auth('calendar.events'),
  eventsFreeBusy: auth('calendar.events.freebusy'),
  eventsOwned: auth('calendar.events.owned'),
  eventsOwnedReadonly: auth('calendar.events.owned.readonly'),
  eventsPublicReadonly: auth('calendar.events.public.readonly'),
  eventsReadonly: auth('calendar.events.readonly'),
  freeBusy: auth('calendar.freebusy'),
  readonly: auth('calendar.readonly'),
  settingsReadonly: auth('calendar.settings.readonly'),
} as const;

export type CalendarScope = (typeof SCOPE)[keyof typeof SCOPE];

/** What each scope lets a client do, for documents and for people who ask for a token. */
export const CALENDAR_SCOPES: Readonly<Record<CalendarScope, string>> = {
  [SCOPE.calendar]: 'Do anything in every calendar you can reach, sharing and deletion included',
  [SCOPE.acls]: 'Read and change who may use the calendars you own',
  [SCOPE.aclsReadonly]: 'Read who may use the calendars you own',
  [SCOPE.appCreated]: 'Create calendars, and work only with those that the same client created',
  [SCOPE.calendarList]: 'Read and change your list of calendars',
  [SCOPE.calendarListReadonly]: 'Read your list of calendars',
  [SCOPE.calendars]: 'Create calendars, and read and change their title, time zone and other properties',
  [SCOPE.calendarsReadonly]: 'Read the title, time zone and other properties of calendars',
  [SCOPE.events]: 'Read and change events in every calendar you can reach',
  [SCOPE.eventsFreeBusy]: 'Read only when the calendars you can reach are taken',
  [SCOPE.eventsOwned]: 'Read and change events in calendars you own',
  [SCOPE.eventsOwnedReadonly]: 'Read events in calendars you own',
  [SCOPE.eventsPublicReadonly]: 'Read events in public calendars',
  [SCOPE.eventsReadonly]: 'Read events in every calendar you can reach',
  [SCOPE.freeBusy]: 'Ask when you are free or busy',
  [SCOPE.readonly]: 'Read everything in every calendar you can reach',
  [SCOPE.settingsReadonly]: 'Read your calendar settings',
};

export const WRITE_RULES: readonly CalendarScope[] = [SCOPE.calendar, SCOPE.acls];
/** `calendar.readonly` may read a single rule, but not list rules. */
export const LIST_RULES: readonly CalendarScope[] = [SCOPE.calendar, SCOPE.acls, SCOPE.aclsReadonly];
export const READ_RULE: readonly CalendarScope[] = [...LIST_RULES, SCOPE.readonly];

/** Whoever knows a secret address reads all events, so a token that can only share, or only read, cannot make one. */
export const MAKE_ICAL_ADDRESS: readonly CalendarScope[] = [SCOPE.calendar];

export const ADD_LIST_ENTRY: readonly CalendarScope[] = [SCOPE.calendar, SCOPE.calendarList];
export const WRITE_LIST_ENTRY: readonly CalendarScope[] = [...ADD_LIST_ENTRY, SCOPE.appCreated];
export const LIST_LIST_ENTRIES: readonly CalendarScope[] = [
  SCOPE.calendar,
  SCOPE.calendarList,
  SCOPE.calendarListReadonly,
  SCOPE.readonly,
];
export const READ_LIST_ENTRY: readonly CalendarScope[] = [...LIST_LIST_ENTRIES, SCOPE.appCreated];

export const CLEAR_CALENDAR: readonly CalendarScope[] = [SCOPE.calendar, SCOPE.calendars];
export const WRITE_CALENDAR: readonly CalendarScope[] = [...CLEAR_CALENDAR, SCOPE.appCreated];
export const READ_CALENDAR: readonly CalendarScope[] = [...WRITE_CALENDAR, SCOPE.calendarsReadonly, SCOPE.readonly];

/** A move may leave the calendars that a client created, so `calendar.app.created` is not enough. */
export const MOVE_EVENT: readonly CalendarScope[] = [SCOPE.calendar, SCOPE.events, SCOPE.eventsOwned];
export const WRITE_EVENTS: readonly CalendarScope[] = [...MOVE_EVENT, SCOPE.appCreated];
export const READ_EVENTS: readonly CalendarScope[] = [
  ...WRITE_EVENTS,
  SCOPE.eventsFreeBusy,
  SCOPE.eventsOwnedReadonly,
  SCOPE.eventsPublicReadonly,
  SCOPE.eventsReadonly,
  SCOPE.readonly,
];

export const READ_COLORS: readonly CalendarScope[] = [
  ...READ_LIST_ENTRY,
  SCOPE.eventsFreeBusy,
  SCOPE.eventsOwned,
  SCOPE.eventsOwnedReadonly,
  SCOPE.eventsPublicReadonly,
];

export const QUERY_FREE_BUSY: readonly CalendarScope[] = [
  SCOPE.calendar,
  SCOPE.eventsFreeBusy,
  SCOPE.freeBusy,
  SCOPE.readonly,
];
export const READ_SETTINGS: readonly CalendarScope[] = [SCOPE.calendar, SCOPE.readonly, SCOPE.settingsReadonly];

/** Every scope that can open a channel can close one. */
export const STOP_CHANNEL: readonly CalendarScope[] = [
  ...new Set([...LIST_RULES, ...READ_LIST_ENTRY, ...READ_EVENTS, ...READ_SETTINGS]),
];
