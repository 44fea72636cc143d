/** Ends a channel here, and the one at the upstream that fed it. */
import type { Context, User } from '#lib/api/context';
import type { CheckedRequest } from '#lib/api/upstream';
import { stopChannel } from '#lib/calendar/push/watch';
import type { ChannelResource } from '#lib/calendar/resources/channel';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { stopUpstream, type Relay } from './relay.ts';

export async function stopRelayed(
  body: ChannelResource,
  request: CheckedRequest,
  context: Context<CalendarStores, User>,
  relay: Relay,
): Promise<undefined> {
  const outbox = await relay.stores.channels.find(body.id ?? '');
  await stopChannel(body, context);
  const upstream = outbox?.channel.upstream;
  if (upstream !== undefined) await stopUpstream(upstream, request, relay);
  return undefined;
}
