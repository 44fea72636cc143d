/**
 * The messages of a channel. They are sent one after the other, each with a number that stays the same for all
 * attempts. The sender holds the outbox until the result is stored or the lease is over.
 */
import { isLive, type Channel } from '#lib/calendar/model/channel';
import type { ResourceState, Message, Outbox, DeliveryResult, DeadLetter } from '#lib/calendar/model/outbox';
import { FIRST_PAUSE_MS, isGivenUp, pauseAfter } from './retries.ts';

const MAX_DEAD_LETTERS = 10;
/** Changes update the time of a waiting message in steps of this, so a burst of changes needs few writes. */
const STEP_MS = 60_000;

const messageOf = (number: number, state: ResourceState, changedAtMs: number, nowMs: number): Message => ({
  number,
  state,
  changedAtMs,
  attempts: 0,
  dueAtMs: nowMs,
});

export const newOutbox = (channel: Channel): Outbox => ({
  channel,
  lastNumber: 1,
  waiting: [messageOf(1, 'sync', channel.openedAtMs, channel.openedAtMs)],
  isSlow: false,
  isEnding: false,
  dead: [],
  revision: 1,
});

const isHeld = ({ lease }: Outbox, nowMs: number): boolean => lease !== undefined && lease.untilMs > nowMs;

/** When the next attempt is due; undefined when nothing waits. */
export function dueAtMs({ waiting: [head], lease }: Outbox): number | undefined {
  return head && Math.max(head.dueAtMs, lease?.untilMs ?? 0);
}

/** Whether no more messages will be sent. */
export const isOver = (outbox: Outbox, nowMs: number): boolean =>
  !isLive(outbox.channel, nowMs) || (outbox.isEnding && outbox.waiting.length === 0);

/**
 * A change does not wait out the pause of a message that failed: the message goes out now, or a second after its last
 * attempt. The pauses after that are as long as they would have been.
 */
function hasten(outbox: Outbox, nowMs: number): Outbox {
  const [head, ...rest] = outbox.waiting;
  if (head?.triedAtMs === undefined || isHeld(outbox, nowMs)) return outbox;
  const dueAtMs = Math.max(nowMs, head.triedAtMs + FIRST_PAUSE_MS);
  if (head.dueAtMs <= dueAtMs) return outbox;
  return { ...outbox, waiting: [{ ...head, dueAtMs, attempts: head.attempts - 1 }, ...rest] };
}

/**
 * Adds a message. A waiting message that is not being sent also covers later changes: then the outbox stays as it is,
 * or that message gets a later time.
 */
export function addMessage(outbox: Outbox, state: ResourceState, changedAtMs: number, nowMs: number): Outbox {
  if (outbox.isEnding || !isLive(outbox.channel, nowMs)) return outbox;
  const last = outbox.waiting.at(-1);
  const isOnItsWay = last !== undefined && isHeld(outbox, nowMs) && outbox.lease?.number === last.number;
  if (state === 'exists' && last?.state === 'exists' && !isOnItsWay) {
    if (changedAtMs < last.changedAtMs + STEP_MS) return hasten(outbox, nowMs);
    return hasten({ ...outbox, waiting: [...outbox.waiting.slice(0, -1), { ...last, changedAtMs }] }, nowMs);
  }
  const number = outbox.lastNumber + 1;
  const added = {
    ...outbox,
    lastNumber: number,
    waiting: [...outbox.waiting, messageOf(number, state, changedAtMs, nowMs)],
    isEnding: state === 'not_exists',
  };
  return hasten(added, nowMs);
}

/** Takes the lease to send the oldest message; undefined when none is due or another process is sending. */
export function takeLease(
  outbox: Outbox,
  nowMs: number,
  leaseMs: number,
): (Outbox & { readonly lease: object }) | undefined {
  const [head] = outbox.waiting;
  if (head === undefined || head.dueAtMs > nowMs || isHeld(outbox, nowMs) || !isLive(outbox.channel, nowMs))
    return undefined;
  return { ...outbox, lease: { number: head.number, untilMs: nowMs + leaseMs } };
}

/** Ends the lease with the result of an attempt; unchanged when the message is no longer there. */
export function finishAttempt(
  outbox: Outbox,
  number: number,
  result: DeliveryResult,
  isSlow: boolean,
  nowMs: number,
): Outbox {
  const message = outbox.waiting.find((waiting) => waiting.number === number);
  if (message === undefined) return outbox;
  const rest = outbox.waiting.filter((waiting) => waiting !== message);
  const attempts = message.attempts + 1;
  const free = { ...outbox, lease: undefined, isSlow };
  if (result.kind === 'delivered') return { ...free, waiting: rest };
  const dueAtMs = nowMs + pauseAfter(attempts);
  if (result.kind === 'again' && !isGivenUp(message.changedAtMs, dueAtMs))
    return { ...free, waiting: [{ ...message, attempts, dueAtMs, triedAtMs: nowMs }, ...rest] };
  const { state, changedAtMs } = message;
  const letter: DeadLetter = { number, state, changedAtMs, attempts, reason: result.reason, diedAtMs: nowMs };
  return { ...free, waiting: rest, dead: [...outbox.dead, letter].slice(-MAX_DEAD_LETTERS) };
}

/** Brings dead letters back and makes everything due at once. */
export function retryDeadLetters(outbox: Outbox, nowMs: number): Outbox {
  const back = outbox.dead.map(({ number, state }) => messageOf(number, state, nowMs, nowMs));
  const waiting = [
    ...back,
    ...outbox.waiting.map((message) => ({ ...message, dueAtMs: Math.min(message.dueAtMs, nowMs) })),
  ];
  return { ...outbox, dead: [], waiting: waiting.toSorted((a, b) => a.number - b.number) };
}
