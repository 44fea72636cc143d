import { requireUser } from '#lib/calendar/access/open-calendar';
import { defineOperation } from '#lib/calendar/operation';
import { calendarListQuery } from '#lib/calendar/parameters';
import { openChannel } from '#lib/calendar/push/watch';
import { ChannelResource } from '#lib/calendar/resources/channel';
import { LIST_LIST_ENTRIES } from '#lib/calendar/scopes';
import { config } from '#lib/runtime/process/config';

export const calendarListWatch = defineOperation({
  id: 'calendar.calendarList.watch',
  summary: "Opens a channel for changes of the caller's list.",
  route: 'POST /calendar/v3/users/me/calendarList/watch',
  scopes: LIST_LIST_ENTRIES,
  cost: 1,
  watchable: true,
  path: {},
  query: calendarListQuery,
  body: ChannelResource,
  returns: ChannelResource,

  async run({ body }, context) {
    await requireUser(context);
    const watch = {
      topic: { what: 'calendarList', of: context.caller.email },
      body,
      parameters: Object.keys(calendarListQuery),
    } as const;
    return openChannel(watch, context, { allowLoopback: config.loopbackWebhooks });
  },
});
