import { badRequest } from '#lib/api/errors';
import { systemClock } from '#lib/runtime/process/clock';
import { config } from '#lib/runtime/process/config';
import { makeService } from '#lib/runtime/service';
import { dynamoCalendarStores } from '#lib/stores/dynamodb/calendar/stores';
import { documents } from '#lib/stores/dynamodb/client/client';
import { calendarUpstream } from './upstream.ts';

const { admins, importedTypes, syncTokensSinceMs, defaultTimeZone } = config;

export const calendar = makeService(config.calendarTable, {
  name: 'calendar',
  stores: dynamoCalendarStores(
    documents,
    config.calendarTable,
    { admins, importedTypes, syncTokensSinceMs, defaultTimeZone },
    systemClock,
  ),
  withoutCredentials: 'login',
  upstream: calendarUpstream(),
  invalidBody: (message) => badRequest('badRequest', `Bad Request: ${message}`),
});
