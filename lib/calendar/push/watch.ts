/** Opens and closes channels. A new outbox already holds the first message; the table's stream then sends it. */
import type { Context, User } from '#lib/api/context';
import { badRequest, forbidden, notFound } from '#lib/api/errors';
import { isLive, type Channel, type ReceiverRules, type Topic } from '#lib/calendar/model/channel';
import { isServiceAccount } from '#lib/calendar/model/service-account';
import type { ChannelResource } from '#lib/calendar/resources/channel';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { Watcher } from '#lib/calendar/stores/channels';
import { describeChannel, newChannel, resourceUriOf } from './new-channel.ts';
import { newOutbox } from './outbox.ts';

export interface Watch {
  readonly topic: Topic;
  readonly body: ChannelResource;
  /** Names of the parameters of the watched list. */
  readonly parameters: readonly string[];
  readonly eventTypes?: readonly string[] | undefined;
}

/** Every change of a resource is sent to each of its channels. */
const MAX_CHANNELS = 100;

/** 403 when the user has as many channels on a resource as one may have, beside the new one. */
export function requireRoom(watchers: readonly Watcher[], { id, email, openedAtMs }: Channel): void {
  const others = watchers.filter(
    (watcher) => watcher.email === email && watcher.id !== id && isLive(watcher, openedAtMs),
  );
  if (others.length < MAX_CHANNELS) return;
  const message = `A user has at most ${String(MAX_CHANNELS)} channels on one resource. Stop one of them first.`;
  throw forbidden('quotaExceeded', message, { domain: 'usageLimits' });
}

export async function openChannel(
  { topic, body, parameters, eventTypes }: Watch,
  context: Context<CalendarStores, User>,
  rules: ReceiverRules,
): Promise<ChannelResource> {
  const { caller, clock, request, stores } = context;
  const watched = { topic, resourceUri: resourceUriOf(request, topic, parameters), eventTypes };
  const channel = newChannel(body, watched, caller, clock.now().getTime(), rules);
  const [isAdded, watchers] = await Promise.all([
    stores.channels.add(newOutbox(channel)),
    stores.channels.listWatchers(topic),
  ]);
  if (!isAdded) throw badRequest('channelIdNotUnique', `Channel id ${channel.id} not unique`);
  try {
    requireRoom(watchers, channel);
  } catch (error) {
    await stores.channels.remove(channel);
    throw error;
  }
  return describeChannel(channel);
}

/** Whether the caller opened the channel; for a service account, any caller with the same client. */
const isOpener = ({ email, clientId }: Channel, caller: User): boolean =>
  clientId === caller.clientId && (email === caller.email || (clientId !== undefined && isServiceAccount(email)));

/** 404 unless the caller opened the channel with the same client. */
export async function stopChannel(
  { id, resourceId }: ChannelResource,
  { caller, clock, stores }: Context<CalendarStores, User>,
): Promise<undefined> {
  if (id === undefined || id === '') throw badRequest('required', 'Missing channel id.');
  if (resourceId === undefined || resourceId === '') throw badRequest('required', 'Missing resource id.');
  const outbox = await stores.channels.find(id);
  const isTheirs = outbox !== undefined && isOpener(outbox.channel, caller) && outbox.channel.resourceId === resourceId;
  const isOpen = outbox !== undefined && !outbox.isEnding && isLive(outbox.channel, clock.now().getTime());
  if (!isTheirs || !isOpen || !(await stores.channels.remove(outbox.channel))) {
    throw notFound(`Channel '${id}' not found for project '${caller.clientId ?? 'unknown'}'`);
  }
  return undefined;
}
