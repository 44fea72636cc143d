import { pending } from '#lib/api/operation';
import { string } from '#lib/api/schema';
import { defineOperation } from '#lib/calendar/operation';
import { SettingResource } from '#lib/calendar/resources/settings';
import { READ_SETTINGS } from '#lib/calendar/scopes';

export const settingsGet = defineOperation({
  id: 'calendar.settings.get',
  summary: "Reads one of the caller's settings.",
  route: 'GET /calendar/v3/users/me/settings/{setting}',
  scopes: READ_SETTINGS,
  cost: 1,
  path: { setting: string('Name of the setting, such as `weekStart`.') },
  query: {},
  returns: SettingResource,
  run: pending,
});
