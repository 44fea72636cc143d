/**
 * Reminders by mail. Somebody who has one, for an event or as a default of a calendar, has a watch on that calendar
 * (stores/reminders.ts). The stream function keeps watches: this file. The function that sends letters finds those that
 * are due (send-due.ts), looks into the calendar (look.ts), lists what is on (due-reminders.ts) and sends
 * (write-reminder.ts).
 * So whatever was moved, declined or deleted meanwhile is right, and nobody else pays for anything.
 *
 * Example. On Monday Alice adds a daily standup at 9:00 with a letter 10 minutes before.
 *   1. The item with her own reminders is marked `remindsByMail`: the stream hands it over, her calendar is marked, too,
 *      and her watch says `doneUntil` Monday, `lookAt` Monday.
 *   2. Within a minute a run looks, finds nothing due since Monday, and the next reminder on Tuesday at 8:50: `lookAt`.
 *   3. Every change in her calendar comes by, as the calendar is marked, and brings `lookAt` forward.
 *   4. On Tuesday at 8:50 a run finds what was due between `doneUntil` and now, sends it, and looks for the next one.
 */
import type { Propagation } from '#lib/calendar/guests/propagation';
import type { ReminderStore, ReminderWatch } from '#lib/calendar/stores/reminders';
import { retryOnConflict } from '#lib/calendar/stores/retry-on-conflict';

/** A change in a calendar where somebody gets reminders by mail. */
export interface ReminderChange {
  readonly calendarId: string;
  /** Whose own reminders, or defaults, have changed; absent for a change that everybody sees. */
  readonly email?: string | undefined;
  readonly atMs: number;
}

/** The first change of each calendar, and of each person's own part of it: looking once is enough. */
export const changedWatches = <Change extends ReminderChange>(changes: readonly Change[]): Change[] => [
  ...new Map(
    changes.toReversed().map((change) => [`${change.calendarId}\n${change.email ?? ''}`, change] as const),
  ).values(),
];

type Following = Pick<Propagation, 'clock'> & { readonly stores: { readonly reminders: ReminderStore } };

/** The watch, to be looked at now; undefined when it is due anyway. A clock that tests have set back begins anew. */
function brought(watch: ReminderWatch, atMs: number, nowMs: number): ReminderWatch | undefined {
  if (watch.doneUntilMs > nowMs) return { ...watch, doneUntilMs: atMs, lookAtMs: atMs };
  if (watch.lookAtMs <= atMs) return undefined;
  // Nothing was due before `lookAtMs`. What the change made due before its own time is late, and is not sent.
  const doneUntilMs = watch.isHeld ? watch.doneUntilMs : Math.max(watch.doneUntilMs, atMs);
  return { ...watch, doneUntilMs, lookAtMs: atMs };
}

async function bringForward(
  { calendarId, email }: Pick<ReminderWatch, 'calendarId' | 'email'>,
  atMs: number,
  { stores: { reminders }, clock }: Following,
): Promise<void> {
  await retryOnConflict(async () => {
    const watch = await reminders.find(calendarId, email);
    const next =
      watch === undefined
        ? { calendarId, email, doneUntilMs: atMs, lookAtMs: atMs, isHeld: false, attempts: 0, revision: 1 }
        : brought(watch, atMs, clock.now().getTime());
    if (next === undefined) return 'due';
    return watch === undefined ? (await reminders.add(next)) || undefined : reminders.replace(next);
  });
}

/** Somebody may begin to watch at this very moment: the calendar is looked at once more afterwards. */
async function endFollowing(calendarId: string, reminders: ReminderStore): Promise<void> {
  await reminders.follow(calendarId, false);
  if ((await reminders.listOf(calendarId)).length > 0) await reminders.follow(calendarId, true);
}

/** Has everybody whom a change concerns looked after by the next run. */
export async function followReminders(
  { calendarId, email, atMs }: ReminderChange,
  following: Following,
): Promise<void> {
  const { reminders } = following.stores;
  if (email !== undefined) {
    await bringForward({ calendarId, email }, atMs, following);
    await reminders.follow(calendarId, true);
    return;
  }
  const watches = await reminders.listOf(calendarId);
  for (const watch of watches) await bringForward(watch, atMs, following);
  if (watches.length === 0) await endFollowing(calendarId, reminders);
}
