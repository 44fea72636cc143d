import { openListed } from '#lib/calendar/calendar-list/change-entry';
import { describeEntry } from '#lib/calendar/calendar-list/describe-entry';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId } from '#lib/calendar/parameters';
import { CalendarListEntryResource } from '#lib/calendar/resources/calendar-list';
import { READ_LIST_ENTRY } from '#lib/calendar/scopes';

export const calendarListGet = defineOperation({
  id: 'calendar.calendarList.get',
  summary: "Reads one entry of the caller's list.",
  route: 'GET /calendar/v3/users/me/calendarList/{calendarId}',
  scopes: READ_LIST_ENTRY,
  cost: 1,
  path: { calendarId },
  query: {},
  returns: CalendarListEntryResource,

  async run({ path }, context) {
    const opened = await openListed('calendarList.get', path.calendarId, context);
    return describeEntry(opened.entry, opened, context.caller.email);
  },
});
