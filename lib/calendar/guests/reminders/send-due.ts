/** Sends the reminders by mail that are due. */
import { inParallel } from '#lib/api/process/in-parallel';
import type { Posting } from '#lib/calendar/guests/mail/posting';
import type { PostTally } from '#lib/calendar/guests/mail/send-once';

const WATCHES_AT_ONCE = 4;
const MAX_WATCHES = 200;

/** When this process last looked: a clock that tests have set back is earlier. */
let lastRunMs = 0;

/** Watches that are ahead of the clock begin anew. */
async function followClockBack(nowMs: number, { stores }: Posting): Promise<void> {
  const ahead = (await stores.reminders.listDue(Number.MAX_SAFE_INTEGER, MAX_WATCHES)).filter(
    ({ doneUntilMs }) => doneUntilMs > nowMs,
  );
  for (const watch of ahead) await stores.reminders.replace({ ...watch, doneUntilMs: nowMs, lookAtMs: nowMs });
}

/** No letter begins after `untilMs`. What one run does not come to is due in the next. */
export async function sendDueReminders(untilMs: number, tally: PostTally, posting: Posting): Promise<void> {
  const { stores, mailer, clock } = posting;
  if (mailer === undefined) return;
  const nowMs = clock.now().getTime();
  if (nowMs < lastRunMs) await followClockBack(nowMs, posting);
  lastRunMs = nowMs;
  const due = await stores.reminders.listDue(nowMs, MAX_WATCHES);
  if (due.length === 0) return;
  // Listing calendars takes a lot of code, which most runs do not load.
  const { look } = await import('./look.ts');
  await inParallel(due, WATCHES_AT_ONCE, async (watch) => {
    if (clock.now().getTime() <= untilMs) await look(watch, { mailer, untilMs, tally }, posting);
  });
}
