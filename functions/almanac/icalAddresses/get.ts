import { getAddress } from '#lib/calendar/ics/feed/addresses';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId } from '#lib/calendar/parameters';
import { IcalAddressResource } from '#lib/calendar/resources/ical-address';
import { READ_CALENDAR } from '#lib/calendar/scopes';

export const icalAddressesGet = defineOperation({
  id: 'almanac.icalAddresses.get',
  summary: 'Lists the addresses at which others can subscribe to a calendar.',
  route: 'GET /almanac/v1/calendars/{calendarId}/icalAddress',
  scopes: READ_CALENDAR,
  cost: 1,
  path: { calendarId },
  query: {},
  returns: IcalAddressResource,

  run: ({ path }, context) => getAddress(path.calendarId, context),
});
