/** What the function that sends letters needs, and the commands that send one again. */
import { setTimeout } from 'node:timers/promises';
import type { Posting } from '#lib/calendar/guests/mail/posting';
import { mailerOf } from '#lib/runtime/mailer';
import { systemClock } from '#lib/runtime/process/clock';
import { config } from '#lib/runtime/process/config';
import { logger } from '#lib/runtime/process/logger';
import { wakeUpsOn } from '#lib/runtime/wake-ups';
import { dynamoPostingStores } from '#lib/stores/dynamodb/calendar/copies';
import { documents } from '#lib/stores/dynamodb/client/client';
import { dynamoQuota } from '#lib/stores/dynamodb/platform/quota';

export const posting: Posting = {
  stores: dynamoPostingStores(documents, config.calendarTable, systemClock),
  mailer: mailerOf(config),
  quota: dynamoQuota(documents, config.calendarTable),
  lettersPerDay: config.lettersPerDay,
  sendsPastReminders: config.mailOutbox !== undefined,
  wakeUps: wakeUpsOn(config.letterQueue),
  clock: systemClock,
  wait: setTimeout,
  log: logger,
};
