/** What the functions that send messages share. They serve no requests, so they need less than the calendar service. */
import { knownGroups } from '#lib/calendar/groups';
import type { Push } from '#lib/calendar/push/push';
import { dynamoCalendars } from '#lib/stores/dynamodb/calendar/calendars';
import { dynamoChannels } from '#lib/stores/dynamodb/calendar/channels';
import { dynamoGroups } from '#lib/stores/dynamodb/calendar/groups';
import { documents } from '#lib/stores/dynamodb/client';
import { SequencedWrites } from '#lib/stores/dynamodb/sequenced-writes';
import { webhookClient } from '#lib/webhook/client';
import { systemClock } from './clock.ts';
import { config } from './config.ts';
import { logger } from './logger.ts';

export const push: Push = {
  stores: {
    calendars: dynamoCalendars(documents, config.calendarTable, new SequencedWrites(documents, config.calendarTable)),
    channels: dynamoChannels(documents, config.calendarTable),
    groups: knownGroups(dynamoGroups(documents, config.calendarTable), systemClock),
  },
  webhooks: webhookClient({ allowLoopback: config.loopbackWebhooks }),
  clock: systemClock,
  log: logger,
};
