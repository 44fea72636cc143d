/** What the function needs that keeps copies of meetings alike. It serves no requests, so that is less than the calendar service. */
import type { Propagation } from '#lib/calendar/guests/propagation';
import { documents } from '#lib/stores/dynamodb/client';
import { dynamoPropagationStores } from '#lib/stores/dynamodb/calendar/copies';
import { systemClock } from './clock.ts';
import { config } from './config.ts';
import { logger } from './logger.ts';

export const guests: Propagation = { stores: dynamoPropagationStores(documents, config.calendarTable, systemClock), clock: systemClock, log: logger };
