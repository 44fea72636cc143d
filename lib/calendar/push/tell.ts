/**
 * Tells channels of changes. A message is stored, with its number, before it is sent for the first time; when the
 * stream hands the same changes over again, channels are told again. Sending gets little time here: what a receiver
 * does not take at once is left to the schedule, so that no receiver holds up the stream.
 */
import { inParallel } from '#lib/api/process/in-parallel';
import { isLive } from '#lib/calendar/model/channel';
import type { Outbox, ResourceState } from '#lib/calendar/model/outbox';
import { topicChangesIn, isConcerned, type TopicChange, type TableChange } from './changes.ts';
import { withoutAccess } from './lost-access.ts';
import { addMessage } from './outbox.ts';
import { updateAndTake, type Push } from './push.ts';
import { sendOldest } from './send-oldest.ts';
import { newTally, report, type Tally } from './tally.ts';

interface Notice {
  readonly channelId: string;
  readonly state: ResourceState;
  readonly changedAtMs: number;
}

/** Attempts begin within this time after the first; what is left then is for the schedule. */
const BUDGET_MS = 2_000;
/** How long a receiver may take here. */
const PATIENCE_MS = 2_000;
const CONCERNS_AT_ONCE = 16;
const CHANNELS_AT_ONCE = 50;

async function noticesOf(concern: TopicChange, push: Push): Promise<Notice[]> {
  const { topic, changedAtMs, isGone, isLess } = concern;
  const nowMs = push.clock.now().getTime();
  const watchers = (await push.stores.channels.listWatchers(topic)).filter((watcher) => isLive(watcher, nowMs));
  const shutOut = isLess && !isGone ? await withoutAccess(topic, watchers, push) : new Set<string>();
  return watchers.flatMap((watcher): Notice[] => {
    if (isGone || shutOut.has(watcher.email)) return [{ channelId: watcher.id, state: 'not_exists', changedAtMs }];
    return isConcerned(concern, watcher) ? [{ channelId: watcher.id, state: 'exists', changedAtMs }] : [];
  });
}

/** Whoever failed before is tried again by the schedule, at its time. */
const isPrompt = ({ isSlow, waiting: [head] }: Outbox): boolean => !isSlow && head?.attempts === 0;

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
  if (notice?.state === 'not_exists') await push.stores.channels.unsubscribe(outbox.channel);
  while (held !== undefined) {
    const after: Outbox | undefined = await sendOldest(held, PATIENCE_MS, tally, push);
    held = after && (await updateAndTake(after, (current) => current, mayTake, push));
  }
}

/** Resolves when every message is stored; throws when one could not be, after all the others are. */
export async function tellChannels(changes: readonly TableChange[], push: Push): Promise<void> {
  const { stores, clock, log } = push;
  const found = await inParallel(topicChangesIn(changes), CONCERNS_AT_ONCE, (concern) => noticesOf(concern, push));
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
