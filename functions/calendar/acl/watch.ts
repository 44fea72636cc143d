import { openCalendar } from '#lib/calendar/access/open-calendar';
import { requireAccess } from '#lib/calendar/access/permissions';
import { defineOperation } from '#lib/calendar/operation';
import { aclListQuery, calendarId } from '#lib/calendar/parameters';
import { openChannel } from '#lib/calendar/push/watch';
import { ChannelResource } from '#lib/calendar/resources/channel';
import { LIST_RULES } from '#lib/calendar/scopes';
import { config } from '#lib/runtime/process/config';

export const aclWatch = defineOperation({
  id: 'calendar.acl.watch',
  summary: 'Opens a channel for changes of access rules.',
  route: 'POST /calendar/v3/calendars/{calendarId}/acl/watch',
  scopes: LIST_RULES,
  cost: 1,
  watchable: true,
  path: { calendarId },
  query: aclListQuery,
  body: ChannelResource,
  returns: ChannelResource,

  async run({ path, body }, context) {
    const { calendar } = requireAccess(await openCalendar(path.calendarId, context), 'acl.watch');
    const watch = { topic: { what: 'acl', of: calendar.id }, body, parameters: Object.keys(aclListQuery) } as const;
    return openChannel(watch, context, { allowLoopback: config.loopbackWebhooks });
  },
});
