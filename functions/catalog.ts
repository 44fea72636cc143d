/** Every operation, group by group in documentation order. For documents, generators and tests; never bundled. */
import type { Operation } from '#lib/api/operation';
import { operations as adsConversion } from './ads/conversion/index.ts';
import { operations as adsReports } from './ads/reports/index.ts';
import { operations as adsSavedColumns } from './ads/savedColumns/index.ts';
import { operations as almanacBookshelves } from './almanac/bookshelves/index.ts';
import { operations as almanacIcalAddresses } from './almanac/icalAddresses/index.ts';
import { operations as booksBookshelves } from './books/bookshelves/index.ts';
import { operations as booksBookshelvesVolumes } from './books/bookshelves/volumes/index.ts';
import { operations as booksMylibraryBookshelves } from './books/mylibrary/bookshelves/index.ts';
import { operations as booksMylibraryBookshelvesVolumes } from './books/mylibrary/bookshelves/volumes/index.ts';
import { operations as booksVolumes } from './books/volumes/index.ts';
import { operations as calendarAcl } from './calendar/acl/index.ts';
import { operations as calendarCalendarList } from './calendar/calendarList/index.ts';
import { operations as calendarCalendars } from './calendar/calendars/index.ts';
import { operations as calendarChannels } from './calendar/channels/index.ts';
import { operations as calendarColors } from './calendar/colors/index.ts';
import { operations as calendarEvents } from './calendar/events/index.ts';
import { operations as calendarFreebusy } from './calendar/freebusy/index.ts';
import { operations as calendarSettings } from './calendar/settings/index.ts';

/** One Lambda function. */
export interface Group {
  readonly service: 'calendar' | 'books' | 'ads' | 'almanac';
  /** Folder of the entry file in `functions`. */
  readonly folder: string;
  readonly operations: readonly Operation[];
}

const group = (service: Group['service'], path: string, operations: readonly Operation[]): Group => ({
  service,
  folder: `${service}/${path}`,
  operations,
});

export const groups: readonly Group[] = [
  group('calendar', 'acl', calendarAcl),
  group('calendar', 'calendarList', calendarCalendarList),
  group('calendar', 'calendars', calendarCalendars),
  group('calendar', 'channels', calendarChannels),
  group('calendar', 'colors', calendarColors),
  group('calendar', 'events', calendarEvents),
  group('calendar', 'freebusy', calendarFreebusy),
  group('calendar', 'settings', calendarSettings),
  group('books', 'bookshelves', booksBookshelves),
  group('books', 'bookshelves/volumes', booksBookshelvesVolumes),
  group('books', 'volumes', booksVolumes),
  group('books', 'mylibrary/bookshelves', booksMylibraryBookshelves),
  group('books', 'mylibrary/bookshelves/volumes', booksMylibraryBookshelvesVolumes),
  group('ads', 'conversion', adsConversion),
  group('ads', 'reports', adsReports),
  group('ads', 'savedColumns', adsSavedColumns),
  group('almanac', 'bookshelves', almanacBookshelves),
  group('almanac', 'icalAddresses', almanacIcalAddresses),
];

export const catalog: readonly Operation[] = groups.flatMap(({ operations }) => operations);
