/** What push messages need, and how an outbox is written. */
import type { Clock, Logger } from '#lib/api/context';
import type { Outbox } from '#lib/calendar/model/outbox';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { WakeUps } from '#lib/calendar/stores/wake-ups';
import type { WebhookClient } from '#lib/webhook/client';
import { dueAtMs, isOver, takeLease } from './outbox.ts';

export interface Push {
  readonly stores: Pick<CalendarStores, 'calendars' | 'channels' | 'groups'>;
  readonly webhooks: WebhookClient;
  /** Without it, the schedule alone sends what was not delivered at once. */
  readonly wakeUps?: WakeUps | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Longer than an attempt can take, so no message is sent twice at once. */
const LEASE_MS = 15_000;

/** Whoever holds the lease asks for the next attempt when it ends; if it never does, the schedule finds the message. */
async function askForNextAttempt(before: Outbox, after: Outbox, { wakeUps }: Push): Promise<void> {
  const due = dueAtMs(after);
  if (due === undefined || after.lease !== undefined) return;
  if (before.lease === undefined && dueAtMs(before) === due) return;
  await wakeUps?.send({ id: after.channel.id, dueAtMs: due });
}

/**
 * Applies a change to the latest state, and again on a conflict. Undefined when the channel is gone, or when the change
 * ends it.
 */
export async function update(
  outbox: Outbox,
  change: (current: Outbox) => Outbox,
  push: Push,
): Promise<Outbox | undefined> {
  const { stores, clock } = push;
  let current: Outbox | undefined = outbox;
  while (current?.channel.openedAtMs === outbox.channel.openedAtMs) {
    const next = change(current);
    if (next === current) return current;
    if (next.isEnding && isOver(next, clock.now().getTime())) {
      await stores.channels.remove(next.channel);
      return undefined;
    }
    const written = await stores.channels.replace(next);
    if (written !== undefined) {
      await askForNextAttempt(current, written, push);
      return written;
    }
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
