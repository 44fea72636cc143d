import { pending } from '#lib/api/operation';
import { defineOperation } from '#lib/calendar/operation';
import { calendarListQuery } from '#lib/calendar/parameters';
import { ChannelResource } from '#lib/calendar/resources/channel';
import { LIST_LIST_ENTRIES } from '#lib/calendar/scopes';

export const calendarListWatch = defineOperation({
  id: 'calendar.calendarList.watch',
  summary: "Opens a channel that tells of changes to the caller's list.",
  route: 'POST /calendar/v3/users/me/calendarList/watch',
  scopes: LIST_LIST_ENTRIES,
  cost: 1,
  watchable: true,
  path: {},
  query: calendarListQuery,
  body: ChannelResource,
  returns: ChannelResource,
  run: pending,
});
