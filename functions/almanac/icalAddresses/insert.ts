import { resetAddress } from '#lib/calendar/ics/feed/addresses';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId } from '#lib/calendar/parameters';
import { IcalAddressResource } from '#lib/calendar/resources/ical-address';
import { MAKE_ICAL_ADDRESS } from '#lib/calendar/scopes';

/** The answer alone tells the secret; the address that was there before is gone. */
export const icalAddressesInsert = defineOperation({
  id: 'almanac.icalAddresses.insert',
  summary: 'Replaces the secret address of a calendar.',
  route: 'POST /almanac/v1/calendars/{calendarId}/icalAddress',
  scopes: MAKE_ICAL_ADDRESS,
  cost: 1,
  path: { calendarId },
  query: {},
  returns: IcalAddressResource,

  run: ({ path }, context) => resetAddress(path.calendarId, context),
});
