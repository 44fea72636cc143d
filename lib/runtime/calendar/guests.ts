/**
 * What the function needs that keeps copies of meetings alike. It serves no requests, so that is less than the calendar
 * service.
 */
import type { Propagation } from '#lib/calendar/guests/propagation';
import { systemClock } from '#lib/runtime/process/clock';
import { config } from '#lib/runtime/process/config';
import { logger } from '#lib/runtime/process/logger';
import { wakeUpsOn } from '#lib/runtime/wake-ups';
import { dynamoPropagationStores } from '#lib/stores/dynamodb/calendar/copies';
import { documents } from '#lib/stores/dynamodb/client/client';

export const guests: Propagation = {
  stores: dynamoPropagationStores(documents, config.calendarTable, systemClock),
  copiesPerDay: config.copiesPerDay,
  sendsMail: config.mailOutbox !== undefined || config.mailSender !== undefined,
  wakeUps: wakeUpsOn(config.letterQueue),
  clock: systemClock,
  log: logger,
};
