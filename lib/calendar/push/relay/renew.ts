/** Opens channels at the upstream anew, before they end and while the client's goes on. */
import { isLive, type Channel, type UpstreamChannel } from '#lib/calendar/model/channel';
import type { Outbox } from '#lib/calendar/model/outbox';
import type { Renewal } from '#lib/calendar/stores/renewals';
import { callerOf, channelIn, post, renewalOf, stopUpstream, type Asker, type Relay } from './relay.ts';

const MAX_AT_ONCE = 100;
/** One that failed is tried again. */
const AGAIN_MS = 300_000;

/** The next one sends to the same address, so that nothing is missed between the two. */
async function openNext(
  channel: Channel,
  former: UpstreamChannel,
  asker: Asker,
  relay: Relay,
): Promise<UpstreamChannel> {
  const id = relay.ids.next();
  const { address, token, path } = former;
  const expiration = String(channel.expiresAtMs);
  const answer = await post(path, { id, type: 'web_hook', address, token, expiration }, asker, relay);
  const opened = channelIn(answer);
  if (opened === undefined) throw new Error(`the upstream answered ${String(answer.status)}`);
  return { ...former, id, resourceId: opened.resourceId ?? '', expiresAtMs: Number(opened.expiration) };
}

/** False when the channel has ended meanwhile. */
async function write(outbox: Outbox, upstream: UpstreamChannel, { stores }: Relay): Promise<boolean> {
  let current: Outbox | undefined = outbox;
  while (current?.channel.openedAtMs === outbox.channel.openedAtMs) {
    const next: Outbox = { ...current, channel: { ...current.channel, upstream } };
    if ((await stores.channels.replace(next)) !== undefined) return true;
    current = await stores.channels.find(outbox.channel.id);
  }
  return false;
}

async function renew(renewal: Renewal, relay: Relay): Promise<void> {
  const { stores, clock } = relay;
  const nowMs = clock.now().getTime();
  const again = { channelId: renewal.channelId, dueAtMs: nowMs + AGAIN_MS };
  if (!(await stores.renewals.postpone(renewal, again.dueAtMs))) return;
  const outbox = await stores.channels.find(renewal.channelId);
  const former = outbox?.channel.upstream;
  if (outbox !== undefined && former !== undefined && !outbox.isEnding && isLive(outbox.channel, nowMs)) {
    const { channel } = outbox;
    const asker = { caller: callerOf(channel), token: undefined, rootUrl: new URL('/', former.address).href };
    const upstream = await openNext(channel, former, asker, relay);
    const next = renewalOf({ ...channel, upstream }, nowMs);
    if (next !== undefined) await stores.renewals.add(next);
    const isWritten = await write(outbox, upstream, relay);
    await stopUpstream(isWritten ? former : upstream, asker, relay);
  }
  await stores.renewals.remove(again);
}

/** Those that are due; one that fails does not keep the others. */
export async function renewDue(relay: Relay): Promise<void> {
  const due = await relay.stores.renewals.listDue(relay.clock.now().getTime(), MAX_AT_ONCE);
  for (const renewal of due)
    await renew(renewal, relay).catch((error: unknown) => {
      relay.log.error('upstream channel not renewed', { channel: renewal.channelId, error: String(error) });
    });
}
