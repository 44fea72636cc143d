/**
 * What a channel has been told and what it still has to be told. Messages leave one after the other, each with a number
 * that stays the same over all attempts; whoever sends one holds the outbox until the outcome is known or time has
 * passed.
 */
import { isLive, type Channel } from '#lib/calendar/model/channel';
import type { ResourceState, Message, Outbox, DeliveryResult, DeadLetter } from '#lib/calendar/model/outbox';
import { isGivenUp, pauseAfter } from './retries.ts';

const MAX_DEAD_LETTERS = 10;
/**
 * Changes that find a message waiting move its time forward in steps of this: a burst need not be written down one by
 * one.
 */
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

/** When somebody should look again; undefined when nothing waits. */
export function dueAtMs({ waiting: [head], lease }: Outbox): number | undefined {
  return head && Math.max(head.dueAtMs, lease?.untilMs ?? 0);
}

/** Nothing more will leave it. */
export const isOver = (outbox: Outbox, nowMs: number): boolean =>
  !isLive(outbox.channel, nowMs) || (outbox.isEnding && outbox.waiting.length === 0);

/**
 * Adds a message. One that waits anyway, and is not on its way already, tells of later changes too: the outbox then
 * comes back as it was, or with a later time on that message.
 */
export function addMessage(outbox: Outbox, state: ResourceState, changedAtMs: number, nowMs: number): Outbox {
  if (outbox.isEnding || !isLive(outbox.channel, nowMs)) return outbox;
  const last = outbox.waiting.at(-1);
  const isOnItsWay = last !== undefined && isHeld(outbox, nowMs) && outbox.lease?.number === last.number;
  if (state === 'exists' && last?.state === 'exists' && !isOnItsWay) {
    if (changedAtMs < last.changedAtMs + STEP_MS) return outbox;
    return { ...outbox, waiting: [...outbox.waiting.slice(0, -1), { ...last, changedAtMs }] };
  }
  const number = outbox.lastNumber + 1;
  return {
    ...outbox,
    lastNumber: number,
    waiting: [...outbox.waiting, messageOf(number, state, changedAtMs, nowMs)],
    isEnding: state === 'not_exists',
  };
}

/** Takes hold of the outbox to send its oldest message; undefined when none is due or somebody else is sending. */
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

/** Lets go of the outbox with the outcome of an attempt; as it was when the message is not there any more. */
export function finishAttempt(
  outbox: Outbox,
  number: number,
  verdict: DeliveryResult,
  isSlow: boolean,
  nowMs: number,
): Outbox {
  const message = outbox.waiting.find((waiting) => waiting.number === number);
  if (message === undefined) return outbox;
  const rest = outbox.waiting.filter((waiting) => waiting !== message);
  const attempts = message.attempts + 1;
  const free = { ...outbox, lease: undefined, isSlow };
  if (verdict.kind === 'delivered') return { ...free, waiting: rest };
  const dueAtMs = nowMs + pauseAfter(attempts);
  if (verdict.kind === 'again' && !isGivenUp(message.changedAtMs, dueAtMs))
    return { ...free, waiting: [{ ...message, attempts, dueAtMs }, ...rest] };
  const { state, changedAtMs } = message;
  const letter: DeadLetter = { number, state, changedAtMs, attempts, reason: verdict.reason, diedAtMs: nowMs };
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
