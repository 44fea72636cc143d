import { serve } from '#lib/middleware/serve';
import { calendar } from '#lib/runtime/calendar/serve';
import { settingsGet } from './get.ts';
import { settingsList } from './list.ts';
import { settingsWatch } from './watch.ts';

export const operations = [settingsGet, settingsList, settingsWatch];

export const handler = serve(operations, calendar);
