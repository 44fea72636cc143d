/**
 * A mailing on its way: the stream stores the change, a queue of its own brings it to the function that sends, and what
 * fails is tried again after 1, 2, 4, ... seconds for a day. The schedule finds what the queue lost.
 */
import { hash } from 'node:crypto';
import { inParallel } from '#lib/api/process/in-parallel';
import type { Propagation } from '#lib/calendar/guests/propagation';
import { isGivenUp, pauseAfter } from '#lib/calendar/push/retries';
import type { ChangeWithMail, Mailing } from '#lib/calendar/stores/mailings';
import type { WakeUp } from '#lib/calendar/stores/wake-ups';
import type { Mailer } from '#lib/mail/mailer';
import { lettersOverCeiling } from './ceiling.ts';
import { planLetters, type PlannedLetter } from './post.ts';
import type { Posting } from './posting.ts';
import { giveUpLetter, sendOnce, type PostTally } from './send-once.ts';

const LETTERS_AT_ONCE = 8;
/** Longer than the function may run. */
const LEASE_MS = 125_000;

const idOf = ({ calendarId, after }: ChangeWithMail): string =>
  hash('sha256', [calendarId, after.id, String(after.version)].join('\n')).slice(0, 32);

/** Stores the change for the function that sends letters. */
export async function queueLetters(
  { calendarId, before, after, telling }: ChangeWithMail,
  { stores, clock, wakeUps, sendsMail }: Propagation,
): Promise<void> {
  if (!sendsMail) return;
  const change = { calendarId, before, after, telling };
  const [id, nowMs] = [idOf(change), clock.now().getTime()];
  const mailing = { id, change, addedAtMs: nowMs, attempts: 0, dueAtMs: nowMs, revision: 1 };
  if (await stores.mailings.add(mailing)) await wakeUps?.send({ id, dueAtMs: nowMs });
}

/** Counts the letters on the first run; the result is kept, so no letter is counted twice. */
async function applyCeiling(
  mailing: Mailing,
  planned: readonly PlannedLetter[],
  tally: PostTally,
  posting: Posting,
): Promise<Mailing | undefined> {
  if (mailing.overCeiling !== undefined) return mailing;
  const { calendarId, after, telling } = mailing.change;
  const overCeiling = await lettersOverCeiling(planned, telling.by, posting);
  const counted = await posting.stores.mailings.replace({ ...mailing, overCeiling });
  if (counted === undefined || overCeiling.length === 0) return counted;
  tally.overCeiling += overCeiling.length;
  posting.log.error("letters were not sent: the sender's ceiling of the day is reached", {
    calendarId,
    eventId: after.id,
    letters: overCeiling.length,
  });
  return counted;
}

interface Outcome {
  /** Letters that may be tried again, with the reason; no letter where it could not be said which there are. */
  readonly failed: { readonly letter?: PlannedLetter; readonly reason: string }[];
  /** There was no time to begin with all of them. */
  isCutShort: boolean;
}

async function sendLetters(
  planned: readonly PlannedLetter[],
  mailer: Mailer,
  untilMs: number,
  tally: PostTally,
  posting: Posting,
): Promise<Outcome> {
  const outcome: Outcome = { failed: [], isCutShort: false };
  await inParallel(planned, LETTERS_AT_ONCE, async (letter) => {
    if (posting.clock.now().getTime() > untilMs) {
      outcome.isCutShort = true;
      return;
    }
    try {
      await sendOnce(await letter.compose(), mailer, tally, posting);
    } catch (error) {
      outcome.failed.push({ letter, reason: String(error) });
    }
  });
  return outcome;
}

/** Ends a run: the mailing is finished, or due again. */
async function endRun(mailing: Mailing, outcome: Outcome, tally: PostTally, posting: Posting): Promise<void> {
  const { stores, clock, wakeUps, log } = posting;
  const { failed, isCutShort } = outcome;
  if (failed.length === 0 && !isCutShort) {
    await stores.mailings.finish(mailing);
    return;
  }
  const attempts = mailing.attempts + (failed.length > 0 ? 1 : 0);
  const dueAtMs = clock.now().getTime() + (failed.length > 0 ? pauseAfter(attempts) : 0);
  if (failed.length > 0 && isGivenUp(mailing.addedAtMs, dueAtMs)) {
    log.error('letters were given up', { id: mailing.id, reason: failed[0]?.reason });
    for (const { letter, reason } of failed)
      if (letter !== undefined) await giveUpLetter(await letter.compose(), reason, tally, posting);
    await endRun(mailing, { failed: [], isCutShort }, tally, posting);
    return;
  }
  for (const { reason } of failed.slice(0, 1)) log.error('letters will be tried again', { id: mailing.id, reason });
  tally.again += failed.length;
  const next = await stores.mailings.replace({ ...mailing, attempts, dueAtMs });
  if (next !== undefined) await wakeUps?.send({ id: next.id, dueAtMs });
}

/** Works on a mailing that is due, unless somebody else does. No letter begins after `untilMs`. */
export async function sendMailing(
  mailing: Mailing,
  untilMs: number,
  tally: PostTally,
  posting: Posting,
): Promise<void> {
  const { stores, mailer, clock } = posting;
  if (mailer === undefined) return;
  const held = await stores.mailings.replace({ ...mailing, dueAtMs: clock.now().getTime() + LEASE_MS });
  if (held === undefined) return;
  try {
    const planned = await planLetters(held.change, posting);
    const counted = await applyCeiling(held, planned, tally, posting);
    if (counted === undefined) return;
    const allowed = planned.filter(({ id }) => counted.overCeiling?.includes(id) !== true);
    await endRun(counted, await sendLetters(allowed, mailer, untilMs, tally, posting), tally, posting);
  } catch (error) {
    await endRun(held, { failed: [{ reason: String(error) }], isCutShort: false }, tally, posting);
  }
}

const MAX_MAILINGS = 100;

/** Sends what is due, one mailing after the other: each has several letters on their way at once. */
export async function sendDueMailings(untilMs: number, tally: PostTally, posting: Posting): Promise<void> {
  const due = await posting.stores.mailings.listDue(posting.clock.now().getTime(), MAX_MAILINGS);
  for (const mailing of due)
    if (posting.clock.now().getTime() <= untilMs) await sendMailing(mailing, untilMs, tally, posting);
}

/** What a wake-up asks for; nothing when somebody has worked on the mailing since. */
export async function sendOnWakeUp(
  { id, dueAtMs }: WakeUp,
  untilMs: number,
  tally: PostTally,
  posting: Posting,
): Promise<void> {
  const mailing = await posting.stores.mailings.find(id);
  if (mailing?.dueAtMs !== dueAtMs) return;
  if (posting.clock.now().getTime() < dueAtMs) await posting.wakeUps?.send({ id, dueAtMs });
  else await sendMailing(mailing, untilMs, tally, posting);
}
