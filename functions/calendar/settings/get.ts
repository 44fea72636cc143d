import { notFound } from '#lib/api/errors';
import { string } from '#lib/api/schema';
import { requireUser } from '#lib/calendar/access/open-calendar';
import { defineOperation } from '#lib/calendar/operation';
import { SettingResource } from '#lib/calendar/resources/settings';
import { READ_SETTINGS } from '#lib/calendar/scopes';
import { describeSetting } from '#lib/calendar/users/settings';

export const settingsGet = defineOperation({
  id: 'calendar.settings.get',
  summary: "Reads one of the caller's settings.",
  route: 'GET /calendar/v3/users/me/settings/{setting}',
  scopes: READ_SETTINGS,
  cost: 1,
  path: { setting: string('Name of the setting, such as `weekStart`.') },
  query: {},
  returns: SettingResource,

  async run({ path }, context) {
    const setting = describeSetting(await requireUser(context), path.setting);
    if (setting === undefined) throw notFound();
    return setting;
  },
});
