import { boolean, string } from '#lib/api/schema';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId } from '#lib/calendar/parameters';
import { CLEAR_CALENDAR } from '#lib/calendar/scopes';

/** The previous data owner keeps an owner rule. */
export const calendarsTransferOwnership = defineOperation({
  id: 'calendar.calendars.transferOwnership',
  summary: 'Transfers a secondary calendar to another data owner.',
  route: 'POST /calendar/v3/calendars/{calendarId}/transferOwnership',
  scopes: CLEAR_CALENDAR,
  cost: 1,
  path: { calendarId },
  query: {
    newDataOwner: string('Address of the person who gets the calendar.'),
    useAdminAccess: boolean('Must be true: only administrators of the stage can transfer calendars.'),
  },

  async run({ path, query }, context) {
    // Load late: almost never used.
    const { transferOwnership } = await import('#lib/calendar/calendars/transfer-ownership');
    await transferOwnership(path.calendarId, query, context);
    return undefined;
  },
});
