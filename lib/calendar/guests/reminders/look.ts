/** One look into a calendar for one person: sends the reminders by mail that are due, and finds out when to look again. */
import type { Caller } from '#lib/api/context';
import { ApiError } from '#lib/api/errors';
import { inParallel } from '#lib/api/process/in-parallel';
import { requireVisible, ruleIdsOn, type OpenCalendar } from '#lib/calendar/access/permissions';
import type { Overlays } from '#lib/calendar/events/rows/rows';
import { lettersOverCeiling } from '#lib/calendar/guests/mail/ceiling';
import type { Posting } from '#lib/calendar/guests/mail/posting';
import { sendOnce, type PostTally } from '#lib/calendar/guests/mail/send-once';
import type { Calendar } from '#lib/calendar/model/calendar';
import { pauseAfter } from '#lib/calendar/push/retries';
import { SCOPE } from '#lib/calendar/scopes';
import type { ReminderWatch } from '#lib/calendar/stores/reminders';
import type { Mailer } from '#lib/mail/mailer';
import { listReminders, longestOf, type DueReminder } from './due-reminders.ts';
import { reminderId, writeReminder } from './write-reminder.ts';

const LETTERS_AT_ONCE = 8;
/** Longer than the function may run. */
const LEASE_MS = 125_000;
const MINUTE_MS = 60_000;

/** The person sees what their own token for everything would show. */
const asCaller = (email: string): Caller => ({ kind: 'user', email, scopes: [SCOPE.calendar], clientId: undefined });

/** The calendar, if it is still on the person's list and open to the person. */
async function openFor({ calendarId, email }: ReminderWatch, { stores }: Posting): Promise<OpenCalendar | undefined> {
  const caller = asCaller(email);
  const view = await stores.groups.reading(
    (groups) => ruleIdsOn(calendarId, caller, groups),
    (ruleIds) => stores.calendars.view(calendarId, email, ruleIds),
  );
  if (view.entry === undefined || view.entry.isRemoved) return undefined;
  try {
    return requireVisible(view, caller);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function overlaysOf({ calendar, entry }: OpenCalendar, email: string, { stores }: Posting): Promise<Overlays> {
  const overlays = entry?.hasOverlays === true ? await stores.events.listOverlays(email, calendar.id) : [];
  return new Map(overlays.map((overlay) => [overlay.eventId, overlay]));
}

/** Those that the person's ceiling allows. */
async function withinCeiling(
  due: readonly DueReminder[],
  { email, calendarId }: ReminderWatch,
  tally: PostTally,
  posting: Posting,
): Promise<readonly DueReminder[]> {
  const letters = due.map((reminder) => ({ id: reminderId(email, reminder), to: email }));
  const over = new Set(await lettersOverCeiling(letters, email, posting));
  if (over.size === 0) return due;
  tally.overCeiling += over.size;
  posting.log.error("reminders were not sent: the person's ceiling of the day is reached", {
    calendarId,
    letters: over.size,
  });
  return due.filter((_, index) => !over.has(letters[index]?.id ?? ''));
}

/** What the looks of one run share. */
export interface Run {
  readonly mailer: Mailer;
  readonly untilMs: number;
  readonly tally: PostTally;
}

/** Those that are to be tried again. */
async function sendAll(
  due: readonly DueReminder[],
  calendar: Calendar,
  { email }: ReminderWatch,
  { mailer, untilMs, tally }: Run,
  posting: Posting,
): Promise<DueReminder[]> {
  const failed: DueReminder[] = [];
  await inParallel(due, LETTERS_AT_ONCE, async (reminder) => {
    try {
      if (posting.clock.now().getTime() > untilMs) throw new Error('there was no time left');
      await sendOnce(writeReminder(email, calendar, reminder), mailer, tally, posting);
    } catch (error) {
      if (failed.length === 0) posting.log.error('reminders will be tried again', { reason: String(error) });
      failed.push(reminder);
      tally.again += 1;
    }
  });
  return failed;
}

/** What the watch is like after its run; undefined when there is nothing left to watch. */
async function work(watch: ReminderWatch, run: Run, posting: Posting): Promise<ReminderWatch | undefined> {
  const { stores, clock, sendsPastReminders: includesPast } = posting;
  const { email, doneUntilMs, attempts } = watch;
  const nowMs = clock.now().getTime();
  const open = await openFor(watch, posting);
  if (open === undefined) return undefined;
  const { calendar } = open;
  // Of a calendar that was cleared, the tombstones are being written.
  if (calendar.sweptSeq !== calendar.clearedSeq) return { ...watch, lookAtMs: nowMs + MINUTE_MS, isHeld: false };
  const overlays = await overlaysOf(open, email, posting);
  const longestMs = longestOf(open, overlays);
  if (longestMs === undefined) return undefined;

  const query = { email, overlays, doneUntilMs, nowMs, includesPast };
  const { due, nextMs } = await listReminders(stores.events, open, longestMs, query);
  const isElsewhere = due.length > 0 && (await stores.reminders.isServedElsewhere(email));
  const allowed = isElsewhere ? [] : await withinCeiling(due, watch, run.tally, posting);
  const failed = await sendAll(allowed, calendar, watch, run, posting);
  if (failed.length === 0) return { ...watch, doneUntilMs: nowMs, lookAtMs: nextMs, isHeld: false, attempts: 0 };
  const firstMs = Math.min(...failed.map(({ dueAtMs }) => dueAtMs));
  const lookAtMs = clock.now().getTime() + pauseAfter(attempts + 1);
  return { ...watch, doneUntilMs: firstMs - 1, lookAtMs, isHeld: false, attempts: attempts + 1 };
}

/** Unless somebody else is looking. */
export async function look(watch: ReminderWatch, run: Run, posting: Posting): Promise<void> {
  const { stores, clock, log } = posting;
  const nowMs = clock.now().getTime();
  const held = await stores.reminders.replace({ ...watch, lookAtMs: nowMs + LEASE_MS, isHeld: true });
  if (held === undefined) return;
  try {
    const next = await work(held, run, posting);
    // Whoever has written it meanwhile asks for another look.
    if (next === undefined) await stores.reminders.remove(held);
    else await stores.reminders.replace(next);
  } catch (error) {
    const { calendarId, attempts } = watch;
    log.error('reminders will be looked for again', { calendarId, reason: String(error) });
    const lookAtMs = clock.now().getTime() + pauseAfter(attempts + 1);
    await stores.reminders.replace({ ...held, lookAtMs, attempts: attempts + 1 });
  }
}
