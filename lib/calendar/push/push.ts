/** What push messages need, and how an outbox is written. */
import type { Clock, Logger } from '#lib/api/context';
import type { Outbox } from '#lib/calendar/model/outbox';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { WebhookClient } from '#lib/webhook/client';
import { isOver, takeLease } from './outbox.ts';

export interface Push {
  readonly stores: Pick<CalendarStores, 'calendars' | 'channels' | 'groups'>;
  readonly webhooks: WebhookClient;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Longer than an attempt can take, so no message is sent twice at once. */
const LEASE_MS = 15_000;

/**
 * Applies a change to the latest state, and again on a conflict. Undefined when the channel is gone, or when the change
 * ends it.
 */
export async function update(
  outbox: Outbox,
  change: (current: Outbox) => Outbox,
  { stores, clock }: Push,
): Promise<Outbox | undefined> {
  let current: Outbox | undefined = outbox;
  while (current?.channel.openedAtMs === outbox.channel.openedAtMs) {
    const next = change(current);
    if (next === current) return current;
    if (next.isEnding && isOver(next, clock.now().getTime())) {
      await stores.channels.remove(next.channel);
      return undefined;
    }
    const written = await stores.channels.replace(next);
    if (written !== undefined) return written;
    current = await stores.channels.find(outbox.channel.id);
  }
  return undefined;
}

/**
 * Changes an outbox and takes its lease in the same write, if a message is due and `mayTake` agrees; else answers
 * undefined.
 */
export async function updateAndTake(
  outbox: Outbox,
  change: (current: Outbox) => Outbox,
  mayTake: (changed: Outbox) => boolean,
  push: Push,
): Promise<Outbox | undefined> {
  let isTaken = false;
  const written = await update(
    outbox,
    (current) => {
      const changed = change(current);
      const taken = mayTake(changed) ? takeLease(changed, push.clock.now().getTime(), LEASE_MS) : undefined;
      isTaken = taken !== undefined;
      return taken ?? changed;
    },
    push,
  );
  return isTaken ? written : undefined;
}
