/** What the result of an attempt means, and when the next one is. */
import type { DeliveryResult } from '#lib/calendar/model/outbox';
import type { Outcome } from '#lib/webhook/client';

const ACCEPTED = [102, 200, 201, 202, 204];
const TRY_AGAIN = [500, 502, 503, 504];
export const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 3_600_000;
const GIVE_UP_AFTER_MS = 86_400_000;

/** One second after the first attempt, then twice as long each time. */
export const pauseAfter = (attempts: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, attempts - 1), MAX_PAUSE_MS);

/** A message about a change this old is not tried again. */
export const isGivenUp = (changedAtMs: number, atMs: number): boolean => atMs - changedAtMs > GIVE_UP_AFTER_MS;

export function resultOf(outcome: Outcome): DeliveryResult {
  if (outcome.kind === 'failed') return { kind: 'again', reason: outcome.reason };
  if (outcome.kind === 'refused') return { kind: 'dropped', reason: outcome.reason };
  if (ACCEPTED.includes(outcome.status)) return { kind: 'delivered' };
  return { kind: TRY_AGAIN.includes(outcome.status) ? 'again' : 'dropped', reason: `status ${String(outcome.status)}` };
}
