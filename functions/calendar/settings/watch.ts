import { requireUser } from '#lib/calendar/access/open-calendar';
import { defineOperation } from '#lib/calendar/operation';
import { settingsListQuery } from '#lib/calendar/parameters';
import { openChannel } from '#lib/calendar/push/watch';
import { ChannelResource } from '#lib/calendar/resources/channel';
import { READ_SETTINGS } from '#lib/calendar/scopes';
import { config } from '#lib/runtime/process/config';

export const settingsWatch = defineOperation({
  id: 'calendar.settings.watch',
  summary: 'Opens a channel for changes of settings.',
  route: 'POST /calendar/v3/users/me/settings/watch',
  scopes: READ_SETTINGS,
  cost: 1,
  watchable: true,
  path: {},
  query: settingsListQuery,
  body: ChannelResource,
  returns: ChannelResource,

  async run({ body }, context) {
    await requireUser(context);
    const watch = {
      topic: { what: 'settings', of: context.caller.email },
      body,
      parameters: Object.keys(settingsListQuery),
    } as const;
    return openChannel(watch, context, { allowLoopback: config.loopbackWebhooks });
  },
});
