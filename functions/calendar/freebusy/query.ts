import { queryFreeBusy } from '#lib/calendar/events/free-busy/free-busy';
import { defineOperation } from '#lib/calendar/operation';
import { FreeBusyRequestResource, FreeBusyResponseResource } from '#lib/calendar/resources/free-busy';
import { QUERY_FREE_BUSY } from '#lib/calendar/scopes';

/** An unreadable calendar has its error in the answer; the others are not affected. */
export const freebusyQuery = defineOperation({
  id: 'calendar.freebusy.query',
  summary: 'Lists the times when calendars are busy.',
  route: 'POST /calendar/v3/freeBusy',
  scopes: QUERY_FREE_BUSY,
  cost: 1,
  access: 'key',
  path: {},
  query: {},
  body: FreeBusyRequestResource,
  returns: FreeBusyResponseResource,

  run: ({ body }, context) => queryFreeBusy(body, context),
});
