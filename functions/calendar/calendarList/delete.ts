import { removeEntry } from '#lib/calendar/calendar-list/change-entry';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId } from '#lib/calendar/parameters';
import { WRITE_LIST_ENTRY } from '#lib/calendar/scopes';

/** The calendar itself and its access rules stay. */
export const calendarListDelete = defineOperation({
  id: 'calendar.calendarList.delete',
  summary: "Removes a calendar from the caller's list.",
  route: 'DELETE /calendar/v3/users/me/calendarList/{calendarId}',
  scopes: WRITE_LIST_ENTRY,
  cost: 1,
  path: { calendarId },
  query: {},

  async run({ path }, context) {
    await removeEntry(path.calendarId, context);
    return undefined;
  },
});
