/** Operations of our own, beside those of the documented services; no discovery document has them. */
import { calendarParameters } from '#lib/api/common-parameters';
import type { ServiceDescription } from '#lib/api/service';
import { BOOKS_SCOPES } from '#lib/books/scopes';
import { CALENDAR_SCOPES } from '#lib/calendar/scopes';

export const almanacDescription: ServiceDescription = {
  name: 'almanac',
  version: 'v1',
  revision: '20261116',
  title: 'Almanac',
  description: "Operations that Google's APIs do not have.",
  servicePath: 'almanac/v1/',
  batchPath: '',
  scopes: { ...CALENDAR_SCOPES, ...BOOKS_SCOPES },
  groups: {
    bookshelves: 'Shelves that readers make, and who may see them.',
    icalAddresses: 'Addresses at which phones and other calendars subscribe to a calendar.',
  },
  systemParameters: calendarParameters,
};
