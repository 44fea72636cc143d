/**
 * Sends a letter, and never twice on its own account. Mail services do not detect duplicates, so one process first
 * writes down that it begins. A letter that was certainly refused may begin again. If it is unknown whether a letter
 * left (the process died, or the service's answer was lost), it is set aside with all that is needed to send it, and
 * people decide (`npm run channels`). A mailer that is repeatable needs none of that: the letter is just sent again.
 */
import type { Clock, Logger } from '#lib/api/context';
import type { LetterStore, OutgoingLetter } from '#lib/calendar/stores/letters';
import type { Handover } from '#lib/mail/handover';
import type { Mailer, Unsent } from '#lib/mail/mailer';

/** What one run has done, in letters. */
export interface PostTally {
  sent: number;
  setAside: number;
  /** Those that will be tried again. */
  again: number;
  /** Those that the sender's ceiling does not allow. */
  overCeiling: number;
}

export const newPostTally = (): PostTally => ({ sent: 0, setAside: 0, again: 0, overCeiling: 0 });

/** In one line, which an alarm reads (lib/package/log-metrics.ts); a run without letters logs nothing. */
export function reportPost(tally: PostTally, log: Logger): void {
  if (Object.values(tally).every((count) => count === 0)) return;
  log.info('letters', { service: 'calendar', run: 'send-letters', ...tally });
}

export interface MailDependencies {
  readonly stores: { readonly letters: LetterStore };
  readonly clock: Clock;
  readonly log: Logger;
  wait(ms: number): Promise<unknown>;
}

/** Longer than any mailer takes. */
const HOLD_MS = 30_000;
const MAX_WAITS = 3;

const handOver = (mailer: Mailer, message: Unsent): Promise<Handover> =>
  mailer.send(message).catch((error: unknown) => ({
    kind: mailer.isRepeatable ? 'refused' : 'unclear',
    reason: String(error),
    isPassing: true,
  }));

async function setAside(
  letter: OutgoingLetter,
  hold: string,
  reason: string,
  tally: PostTally,
  { stores, clock, log }: MailDependencies,
): Promise<void> {
  const { calendarId, eventId, message } = letter;
  if (!(await stores.letters.setAside({ ...letter, reason, atMs: clock.now().getTime() }, hold))) return;
  tally.setAside += 1;
  log.error('a letter was set aside: see npm run channels -- list', {
    letter: message.id,
    calendarId,
    eventId,
    reason,
  });
}

/** The hold to send under; undefined when the letter must not be sent. */
async function beginSending(
  letter: OutgoingLetter,
  mailer: Mailer,
  tally: PostTally,
  post: MailDependencies,
): Promise<string | undefined> {
  const { letters } = post.stores;
  const { id } = letter.message;
  for (let waits = 0; waits < MAX_WAITS;) {
    const nowMs = post.clock.now().getTime();
    const state = await letters.begin(id, nowMs + HOLD_MS);
    if (state.kind === 'ours') return state.hold;
    if (state.kind === 'settled') return undefined;
    if (state.kind === 'held') {
      // The process with the hold has most likely died, so waiting is rare.
      await post.wait(state.untilMs - nowMs);
      waits += 1;
    } else if (mailer.isRepeatable) {
      const hold = await letters.takeUp(id, state.hold, nowMs + HOLD_MS);
      if (hold !== undefined) return hold;
    } else
      await setAside(letter, state.hold, 'may have been sent: whoever sent it stopped before saying so', tally, post);
  }
  throw new Error(`a letter about ${letter.eventId} is held by somebody else`);
}

/** Resolves when the letter is sent or set aside, now or earlier; throws when it may be tried again. */
export async function sendOnce(
  letter: OutgoingLetter,
  mailer: Mailer,
  tally: PostTally,
  post: MailDependencies,
): Promise<void> {
  const { letters } = post.stores;
  const { id } = letter.message;
  const hold = await beginSending(letter, mailer, tally, post);
  if (hold === undefined) return;
  const outcome = await handOver(mailer, letter.message);
  if (outcome.kind === 'taken') {
    tally.sent += 1;
    await letters.markSent(id);
  } else if (outcome.kind === 'refused' && outcome.isPassing) {
    await letters.release(id, hold);
    throw new Error(`a letter about ${letter.eventId} was not taken: ${outcome.reason}`);
  } else await setAside(letter, hold, reasonOf(outcome), tally, post);
}

const reasonOf = (outcome: Exclude<Handover, { kind: 'taken' }>): string =>
  `${outcome.kind === 'refused' ? 'refused' : 'may have been sent'}: ${outcome.reason}`;

/** Sets a letter aside that was certainly not sent and will not be tried again; people may still send it. */
export async function giveUpLetter(
  letter: OutgoingLetter,
  reason: string,
  tally: PostTally,
  post: MailDependencies,
): Promise<void> {
  const begun = await post.stores.letters.begin(letter.message.id, post.clock.now().getTime() + HOLD_MS);
  if (begun.kind === 'ours') await setAside(letter, begun.hold, `given up: ${reason}`, tally, post);
}

type LetterSetAsideWithHold = Awaited<ReturnType<LetterStore['listSetAside']>>[number];

/** Sends a letter that was set aside, on request of a person. Answers why it was not sent; undefined when it was. */
export async function sendAgain(
  kept: LetterSetAsideWithHold,
  mailer: Mailer,
  { stores, clock }: Pick<MailDependencies, 'stores' | 'clock'>,
): Promise<string | undefined> {
  const nowMs = clock.now().getTime();
  const isHeld = kept.heldUntilMs !== undefined && kept.heldUntilMs > nowMs;
  const hold = isHeld ? undefined : await stores.letters.takeUp(kept.message.id, kept.hold, nowMs + HOLD_MS);
  if (hold === undefined) return 'somebody else is sending it';
  const outcome = await handOver(mailer, kept.message);
  if (outcome.kind === 'taken') {
    await stores.letters.markSent(kept.message.id);
    return undefined;
  }
  const reason = reasonOf(outcome);
  await stores.letters.setAside({ ...kept, reason, atMs: clock.now().getTime() }, hold);
  return reason;
}
