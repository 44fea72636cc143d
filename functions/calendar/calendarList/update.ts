import { changeEntry } from '#lib/calendar/calendar-list/change-entry';
import { replacedEntry } from '#lib/calendar/calendar-list/entry-fields';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId, colorRgbFormat } from '#lib/calendar/parameters';
import { CalendarListEntryResource } from '#lib/calendar/resources/calendar-list';
import { WRITE_LIST_ENTRY } from '#lib/calendar/scopes';

export const calendarListUpdate = defineOperation({
  id: 'calendar.calendarList.update',
  summary: "Replaces an entry of the caller's list.",
  route: 'PUT /calendar/v3/users/me/calendarList/{calendarId}',
  scopes: WRITE_LIST_ENTRY,
  cost: 1,
  path: { calendarId },
  query: { colorRgbFormat },
  body: CalendarListEntryResource,
  returns: CalendarListEntryResource,

  run: ({ path, query, body }, context) =>
    changeEntry(
      'calendarList.update',
      path.calendarId,
      (entry, isPrimary) => replacedEntry(entry, body, query.colorRgbFormat === true, isPrimary),
      context,
    ),
});
