/** Sends messages that were not delivered at once, each when it is due. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Outbox } from '#lib/calendar/model/outbox';
import { TIME_LIMIT_MS } from '#lib/webhook/client';
import { dueAtMs } from './outbox.ts';
import { updateAndTake, type Push } from './push.ts';
import { sendOldest } from './send-oldest.ts';
import { slots, type Slots } from './slots.ts';
import { newTally, report, type Tally } from './tally.ts';

const MAX_CHANNELS = 2_000;
/** In each lane. Failing receivers have a lane of their own, so nobody else waits for them. */
const SENDING_AT_ONCE = 32;
const FAILING_ATTEMPTS = 3;

interface Run {
  readonly untilMs: number;
  readonly fast: Slots;
  readonly retrying: Slots;
  readonly failing: Slots;
  readonly tally: Tally;
  readonly push: Push;
}

function laneOf({ isSlow, waiting: [head] }: Outbox, { fast, retrying, failing }: Run): Slots {
  if (!isSlow) return fast;
  return (head?.attempts ?? 0) < FAILING_ATTEMPTS ? retrying : failing;
}

/** One attempt, unless another process has taken the outbox. */
async function sendNext(outbox: Outbox, { untilMs, tally, push }: Run): Promise<Outbox | undefined> {
  const isInTime = (): boolean => push.clock.now().getTime() <= untilMs;
  const held = await updateAndTake(outbox, (current) => current, isInTime, push);
  return held && sendOldest(held, TIME_LIMIT_MS, tally, push);
}

/** Sends the messages of one channel, while the next attempt is due in this run. */
async function sendMessages(outbox: Outbox, run: Run): Promise<void> {
  const nowMs = (): number => run.push.clock.now().getTime();
  let current: Outbox | undefined = outbox;
  while (current !== undefined) {
    const due = dueAtMs(current);
    if (due === undefined || due > run.untilMs) return;
    // A timer may fire a little early.
    while (nowMs() < due) await pause(due - nowMs());
    const next: Outbox = current;
    current = await laneOf(next, run)(() => sendNext(next, run));
  }
}

/** Attempts begin until `untilMs`; one that has begun may end later. */
export async function deliverDue(untilMs: number, push: Push): Promise<void> {
  const tally = newTally();
  const run = {
    untilMs,
    fast: slots(SENDING_AT_ONCE),
    retrying: slots(SENDING_AT_ONCE),
    failing: slots(SENDING_AT_ONCE),
    tally,
    push,
  };
  const failures: unknown[] = [];
  const due = await push.stores.channels.listDue(untilMs, MAX_CHANNELS);
  await Promise.all(
    due.map((outbox) => sendMessages(outbox, run).catch((error: unknown) => void failures.push(error))),
  );
  report(tally, 'deliver-notifications', push.log);
  if (failures.length > 0) throw new AggregateError(failures, 'some channels could not be worked on');
}
