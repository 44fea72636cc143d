/** One attempt to deliver one message. */
import type { Outbox } from '#lib/calendar/model/outbox';
import { headersOf } from './headers.ts';
import { finishAttempt } from './outbox.ts';
import { update, type Push } from './push.ts';
import { resultOf } from './retries.ts';
import type { Tally } from './tally.ts';

/**
 * Sends the oldest message of an outbox whose lease the caller has, and ends the lease. Answers the outbox after that;
 * undefined when the channel has ended.
 */
export async function sendOldest(
  held: Outbox,
  timeLimitMs: number,
  tally: Tally,
  push: Push,
): Promise<Outbox | undefined> {
  const [message] = held.waiting;
  if (message === undefined) return held;
  const { channel } = held;
  if (message.attempts === 0) tally.lagMs.push(push.clock.now().getTime() - message.changedAtMs);
  const outcome = await push.webhooks.post(channel.address, headersOf(channel, message), timeLimitMs);
  const result = resultOf(outcome);
  tally.attempts += 1;
  tally[result.kind] += 1;
  return update(
    held,
    (current) => finishAttempt(current, message.number, result, result.kind === 'again', push.clock.now().getTime()),
    push,
  );
}
