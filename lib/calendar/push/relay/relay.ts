/**
 * Channels of a calendar that is elsewhere. A client's channel is kept here, as any other, and a channel at the
 * upstream sends to an address of ours (`/hooks/ID`): `open.ts` and `stop.ts` are for both, `receive.ts` takes the
 * upstream's messages and hands them on with our own numbers and retries, `renew.ts` opens the upstream's anew when it
 * ends before the client's.
 */
import { createHash, hash, timingSafeEqual } from 'node:crypto';
import type { Caller, Clock, Ids, Logger } from '#lib/api/context';
import { pending } from '#lib/api/operation';
import type { CheckedRequest, Forward, ForwardedAnswer } from '#lib/api/upstream';
import type { Channel, Topic, UpstreamChannel } from '#lib/calendar/model/channel';
import { defineOperation } from '#lib/calendar/operation';
import { resourceIdOf } from '#lib/calendar/push/new-channel';
import { ChannelResource } from '#lib/calendar/resources/channel';
import type { ChannelStore } from '#lib/calendar/stores/channels';
import type { RenewalStore } from '#lib/calendar/stores/renewals';

export interface Relay {
  readonly forward: Forward;
  readonly stores: { readonly channels: ChannelStore; readonly renewals: RenewalStore };
  /** Whether requests can be made in a caller's name without the caller. */
  readonly canRenew: boolean;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
}

export const HOOKS_PATH = 'hooks/';
const HOOK_PART_LENGTH = 20;
const STOP_PATH = 'calendar/v3/channels/stop';
/** An upstream channel is opened anew when a tenth of its life is left, but an hour before its end at the latest. */
const LEFT = 0.1;
const MAX_LEFT_MS = 3_600_000;

/** A request to a path of the upstream that answers with a channel, or with nothing. */
const operationAt = (path: string) =>
  defineOperation({
    id: 'calendar.channels.relay',
    summary: 'Opens or ends a channel at the upstream.',
    route: `POST /${path}`,
    scopes: [],
    cost: 0,
    path: {},
    query: {},
    body: ChannelResource,
    ...(path !== STOP_PATH && { returns: ChannelResource }),
    run: pending,
  });

/** As whom the upstream is asked; without a token of the caller's own, by a service account. */
export type Asker = Pick<CheckedRequest, 'caller' | 'token' | 'rootUrl'>;

export const post = (path: string, body: ChannelResource, asker: Asker, { forward }: Relay): Promise<ForwardedAnswer> =>
  forward({
    ...asker,
    operation: operationAt(path) as CheckedRequest['operation'],
    pathValues: {},
    query: new URLSearchParams(),
    bodyText: JSON.stringify(body),
    headers: {},
    isHead: false,
    apiKey: undefined,
  });

/** The opened channel; undefined when the answer is none. */
export function channelIn({ status, body }: ForwardedAnswer): ChannelResource | undefined {
  if (status !== 200 || typeof body !== 'string') return undefined;
  const channel = JSON.parse(body) as ChannelResource;
  return typeof channel.resourceId === 'string' && Number(channel.expiration) > 0 ? channel : undefined;
}

/** Ends a channel at the upstream; one that is not there any more is ended. */
export async function stopUpstream(
  { id, resourceId }: Pick<UpstreamChannel, 'id' | 'resourceId'>,
  asker: Asker,
  relay: Relay,
): Promise<void> {
  try {
    const { status } = await post(STOP_PATH, { id, resourceId }, asker, relay);
    if (status < 400 || status === 404) return;
    relay.log.error('upstream channel not stopped', { channel: id, status });
  } catch (error) {
    // Its messages find nobody, and it ends by itself.
    relay.log.error('upstream channel not stopped', { channel: id, error: String(error) });
  }
}

const renewAtMs = ({ expiresAtMs }: UpstreamChannel, nowMs: number): number =>
  Math.floor(expiresAtMs - Math.min((expiresAtMs - nowMs) * LEFT, MAX_LEFT_MS));

/** The renewal that a channel waits for; undefined when it ends before. */
export const renewalOf = ({ id, expiresAtMs, upstream }: Channel, nowMs: number) =>
  upstream !== undefined && upstream.expiresAtMs < expiresAtMs
    ? { channelId: id, dueAtMs: renewAtMs(upstream, nowMs) }
    : undefined;

/**
 * The addresses of one user's channels on one resource begin alike, so that they are found and counted together; the
 * second part says which of them it is.
 */
export function hookOf(email: string, path: string, channelId: string): { readonly topic: Topic; readonly id: string } {
  const topic: Topic = { what: 'hook', of: resourceIdOf(email, { what: 'hook', of: path.replace(/\?.*/s, '') }) };
  return { topic, id: `${topic.of}.${hookPart(channelId)}` };
}

const hookPart = (channelId: string): string => hash('sha256', channelId, 'base64url').slice(0, HOOK_PART_LENGTH);

/** Of a hook's id: what is watched, and whether a watcher is the one that it belongs to. */
export function readHookId(id: string): { readonly topic: Topic; isOf(watcher: { readonly id: string }): boolean } {
  const [of = '', part] = id.split('.');
  return { topic: { what: 'hook', of }, isOf: (watcher) => part === undefined || part === hookPart(watcher.id) };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the same time for every token. */
export const isSameToken = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

export const callerOf = ({ email, clientId, upstream }: Channel): Caller => ({
  kind: 'user',
  email,
  clientId,
  scopes: upstream?.scopes ?? [],
});
