/** Sends the push messages of channels at once, at an operator's request; those that were given up, too. */
import { counted } from '#lib/api/text/counted';
import type { Outbox } from '#lib/calendar/model/outbox';
import { deliverNow } from '#lib/calendar/push/deliver-due';
import { retryDeadLetters } from '#lib/calendar/push/outbox';
import { update, type Push } from '#lib/calendar/push/push';
import { StartupError } from '#lib/command/startup-error';

const numbersIn = ({ waiting, dead }: Outbox): number[] => [...waiting, ...dead].map(({ number }) => number);

/** How many of these messages are still there. */
async function countLeft(tried: readonly Outbox[], { stores }: Push): Promise<number> {
  const now = await stores.channels.findAll(tried.map(({ channel }) => channel.id));
  const left = now.map((outbox) => {
    const before = tried.find(({ channel }) => channel.id === outbox.channel.id);
    const numbers = before === undefined ? [] : numbersIn(before);
    return numbersIn(outbox).filter((number) => numbers.includes(number)).length;
  });
  return left.reduce((sum, count) => sum + count, 0);
}

export async function retryMessages(
  outboxes: readonly Outbox[],
  channelId: string | undefined,
  push: Push,
): Promise<void> {
  if (channelId !== undefined && outboxes.every(({ channel }) => channel.id !== channelId))
    throw new StartupError(`There is no channel '${channelId}'.`);
  const chosen = outboxes.filter(
    (outbox) => (channelId === undefined || outbox.channel.id === channelId) && numbersIn(outbox).length > 0,
  );
  if (chosen.length === 0) {
    console.log('No message waits.');
    return;
  }
  // Sent from here, so the stage is not asked to do the same.
  const here = { ...push, wakeUps: undefined };
  const nowMs = push.clock.now().getTime();
  const due = await Promise.all(chosen.map((outbox) => update(outbox, (one) => retryDeadLetters(one, nowMs), here)));
  await deliverNow(
    due.filter((outbox) => outbox !== undefined),
    push,
  );
  const messages = chosen.reduce((sum, outbox) => sum + numbersIn(outbox).length, 0);
  const left = await countLeft(chosen, push);
  if (left > 0) process.exitCode = 1;
  console.log(
    `${counted(messages, 'message')} of ${counted(chosen.length, 'channel')}: ${
      left === 0 ? 'sent' : `${String(messages - left)} sent, ${String(left)} not; see npm run channels -- list`
    }.`,
  );
}
