import { removeAddress } from '#lib/calendar/ics/feed/addresses';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId } from '#lib/calendar/parameters';
import { MAKE_ICAL_ADDRESS } from '#lib/calendar/scopes';

export const icalAddressesDelete = defineOperation({
  id: 'almanac.icalAddresses.delete',
  summary: 'Revokes the secret address of a calendar.',
  route: 'DELETE /almanac/v1/calendars/{calendarId}/icalAddress',
  scopes: MAKE_ICAL_ADDRESS,
  cost: 1,
  path: { calendarId },
  query: {},

  async run({ path }, context) {
    await removeAddress(path.calendarId, context);
    return undefined;
  },
});
