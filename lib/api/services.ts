/** The three services as their documents introduce them: addresses, scopes, groups and the parameters every operation takes. */
import { type Fields, boolean, oneOf, optional, string, withDefault } from './schema.ts';

export interface ServiceDescription {
  /** First part of every operation id. */
  readonly name: 'calendar' | 'books' | 'doubleclicksearch';
  readonly version: string;
  /** Date of the published description whose facts the declarations follow. */
  readonly revision: string;
  readonly title: string;
  readonly description: string;
  /** Paths in the discovery document are relative to this; empty: they are relative to the root. */
  readonly servicePath: string;
  readonly batchPath: string;
  readonly scopes: Readonly<Record<string, string>>;
  /** What each group of operations is about. */
  readonly groups: Readonly<Record<string, string>>;
  readonly systemParameters: Fields;
}

export const SCOPE_PREFIX = 'https://www.googleapis.com/auth/';

const everywhere: Fields = {
  fields: optional(string('Selects the parts of the answer to send, for example `items(id,summary),nextPageToken`.')),
  key: optional(string('An API key. It is enough on its own for what is public.')),
  oauth_token: optional(string('A bearer token, for clients that cannot set the Authorization header.')),
  prettyPrint: withDefault(boolean('Whether the answer is indented for people.'), true),
  quotaUser: optional(string('Counts the request against this name, at most 40 characters, instead of the caller.')),
};

const calendarParameters: Fields = {
  alt: withDefault(oneOf('The form of the answer.', { json: 'JSON.' }), 'json'),
  ...everywhere,
  userIp: optional(string('Accepted and ignored; quotaUser took its place.', { deprecated: true })),
};

const platformParameters: Fields = {
  '$.xgafv': optional(oneOf('The form of an error.', { 1: 'With the list of single errors.', 2: 'Without that list.' })),
  access_token: optional(string('A bearer token, for clients that cannot set the Authorization header.')),
  alt: withDefault(
    oneOf('The form of the answer.', { json: 'JSON.', media: 'The file itself, where the operation has one.', proto: 'Declared, but refused.' }),
    'json',
  ),
  callback: optional(string('Accepted and ignored.')),
  ...everywhere,
  uploadType: optional(string('Accepted and ignored.')),
  upload_protocol: optional(string('Accepted and ignored.')),
};

const scopes = (descriptions: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(descriptions).map(([name, description]) => [`${SCOPE_PREFIX}${name}`, description]));

const calendar: ServiceDescription = {
  name: 'calendar',
  version: 'v3',
  revision: '20260708',
  title: 'Almanac Calendar',
  description: 'Calendars, their events and who may see them.',
  servicePath: 'calendar/v3/',
  batchPath: 'batch/calendar/v3',
  scopes: scopes({
    calendar: 'Everything: read, change, share and delete the calendars you can reach',
    'calendar.acls': 'Read and change who may use the calendars you own',
    'calendar.acls.readonly': 'Read who may use the calendars you own',
    'calendar.app.created': 'Make calendars, and work with the events of those this application made',
    'calendar.calendarlist': 'Read and change your list of calendars',
    'calendar.calendarlist.readonly': 'Read your list of calendars',
    'calendar.calendars': 'Make calendars, and read and change the properties of those you can reach',
    'calendar.calendars.readonly': 'Read the properties of the calendars you can reach',
    'calendar.events': 'Read and change events on all your calendars',
    'calendar.events.freebusy': 'Read when the calendars you can reach are busy',
    'calendar.events.owned': 'Read and change events on the calendars you own',
    'calendar.events.owned.readonly': 'Read events on the calendars you own',
    'calendar.events.public.readonly': 'Read events on public calendars',
    'calendar.events.readonly': 'Read events on all your calendars',
    'calendar.freebusy': 'Ask when your calendars are free or busy',
    'calendar.readonly': 'Read every calendar you can reach',
    'calendar.settings.readonly': 'Read your calendar settings',
  }),
  groups: {
    acl: 'Who may see and change a calendar.',
    calendarList: "The caller's own list of calendars: colours, names, reminders.",
    calendars: 'A calendar itself: title, time zone, location.',
    channels: 'Push channels, which tell a webhook about changes.',
    colors: 'The palette for calendars and events.',
    events: 'Appointments, once or repeating.',
    freebusy: 'When people and rooms are taken.',
    settings: "The caller's preferences.",
  },
  systemParameters: calendarParameters,
};

const books: ServiceDescription = {
  name: 'books',
  version: 'v1',
  revision: '20240214',
  title: 'Almanac Books',
  description: 'A searchable catalogue of volumes, and the shelves people keep them on.',
  servicePath: '',
  batchPath: 'batch',
  scopes: scopes({ books: 'Read and change your bookshelves' }),
  groups: {
    bookshelves: 'Public shelves of any user.',
    'bookshelves.volumes': 'What stands on a public shelf.',
    volumes: 'The catalogue: look a volume up, or search.',
    'mylibrary.bookshelves': "The caller's own shelves.",
    'mylibrary.bookshelves.volumes': "What stands on one of the caller's shelves.",
  },
  systemParameters: platformParameters,
};

const doubleclicksearch: ServiceDescription = {
  name: 'doubleclicksearch',
  version: 'v2',
  revision: '20250430',
  title: 'Almanac Search Ads',
  description: 'Conversions of search advertising, and reports over them.',
  servicePath: '',
  batchPath: 'batch',
  scopes: scopes({ doubleclicksearch: 'Read and change your search advertising data' }),
  groups: {
    conversion: 'Conversions: upload, correct, read back.',
    reports: 'Reports, at once or as files, and tables of identifiers.',
    savedColumns: 'Columns that an advertiser has saved.',
  },
  systemParameters: platformParameters,
};

export const services: readonly ServiceDescription[] = [calendar, books, doubleclicksearch];

/** `events` of `calendar.events.insert`: the part between service and method. */
export const groupOf = (operationId: string): string => operationId.split('.').slice(1, -1).join('.');
