/** Sends what was not delivered at once, each message when its time has come. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Outbox } from '#lib/calendar/model/outbox';
import { TIME_LIMIT_MS } from '#lib/webhook/client';
import { dueAtMs } from './outbox.ts';
import { updateAndTake, type Push } from './push.ts';
import { sendOldest } from './send-oldest.ts';
import { slots, type Slots } from './slots.ts';
import { newTally, report, type Tally } from './tally.ts';

const MAX_CHANNELS = 2_000;
/** In each lane: receivers that failed wait for one another, and nobody else waits for them. */
const SENDING_AT_ONCE = 32;
const FAILING_ATTEMPTS = 3;

interface Run {
  readonly untilMs: number;
  readonly prompt: Slots;
  readonly hopeful: Slots;
  readonly failing: Slots;
  readonly tally: Tally;
  readonly push: Push;
}

function laneOf({ isSlow, waiting: [head] }: Outbox, { prompt, hopeful, failing }: Run): Slots {
  if (!isSlow) return prompt;
  return (head?.attempts ?? 0) < FAILING_ATTEMPTS ? hopeful : failing;
}

/** One attempt, if nobody else has taken the outbox meanwhile. */
async function sendNext(outbox: Outbox, { untilMs, tally, push }: Run): Promise<Outbox | undefined> {
  const isInTime = (): boolean => push.clock.now().getTime() <= untilMs;
  const held = await updateAndTake(outbox, (current) => current, isInTime, push);
  return held && sendOldest(held, TIME_LIMIT_MS, tally, push);
}

/** Works on one channel, message by message, as long as the next attempt falls into this run. */
async function workOff(outbox: Outbox, run: Run): Promise<void> {
  const nowMs = (): number => run.push.clock.now().getTime();
  let current: Outbox | undefined = outbox;
  while (current !== undefined) {
    const due = dueAtMs(current);
    if (due === undefined || due > run.untilMs) return;
    // A timer may go off a little early.
    while (nowMs() < due) await pause(due - nowMs());
    const next: Outbox = current;
    current = await laneOf(next, run)(() => sendNext(next, run));
  }
}

/** Attempts begin until `untilMs`; one that is under way then may still take its time. */
export async function deliverDue(untilMs: number, push: Push): Promise<void> {
  const tally = newTally();
  const run = {
    untilMs,
    prompt: slots(SENDING_AT_ONCE),
    hopeful: slots(SENDING_AT_ONCE),
    failing: slots(SENDING_AT_ONCE),
    tally,
    push,
  };
  const failures: unknown[] = [];
  const due = await push.stores.channels.listDue(untilMs, MAX_CHANNELS);
  await Promise.all(due.map((outbox) => workOff(outbox, run).catch((error: unknown) => void failures.push(error))));
  report(tally, 'deliver-notifications', push.log);
  if (failures.length > 0) throw new AggregateError(failures, 'some channels could not be worked on');
}
