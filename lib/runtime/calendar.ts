import { badRequest } from '#lib/api/errors';
import type { CalendarStores } from '#lib/calendar/stores';
import type { Service } from '#lib/middleware/serve';
import { config } from './config.ts';

export const calendar: Service<CalendarStores> = {
  name: 'calendar',
  stores: {},
  table: config.calendarTable,
  invalidBody: () => badRequest('badRequest', 'Bad Request'),
};
