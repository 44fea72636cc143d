/** Creates a channel from a request, and checks the request. */
import { hash } from 'node:crypto';
import type { User } from '#lib/api/context';
import { badRequest, unauthorized, type ApiError } from '#lib/api/errors';
import type { Topic, ReceiverRules, Channel } from '#lib/calendar/model/channel';
import type { ChannelResource } from '#lib/calendar/resources/channel';
import { hostOf, isRefusedHost, isRefusedPort } from '#lib/webhook/addresses';

const ID = /^[A-Za-z0-9\-_+/=]{1,64}$/;
/** Characters that a header may hold. */
const TOKEN = /^[\t\x20-\x7e\xa0-\xff]{0,256}$/;
const TYPES = ['web_hook', 'webhook'];
const DEFAULT_LIFE_SECONDS = 604_800;
const MAX_LIFE_SECONDS = 30 * 86_400;
const RESOURCE_ID_BYTES = 20;

const invalid = (message: string): ApiError => badRequest('invalid', message);

function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw badRequest('required', `Missing channel ${name}.`);
  return value;
}

/** 27 characters, the same for all channels of one user on one topic. */
export const resourceIdOf = (email: string, { what, of }: Topic): string =>
  hash('sha256', JSON.stringify([email, what, of]), 'buffer')
    .subarray(0, RESOURCE_ID_BYTES)
    .toString('base64url');

function checkAddress(address: string, rules: ReceiverRules): string {
  if (!URL.canParse(address)) throw invalid(`Invalid WebHook callback: ${address}`);
  const url = new URL(address);
  const host = hostOf(url);
  // Only receivers that the loopback switch opens may use plain HTTP and any port.
  const isOpenedLoopback =
    rules.allowLoopback && isRefusedHost(host, { allowLoopback: false }) && !isRefusedHost(host, rules);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOpenedLoopback))
    throw badRequest('push.webhookUrlNotHttps', `WebHook callback must be HTTPS: ${address}`);
  if (url.username !== '' || url.password !== '') throw invalid(`Invalid WebHook callback: ${address}`);
  if (isRefusedHost(host, rules) || (isRefusedPort(url) && !isOpenedLoopback))
    throw unauthorized('push.webhookUrlUnauthorized', `Unauthorized WebHook callback channel: ${address}`);
  return address;
}

/** The earliest of what the client requests and the maximum. */
function endOf({ expiration, params }: ChannelResource, nowMs: number): number {
  const ttl = params?.['ttl'];
  const ttlSeconds = ttl === undefined ? undefined : Number(ttl);
  if (ttlSeconds !== undefined && !(Number.isInteger(ttlSeconds) && ttlSeconds > 0))
    throw invalid(`Invalid ttl value: ${String(ttl)}.`);
  const endMs = expiration === undefined ? undefined : Number(expiration);
  if (endMs !== undefined && !(endMs > nowMs))
    throw invalid(`Invalid ttl value: the expiration ${String(expiration)} has passed.`);
  const wishes = [ttlSeconds === undefined ? undefined : nowMs + ttlSeconds * 1000, endMs].filter(
    (wish) => wish !== undefined,
  );
  return Math.min(
    nowMs + MAX_LIFE_SECONDS * 1000,
    ...(wishes.length === 0 ? [nowMs + DEFAULT_LIFE_SECONDS * 1000] : wishes),
  );
}

/** The channel from a request; throws the documented error for missing or invalid values. */
export function newChannel(
  body: ChannelResource,
  watched: { readonly topic: Topic; readonly resourceUri: string; readonly eventTypes?: readonly string[] | undefined },
  { email, clientId }: Pick<User, 'email' | 'clientId'>,
  nowMs: number,
  rules: ReceiverRules,
): Channel {
  const id = required(body.id, 'id');
  const type = required(body.type, 'type');
  const address = required(body.address, 'address');
  if (!ID.test(id)) throw invalid('Invalid channel id.');
  if (!TYPES.includes(type)) throw invalid(`Invalid channel type: ${type}.`);
  if (body.token !== undefined && !TOKEN.test(body.token)) throw invalid('Invalid channel token.');
  return {
    id,
    topic: watched.topic,
    resourceId: resourceIdOf(email, watched.topic),
    resourceUri: watched.resourceUri,
    address: checkAddress(address, rules),
    ...(body.token !== undefined && body.token !== '' && { token: body.token }),
    email,
    clientId,
    ...(watched.eventTypes !== undefined && watched.eventTypes.length > 0 && { eventTypes: watched.eventTypes }),
    openedAtMs: nowMs,
    expiresAtMs: endOf(body, nowMs),
  };
}

/**
 * The address of what is watched: the request's path and query without parameters of the call itself, and with the
 * calendar's id instead of `primary`.
 */
export function resourceUriOf(
  { rootUrl, url }: { readonly rootUrl: string; readonly url: string },
  { of }: Topic,
  parameters: readonly string[],
): string {
  const { pathname, searchParams } = new URL(url, rootUrl);
  const query = [...searchParams].filter(([name]) => parameters.includes(name));
  const path = pathname
    .replace(/\/watch$/, '')
    .replace(/\/calendars\/[^/]+/, () => `/calendars/${encodeURIComponent(of)}`)
    .replaceAll('%40', '@');
  return new URL(`${path}?${new URLSearchParams([...query, ['alt', 'json']]).toString()}`, rootUrl).href;
}

export const describeChannel = ({ id, resourceId, resourceUri, token, expiresAtMs }: Channel): ChannelResource => ({
  kind: 'api#channel',
  id,
  resourceId,
  resourceUri,
  ...(token !== undefined && { token }),
  expiration: String(expiresAtMs),
});
