/** What the functions that send messages share. They serve no requests, so they need less than the calendar service. */
import type { Push } from '#lib/calendar/push/push';
import { knownGroups } from '#lib/calendar/users/known-groups';
import { systemClock } from '#lib/runtime/process/clock';
import { config } from '#lib/runtime/process/config';
import { logger } from '#lib/runtime/process/logger';
import { wakeUpsOn } from '#lib/runtime/wake-ups';
import { dynamoCalendars } from '#lib/stores/dynamodb/calendar/calendars';
import { dynamoChannels } from '#lib/stores/dynamodb/calendar/channels';
import { dynamoGroups } from '#lib/stores/dynamodb/calendar/groups';
import { documents } from '#lib/stores/dynamodb/client/client';
import { SequencedWrites } from '#lib/stores/dynamodb/commands/sequenced-writes';
import { webhookClient } from '#lib/webhook/client';

export const push: Push = {
  stores: {
    calendars: dynamoCalendars(documents, config.calendarTable, new SequencedWrites(documents, config.calendarTable)),
    channels: dynamoChannels(documents, config.calendarTable),
    groups: knownGroups(dynamoGroups(documents, config.calendarTable), systemClock),
  },
  webhooks: webhookClient({ allowLoopback: config.loopbackWebhooks }),
  wakeUps: wakeUpsOn(config.pushQueue),
  clock: systemClock,
  log: logger,
};
