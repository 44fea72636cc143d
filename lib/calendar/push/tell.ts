/**
 * Push messages about changes. Read in this order: watch.ts and new-channel.ts (opening and closing a channel),
 * changes.ts (which topics a batch of table changes concerns), tell.ts (from the stream to the channels), outbox.ts
 * (the messages of a channel and their states), push.ts (how an outbox is written), send-oldest.ts with headers.ts (one
 * attempt), retries.ts, deliver-due.ts (what failed is sent by the delay queue, and by the schedule what the queue lost).
 *
 * A message is stored with its number before the first attempt. If the stream hands the same changes over again,
 * channels get another message. An attempt gets little time here: slow receivers are left to the delay queue, so none
 * of them holds up the stream.
 */
import { inParallel } from '#lib/api/process/in-parallel';
import { isLive } from '#lib/calendar/model/channel';
import type { Outbox, ResourceState } from '#lib/calendar/model/outbox';
import { topicChangesIn, concernsWatcher, type TopicChange, type TableChange } from './changes.ts';
import { withoutAccess } from './lost-access.ts';
import { addMessage, dueAtMs } from './outbox.ts';
import { updateAndTake, type Push } from './push.ts';
import { sendOldest } from './send-oldest.ts';
import { newTally, report, type Tally } from './tally.ts';

interface Notice {
  readonly channelId: string;
  readonly state: ResourceState;
  readonly changedAtMs: number;
}

/** No attempt begins later than this; the delay queue brings the rest. */
const BUDGET_MS = 2_000;
/** The time that a receiver gets here. */
const RECEIVER_TIME_LIMIT_MS = 2_000;
const TOPICS_AT_ONCE = 16;
const CHANNELS_AT_ONCE = 50;

async function noticesOf(change: TopicChange, push: Push): Promise<Notice[]> {
  const { topic, changedAtMs, isGone, reducesAccess } = change;
  const nowMs = push.clock.now().getTime();
  const watchers = (await push.stores.channels.listWatchers(topic)).filter((watcher) => isLive(watcher, nowMs));
  const withoutAccessNow = reducesAccess && !isGone ? await withoutAccess(topic, watchers, push) : new Set<string>();
  return watchers.flatMap((watcher): Notice[] => {
    if (isGone || withoutAccessNow.has(watcher.email))
      return [{ channelId: watcher.id, state: 'not_exists', changedAtMs }];
    return concernsWatcher(change, watcher) ? [{ channelId: watcher.id, state: 'exists', changedAtMs }] : [];
  });
}

/** Channels that failed before are left to the delay queue. */
const isPrompt = ({ isSlow, waiting: [head] }: Outbox): boolean => !isSlow && head?.attempts === 0;

/** A message that is due and that is not sent here; whoever writes another time of an outbox has asked already. */
async function leaveToQueue(outbox: Outbox, { wakeUps, clock }: Push): Promise<void> {
  const due = dueAtMs(outbox);
  if (due !== undefined && due <= clock.now().getTime()) await wakeUps?.send({ id: outbox.channel.id, dueAtMs: due });
}

async function tell(
  outbox: Outbox,
  notice: Notice | undefined,
  deadlineMs: number,
  tally: Tally,
  push: Push,
): Promise<void> {
  const nowMs = (): number => push.clock.now().getTime();
  const postNotice = (current: Outbox): Outbox =>
    notice === undefined ? current : addMessage(current, notice.state, notice.changedAtMs, nowMs());
  const mayTake = (current: Outbox): boolean => isPrompt(current) && nowMs() < deadlineMs;
  let held = await updateAndTake(outbox, postNotice, mayTake, push);
  if (held === undefined && !mayTake(outbox)) await leaveToQueue(outbox, push);
  if (notice?.state === 'not_exists') await push.stores.channels.unsubscribe(outbox.channel);
  while (held !== undefined) {
    const after: Outbox | undefined = await sendOldest(held, RECEIVER_TIME_LIMIT_MS, tally, push);
    held = after && (await updateAndTake(after, (current) => current, mayTake, push));
  }
}

/** Resolves when the message is stored; it is sent at once, or by the delay queue. */
export async function tellOne(outbox: Outbox, state: ResourceState, push: Push): Promise<void> {
  const nowMs = push.clock.now().getTime();
  const tally = newTally();
  const notice = { channelId: outbox.channel.id, state, changedAtMs: nowMs };
  await tell(outbox, notice, nowMs + BUDGET_MS, tally, push);
  report(tally, 'hooks', push.log);
}

/** Resolves when every message is stored. If some could not be, the others still are, and it throws. */
export async function tellChannels(changes: readonly TableChange[], push: Push): Promise<void> {
  const { stores, clock, log } = push;
  const found = await inParallel(topicChangesIn(changes), TOPICS_AT_ONCE, (change) => noticesOf(change, push));
  const notices = new Map(found.flat().map((notice) => [notice.channelId, notice]));
  const opened = changes.flatMap((change) => (change.kind === 'opened' ? [change.channelId] : []));
  const channelIds = [...new Set([...notices.keys(), ...opened])];
  if (channelIds.length === 0) return;

  const outboxes = await stores.channels.findAll(channelIds);
  const tally = newTally();
  const deadlineMs = clock.now().getTime() + BUDGET_MS;
  const failures: unknown[] = [];
  await inParallel(outboxes, CHANNELS_AT_ONCE, (outbox) =>
    tell(outbox, notices.get(outbox.channel.id), deadlineMs, tally, push).catch(
      (error: unknown) => void failures.push(error),
    ),
  );
  report(tally, 'notify', log);
  if (failures.length > 0) throw new AggregateError(failures, 'some channels could not be told');
}
