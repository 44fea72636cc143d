import { changeEntry } from '#lib/calendar/calendar-list/change-entry';
import { patchedEntry } from '#lib/calendar/calendar-list/entry-fields';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId, colorRgbFormat } from '#lib/calendar/parameters';
import { CalendarListEntryResource } from '#lib/calendar/resources/calendar-list';
import { WRITE_LIST_ENTRY } from '#lib/calendar/scopes';

export const calendarListPatch = defineOperation({
  id: 'calendar.calendarList.patch',
  summary: "Changes some fields of an entry of the caller's list.",
  route: 'PATCH /calendar/v3/users/me/calendarList/{calendarId}',
  scopes: WRITE_LIST_ENTRY,
  cost: 3,
  path: { calendarId },
  query: { colorRgbFormat },
  body: CalendarListEntryResource,
  returns: CalendarListEntryResource,

  run: ({ path, query, body }, context) =>
    changeEntry(
      'calendarList.patch',
      path.calendarId,
      (entry, isPrimary) => patchedEntry(entry, body, query.colorRgbFormat === true, isPrimary),
      context,
    ),
});
