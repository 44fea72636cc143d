import { badRequest } from '#lib/api/errors';
import { documents } from '#lib/stores/dynamodb/client';
import { dynamoCalendarStores } from '#lib/stores/dynamodb/calendar/stores';
import { systemClock } from './clock.ts';
import { config } from './config.ts';
import { makeService } from './service.ts';

const { admins, importedTypes, syncTokensSinceMs } = config;

export const calendar = makeService(config.calendarTable, {
  name: 'calendar',
  stores: dynamoCalendarStores(documents, config.calendarTable, { admins, importedTypes, syncTokensSinceMs }, systemClock),
  withoutCredentials: 'login',
  invalidBody: () => badRequest('badRequest', 'Bad Request'),
});
