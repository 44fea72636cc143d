/** A message of the upstream becomes one of ours, for the client's own address. */
import { notFound } from '#lib/api/errors';
import type { Push } from '#lib/calendar/push/push';
import { tellOne } from '#lib/calendar/push/tell';
import { isSameToken, readHookId } from './relay.ts';

export interface HookMessage {
  /** From the address that it was sent to. */
  readonly hookId: string;
  readonly token: string;
  /** `sync`, `exists` or `not_exists`. */
  readonly state: string;
}

/** Resolves when the message is stored; 404 for a hook that nobody has, and for a token that is not its own. */
export async function receive({ hookId, token, state }: HookMessage, push: Push): Promise<void> {
  const { channels } = push.stores;
  const { topic, isOf } = readHookId(hookId);
  const watchers = (await channels.listWatchers(topic)).filter(isOf);
  const outboxes = await channels.findAll(watchers.map(({ id }) => id));
  const known = outboxes.filter(
    ({ channel: { upstream } }) => upstream !== undefined && isSameToken(token, upstream.token),
  );
  if (known.length === 0) {
    // The first message may come before the answer to the request that opened the channel.
    if (state === 'sync' && watchers.length === 0) return;
    throw notFound();
  }
  // The client has got a `sync` of ours.
  if (state === 'sync') return;
  for (const outbox of known) await tellOne(outbox, state === 'not_exists' ? 'not_exists' : 'exists', push);
}
