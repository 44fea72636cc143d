import { listCalendars } from '#lib/calendar/calendar-list/list-entries';
import { defineOperation } from '#lib/calendar/operation';
import { calendarListQuery } from '#lib/calendar/parameters';
import { CalendarListResource } from '#lib/calendar/resources/calendar-list';
import { LIST_LIST_ENTRIES } from '#lib/calendar/scopes';

export const calendarListList = defineOperation({
  id: 'calendar.calendarList.list',
  summary: "Lists the caller's calendars.",
  route: 'GET /calendar/v3/users/me/calendarList',
  scopes: LIST_LIST_ENTRIES,
  cost: 1,
  watchable: true,
  path: {},
  query: calendarListQuery,
  returns: CalendarListResource,

  run: ({ query }, context) => listCalendars(query, context),
});
