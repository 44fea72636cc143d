/** The samples of `events/`. */
import { readFileSync } from 'node:fs';

const listed = (names: string): string[] => names.trim().split(/\s+/);

/** By service, in an order in which most of them succeed. */
export const SAMPLES: Readonly<
  Record<'calendar' | 'books' | 'ads' | 'reports' | 'almanac' | 'oauth', readonly string[]>
> = {
  calendar: listed(`
    settings/get settings/list settings/watch colors/get calendars/get calendars/patch calendars/update
    acl/insert acl/get acl/list acl/patch acl/update acl/watch calendarList/list calendarList/get
    calendarList/insert calendarList/patch calendarList/update calendarList/watch events/insert events/import
    events/quickAdd events/get events/list events/instances events/patch events/update events/watch
    freebusy/query channels/stop acl/delete events/move events/delete calendars/transferOwnership
    calendarList/delete calendars/delete calendars/clear
  `),
  books: listed(`
    volumes/list volumes/get mylibrary/bookshelves/addVolume mylibrary/bookshelves/moveVolume
    mylibrary/bookshelves/list mylibrary/bookshelves/get mylibrary/bookshelves/volumes/list bookshelves/list
    bookshelves/get bookshelves/volumes/list mylibrary/bookshelves/removeVolume
    mylibrary/bookshelves/clearVolumes
  `),
  ads: listed(`
    savedColumns/list conversion/insert conversion/update conversion/updateAvailability conversion/get
    conversion/getByCustomerId reports/generate reports/getIdMappingFile
  `),
  reports: listed(`
    reports/get reports/getFile
  `),
  almanac: listed(`
    icalAddresses/insert icalAddresses/get icalAddresses/download icalAddresses/delete bookshelves/insert
    bookshelves/patch
  `),
  oauth: listed(`
    configuration certs authorize consent callback device deviceCode token tokeninfo userinfo revoke
  `),
};

const wordsOf = (path: string): string => path.replaceAll(/\/(\w)/g, (_slash, letter: string) => letter.toUpperCase());
/** `calendarEvents` for `calendar/events/insert`. */
export const functionOf = (sample: string): string => wordsOf(sample.slice(0, sample.lastIndexOf('/')));
export const readSample = (path: string): string =>
  readFileSync(new URL(`../../../events/${path}.json`, import.meta.url), 'utf8');

/** All that the scenario reads of `events/`. */
export const SAMPLE_PATHS = [
  ...Object.entries(SAMPLES).flatMap(([service, names]) =>
    names.map((name) => `${service === 'reports' ? 'ads' : service}/${name}`),
  ),
  'ads/reports/request',
  'calendar/calendars/insert',
  'imports/advertising',
  'imports/catalogue',
];
