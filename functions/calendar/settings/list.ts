import { requireUser } from '#lib/calendar/access/open-calendar';
import { defineOperation } from '#lib/calendar/operation';
import { settingsListQuery } from '#lib/calendar/parameters';
import { SettingsResource } from '#lib/calendar/resources/settings';
import { READ_SETTINGS } from '#lib/calendar/scopes';
import { listSettings } from '#lib/calendar/users/list-settings';

export const settingsList = defineOperation({
  id: 'calendar.settings.list',
  summary: "Lists the caller's settings.",
  route: 'GET /calendar/v3/users/me/settings',
  scopes: READ_SETTINGS,
  cost: 1,
  watchable: true,
  path: {},
  query: settingsListQuery,
  returns: SettingsResource,

  async run({ query }, context) {
    const user = await requireUser(context);
    return listSettings(user, query, { now: context.clock.now(), sinceMs: context.stores.syncTokensSinceMs });
  },
});
