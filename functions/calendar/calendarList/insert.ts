import { addEntry } from '#lib/calendar/calendar-list/change-entry';
import { patchedEntry } from '#lib/calendar/calendar-list/entry-fields';
import { defineOperation } from '#lib/calendar/operation';
import { colorRgbFormat } from '#lib/calendar/parameters';
import { CalendarListEntryResource } from '#lib/calendar/resources/calendar-list';
import { ADD_LIST_ENTRY } from '#lib/calendar/scopes';

export const calendarListInsert = defineOperation({
  id: 'calendar.calendarList.insert',
  summary: "Adds an existing calendar to the caller's list.",
  route: 'POST /calendar/v3/users/me/calendarList',
  scopes: ADD_LIST_ENTRY,
  cost: 1,
  path: {},
  query: { colorRgbFormat },
  body: CalendarListEntryResource,
  returns: CalendarListEntryResource,

  run: ({ query, body }, context) =>
    addEntry(
      body.id,
      (entry, isPrimary) => patchedEntry(entry, body, query.colorRgbFormat === true, isPrimary),
      context,
    ),
});
