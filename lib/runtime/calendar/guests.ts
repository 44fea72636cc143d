/**
 * What the function needs that keeps copies of meetings alike. It serves no requests, so that is less than the calendar
 * service.
 */
import { setTimeout } from 'node:timers/promises';
import type { Propagation } from '#lib/calendar/guests/propagation';
import { folderMailer, sesMailer, type Mailer } from '#lib/mail/mailer';
import { systemClock } from '#lib/runtime/process/clock';
import { config } from '#lib/runtime/process/config';
import { logger } from '#lib/runtime/process/logger';
import { dynamoPropagationStores } from '#lib/stores/dynamodb/calendar/copies';
import { documents } from '#lib/stores/dynamodb/client/client';

const LOCAL_SENDER = 'almanac@localhost';

function mailerOf({ mailSender, mailOutbox }: typeof config): Mailer | undefined {
  if (mailOutbox !== undefined) return folderMailer(mailOutbox, mailSender ?? LOCAL_SENDER);
  return mailSender === undefined ? undefined : sesMailer(mailSender);
}

export const guests: Propagation = {
  stores: dynamoPropagationStores(documents, config.calendarTable, systemClock),
  mailer: mailerOf(config),
  copiesPerDay: config.copiesPerDay,
  clock: systemClock,
  wait: setTimeout,
  log: logger,
};
