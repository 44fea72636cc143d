/** What each caller must get of one person's data. One row for each operation that names something by an id. */
import type { Row } from './table.ts';

const NOT_FOUND = '404 notFound';
const TOO_NARROW = '403 insufficientPermissions';

/** Others cannot tell whether it exists. */
const hidden = (owner: string): Row => ({
  owner,
  colleague: NOT_FOUND,
  outsider: NOT_FOUND,
  key: '401 required',
  narrow: TOO_NARROW,
  revoked: NOT_FOUND,
});

/** The same for callers with only an API key, on operations that accept keys for public data. */
const hiddenFromKeys = (owner: string): Row => ({ ...hidden(owner), key: NOT_FOUND });

/** Everybody gets an answer: public data, or their own under the same name. */
const open = (owner: string): Row => ({
  owner,
  colleague: '200',
  outsider: '200',
  key: '200',
  narrow: TOO_NARROW,
  revoked: '200',
});

/** Entries of a batch are refused one by one. */
const refusedEntry = (owner: string): Row => ({
  ...hidden(owner),
  colleague: '400 requestValidation',
  outsider: '400 requestValidation',
  revoked: '400 requestValidation',
});

const forbidden = (owner: string): Row => ({
  ...hidden(owner),
  colleague: '403 forbidden',
  outsider: '403 forbidden',
  revoked: '403 forbidden',
});

/** Operations that name nothing by an id: they list or make the caller's own things, or read what is everybody's. */
export const WITHOUT_IDS: readonly string[] = [
  'calendar.calendarList.list',
  'calendar.calendarList.watch',
  'calendar.calendars.insert',
  'calendar.colors.get',
  'calendar.settings.list',
  'calendar.settings.watch',
  'books.volumes.list',
  'books.mylibrary.bookshelves.list',
  'almanac.bookshelves.insert',
];

export const EXPECTATIONS: Readonly<Record<string, Row>> = {
  'calendar.acl.delete': hidden('204'),
  'calendar.acl.get': hidden('200'),
  'calendar.acl.insert': hidden('200'),
  'calendar.acl.list': hidden('200'),
  'calendar.acl.patch': hidden('200'),
  'calendar.acl.update': hidden('200'),
  'calendar.acl.watch': hidden('200'),
  'calendar.calendarList.delete': hidden('403 cannotUnsubscribeFromOwnedCalendar'),
  'calendar.calendarList.get': hidden('200'),
  'calendar.calendarList.insert': hidden('200'),
  'calendar.calendarList.patch': hidden('200'),
  'calendar.calendarList.update': hidden('200'),
  'calendar.calendars.clear': hidden('204'),
  'calendar.calendars.delete': hidden('204'),
  'calendar.calendars.get': hidden('200'),
  'calendar.calendars.patch': hidden('200'),
  // Only for administrators of the stage.
  'calendar.calendars.transferOwnership': hidden('403 forbidden'),
  'calendar.calendars.update': hidden('200'),
  'calendar.channels.stop': hidden('204'),
  'calendar.events.delete': hidden('204'),
  'calendar.events.get': hiddenFromKeys('200'),
  'calendar.events.import': hidden('200'),
  'calendar.events.insert': hidden('200'),
  'calendar.events.instances': hiddenFromKeys('200'),
  'calendar.events.list': hiddenFromKeys('200'),
  'calendar.events.move': hidden('200'),
  'calendar.events.patch': hidden('200'),
  'calendar.events.quickAdd': hidden('200'),
  'calendar.events.update': hidden('200'),
  'calendar.events.watch': hidden('200'),
  // Reports an error per calendar; the narrow scope is allowed for this operation.
  'calendar.freebusy.query': {
    owner: '200',
    colleague: '200 notFound',
    outsider: '200 notFound',
    key: '200 notFound',
    narrow: '200',
    revoked: '200 notFound',
  },
  // The caller's own shelf of that number.
  'almanac.bookshelves.patch': hidden('200'),
  'almanac.icalAddresses.delete': hidden('204'),
  // Nobody has made the calendar public, and tokens open no address.
  'almanac.icalAddresses.download': hiddenFromKeys(NOT_FOUND),
  'almanac.icalAddresses.get': hidden('200'),
  'almanac.icalAddresses.insert': hidden('200'),
  // Settings are always the caller's own.
  'calendar.settings.get': { ...open('200'), key: '401 required' },
  // A private shelf looks like a missing one through this path, even to its owner.
  'books.bookshelves.get': hiddenFromKeys(NOT_FOUND),
  'books.bookshelves.list': open('200'),
  'books.bookshelves.volumes.list': hiddenFromKeys(NOT_FOUND),
  'books.volumes.get': open('200'),
  // The path means the caller's own shelves: others have none with this number.
  'books.mylibrary.bookshelves.addVolume': hidden('204'),
  'books.mylibrary.bookshelves.clearVolumes': hidden('204'),
  'books.mylibrary.bookshelves.get': hidden('200'),
  'books.mylibrary.bookshelves.moveVolume': hidden('204'),
  'books.mylibrary.bookshelves.removeVolume': hidden('204'),
  'books.mylibrary.bookshelves.volumes.list': hidden('200'),
  'doubleclicksearch.conversion.get': forbidden('200'),
  'doubleclicksearch.conversion.getByCustomerId': forbidden('200'),
  'doubleclicksearch.conversion.insert': refusedEntry('200'),
  'doubleclicksearch.conversion.update': refusedEntry('200'),
  'doubleclicksearch.conversion.updateAvailability': refusedEntry('200'),
  'doubleclicksearch.reports.generate': forbidden('200'),
  'doubleclicksearch.reports.get': hidden('200'),
  'doubleclicksearch.reports.getFile': hidden('200'),
  'doubleclicksearch.reports.getIdMappingFile': forbidden('200'),
  'doubleclicksearch.reports.request': forbidden('200'),
  'doubleclicksearch.savedColumns.list': forbidden('200'),
};
