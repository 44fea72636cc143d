import { pending } from '#lib/api/operation';
import { defineOperation } from '#lib/calendar/operation';
import { aclListQuery, calendarId } from '#lib/calendar/parameters';
import { ChannelResource } from '#lib/calendar/resources/channel';
import { LIST_RULES } from '#lib/calendar/scopes';

export const aclWatch = defineOperation({
  id: 'calendar.acl.watch',
  summary: 'Opens a channel that tells of changed access rules.',
  route: 'POST /calendar/v3/calendars/{calendarId}/acl/watch',
  scopes: LIST_RULES,
  cost: 1,
  watchable: true,
  path: { calendarId },
  query: aclListQuery,
  body: ChannelResource,
  returns: ChannelResource,
  run: pending,
});
