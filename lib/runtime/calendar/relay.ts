/** Channels of a calendar that is elsewhere. */
import type { Relay } from '#lib/calendar/push/relay/relay';
import { systemClock } from '#lib/runtime/process/clock';
import { config } from '#lib/runtime/process/config';
import { randomIds } from '#lib/runtime/process/ids';
import { logger } from '#lib/runtime/process/logger';
import type { OpenedUpstream } from '#lib/runtime/upstream';
import { dynamoChannels } from '#lib/stores/dynamodb/calendar/channels';
import { dynamoRenewals } from '#lib/stores/dynamodb/calendar/renewals';
import { documents } from '#lib/stores/dynamodb/client/client';

export const relayTo = ({ forward }: OpenedUpstream): Relay => ({
  forward,
  stores: {
    channels: dynamoChannels(documents, config.calendarTable),
    renewals: dynamoRenewals(documents, config.calendarTable),
  },
  canRenew: config.upstreams.calendar?.credentials !== 'caller',
  clock: systemClock,
  ids: randomIds,
  log: logger,
});
