/** Opens a channel here and at the upstream, or neither. */
import type { User } from '#lib/api/context';
import { badRequest, unavailable } from '#lib/api/errors';
import type { CheckedRequest, ForwardedAnswer } from '#lib/api/upstream';
import { isLive, type Channel, type ReceiverRules } from '#lib/calendar/model/channel';
import { describeChannel, newChannel } from '#lib/calendar/push/new-channel';
import { newOutbox } from '#lib/calendar/push/outbox';
import { requireRoom } from '#lib/calendar/push/watch';
import type { ChannelResource } from '#lib/calendar/resources/channel';
import { channelIn, hookOf, HOOKS_PATH, post, renewalOf, stopUpstream, type Relay } from './relay.ts';

const TOKEN_CHARACTERS = 40;

const notUnique = (id: string) => badRequest('channelIdNotUnique', `Channel id ${id} not unique`);

/** `path` is that of the request at the upstream. What the upstream refuses is its answer. */
export async function openRelayed(
  path: string,
  body: ChannelResource,
  request: CheckedRequest,
  rules: ReceiverRules,
  relay: Relay,
): Promise<ChannelResource | ForwardedAnswer> {
  const { stores, clock, ids, canRenew } = relay;
  const nowMs = clock.now().getTime();
  const caller = request.caller as User;
  const hook = hookOf(caller.email, path, body.id ?? '');
  const asked = newChannel(body, { topic: hook.topic, resourceUri: '' }, caller, nowMs, rules);
  const [former, watchers] = await Promise.all([
    stores.channels.find(asked.id),
    stores.channels.listWatchers(asked.topic),
  ]);
  if (former !== undefined && isLive(former.channel, nowMs)) throw notUnique(asked.id);
  requireRoom(watchers, asked);

  const address = `${request.rootUrl}${HOOKS_PATH}${hook.id}`;
  const token = ids.hex(TOKEN_CHARACTERS);
  const id = ids.next();
  const wish = { id, type: 'web_hook', address, token, expiration: String(asked.expiresAtMs) };
  const answer = await post(path, wish, request, relay);
  if (answer.status >= 400) return answer;
  const opened = channelIn(answer);
  if (opened === undefined) throw unavailable('backendError', 'Backend Error', { headers: { 'retry-after': '1' } });

  const endsAtMs = Number(opened.expiration);
  const upstream = {
    id,
    resourceId: opened.resourceId ?? '',
    expiresAtMs: endsAtMs,
    path,
    address,
    token,
    scopes: caller.scopes,
  };
  const channel: Channel = {
    ...asked,
    resourceId: upstream.resourceId,
    resourceUri: opened.resourceUri ?? '',
    // Nobody could open it anew: it ends with the upstream's.
    expiresAtMs: canRenew ? asked.expiresAtMs : Math.min(asked.expiresAtMs, endsAtMs),
    upstream,
  };
  const renewal = canRenew ? renewalOf(channel, nowMs) : undefined;
  if (renewal !== undefined) await stores.renewals.add(renewal);
  if (await stores.channels.add(newOutbox(channel))) return describeChannel(channel);
  await stopUpstream(upstream, request, relay);
  throw notUnique(channel.id);
}
