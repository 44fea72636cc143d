/** A calendar that is elsewhere: `watch` and `stop` keep channels here, all else is put to the upstream. */
import type { Context, User } from '#lib/api/context';
import type { CheckedRequest } from '#lib/api/upstream';
import { openRelayed } from '#lib/calendar/push/relay/open';
import { stopRelayed } from '#lib/calendar/push/relay/stop';
import type { ChannelResource } from '#lib/calendar/resources/channel';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { KeptOperation } from '#lib/middleware/forward-operation';
import { config } from '#lib/runtime/process/config';
import { openUpstream, type OpenedUpstream } from '#lib/runtime/upstream';
import { upstreamPath } from '#lib/upstream/forward';
import { relayTo } from './relay.ts';

interface ChannelInput {
  readonly body: ChannelResource;
}

const WATCHES = ['events', 'acl', 'calendarList', 'settings'].map((group) => `calendar.${group}.watch`);

function keptBy(upstream: OpenedUpstream): Readonly<Record<string, KeptOperation>> {
  const relay = relayTo(upstream);
  const rules = { allowLoopback: config.loopbackWebhooks };
  const watch = (request: CheckedRequest, { body }: ChannelInput) =>
    openRelayed(upstreamPath(request), body, request, rules, relay);
  const stop = (request: CheckedRequest, { body }: ChannelInput, context: Context<CalendarStores, User>) =>
    stopRelayed(body, request, context, relay);
  return { ...Object.fromEntries(WATCHES.map((id) => [id, watch])), 'calendar.channels.stop': stop };
}

export function calendarUpstream(): OpenedUpstream | undefined {
  const upstream = openUpstream('calendar');
  return upstream && { ...upstream, kept: keptBy(upstream) };
}
