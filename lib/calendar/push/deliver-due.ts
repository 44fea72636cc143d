/**
 * Sends messages that were not delivered at once, each when it is due. The delay queue asks for each attempt; the
 * schedule looks for those that the queue lost, or that wait for longer than it can.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Outbox } from '#lib/calendar/model/outbox';
import type { WakeUp } from '#lib/calendar/stores/wake-ups';
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
/** A run that waits for nothing begins no attempt later than this. */
const BEGIN_WITHIN_MS = 40_000;

/** A running clock has moved after the shorter one. */
const LEAST_STEP_MS = 5;
const MOST_STEP_MS = 250;

interface Run {
  /** No attempt begins later. */
  readonly untilMs: number;
  /** Whether the run waits for attempts that are due later, within its time. */
  readonly waits: boolean;
  readonly fast: Slots;
  readonly retrying: Slots;
  readonly failing: Slots;
  readonly tally: Tally;
  readonly push: Push;
}

const newRun = (untilMs: number, waits: boolean, push: Push): Run => ({
  untilMs,
  waits,
  fast: slots(SENDING_AT_ONCE),
  retrying: slots(SENDING_AT_ONCE),
  failing: slots(SENDING_AT_ONCE),
  tally: newTally(),
  push,
});

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

/** In steps, to see whether the clock moves: one that stands still brings nothing due. Whoever moves it asks again. */
async function waitUntil(dueMs: number, nowMs: () => number): Promise<boolean> {
  for (let before = nowMs(); before < dueMs; before = nowMs()) {
    await pause(Math.min(Math.max(dueMs - before, LEAST_STEP_MS), MOST_STEP_MS));
    if (nowMs() === before) return false;
  }
  return true;
}

/** Sends the messages of one channel, while the next attempt is due in this run. */
async function sendMessages(outbox: Outbox, run: Run): Promise<void> {
  const nowMs = (): number => run.push.clock.now().getTime();
  let current: Outbox | undefined = outbox;
  while (current !== undefined) {
    const due = dueAtMs(current);
    if (due === undefined || due > (run.waits ? run.untilMs : nowMs())) return;
    if (!(await waitUntil(due, nowMs))) return;
    const next: Outbox = current;
    current = await laneOf(next, run)(() => sendNext(next, run));
  }
}

async function sendAll(outboxes: readonly Outbox[], run: Run): Promise<void> {
  const failures: unknown[] = [];
  await Promise.all(
    outboxes.map((outbox) => sendMessages(outbox, run).catch((error: unknown) => void failures.push(error))),
  );
  report(run.tally, 'deliver-notifications', run.push.log);
  if (failures.length > 0) throw new AggregateError(failures, 'some channels could not be worked on');
}

/** Attempts begin until `untilMs`; one that has begun may end later. */
export async function deliverDue(untilMs: number, push: Push): Promise<void> {
  const due = await push.stores.channels.listDue(untilMs, MAX_CHANNELS);
  await sendAll(due, newRun(untilMs, true, push));
}

/** Sends what is due now for these channels, and waits for nothing else. */
export const deliverNow = (outboxes: readonly Outbox[], push: Push): Promise<void> =>
  sendAll(outboxes, newRun(push.clock.now().getTime() + BEGIN_WITHIN_MS, false, push));

/** What a wake-up asks for; nothing when the channel has been worked on since, or has ended. */
export async function deliverOnWakeUp({ id, dueAtMs: expectedMs }: WakeUp, push: Push): Promise<void> {
  const outbox = await push.stores.channels.find(id);
  if (outbox === undefined || dueAtMs(outbox) !== expectedMs) return;
  // Clocks of two machines differ by a little.
  if (push.clock.now().getTime() < expectedMs) await push.wakeUps?.send({ id, dueAtMs: expectedMs });
  else await deliverNow([outbox], push);
}
