import { pending } from '#lib/api/operation';
import { defineOperation } from '#lib/calendar/operation';
import { settingsListQuery } from '#lib/calendar/parameters';
import { ChannelResource } from '#lib/calendar/resources/channel';
import { READ_SETTINGS } from '#lib/calendar/scopes';

export const settingsWatch = defineOperation({
  id: 'calendar.settings.watch',
  summary: 'Opens a channel that tells of changed settings.',
  route: 'POST /calendar/v3/users/me/settings/watch',
  scopes: READ_SETTINGS,
  cost: 1,
  watchable: true,
  path: {},
  query: settingsListQuery,
  body: ChannelResource,
  returns: ChannelResource,
  run: pending,
});
