/** Which reminders by mail are due in a calendar, and when the next one is. */
import { visibleEvent, type VisibleEvent } from '#lib/calendar/access/event-visibility';
import type { OpenCalendar } from '#lib/calendar/access/permissions';
import { eventsInWindow, type TimeReader } from '#lib/calendar/events/order/by-time';
import type { PositionedRow } from '#lib/calendar/events/order/position';
import { overlayOf, type Overlays } from '#lib/calendar/events/rows/rows';
import { isHiddenInvitation, rowOf } from '#lib/calendar/model/guest-copy';
import type { Reminder } from '#lib/calendar/model/list-entry';
import { ExpansionBudget, ExpansionLimit } from '#lib/calendar/recurrence/budget';
import { DAY, type Instant } from '#lib/calendar/time/civil';
import { settingOf } from '#lib/calendar/users/settings';

/** A watch looks at least this often: how far a series is looked through at once. */
const LOOK_AHEAD_MS = 7 * DAY;
/** A reminder that comes no later than this is worth a letter, even if the event is over: runs are a minute apart. */
const PUNCTUAL_MS = 15 * 60_000;
const MINUTE_MS = 60_000;
const READ_AT_ONCE = 50;
/** Occurrences of recurring events that a run looks for. */
const MAX_EXPANSIONS = 200_000;

export interface DueReminder {
  readonly event: VisibleEvent;
  readonly start: Instant;
  readonly minutes: number;
  readonly dueAtMs: Instant;
}

export interface ReminderList {
  readonly due: readonly DueReminder[];
  /** When to look again. */
  readonly nextMs: Instant;
}

export interface ReminderQuery {
  readonly email: string;
  readonly overlays: Overlays;
  readonly doneUntilMs: Instant;
  readonly nowMs: Instant;
  /** Also what is over by now, and was due long ago. */
  readonly includesPast: boolean;
}

const mailsIn = (reminders: readonly Reminder[] = []): number[] => [
  ...new Set(reminders.filter(({ method }) => method === 'email').map(({ minutes }) => minutes)),
];

/** How many minutes before an event the person is mailed. */
function minutesFor({ whole }: PositionedRow, overlays: Overlays, defaults: readonly number[]): readonly number[] {
  const own = overlayOf(whole, overlays)?.reminders;
  return own === undefined || own.useDefault ? defaults : mailsIn(own.overrides);
}

/** Nobody is reminded of what they declined, or have not answered if they want it so. */
function isRemembered({ whole }: PositionedRow, { calendar, user }: OpenCalendar, email: string): boolean {
  if (whole.status === 'cancelled' || isHiddenInvitation(whole, calendar.id)) return false;
  const answer = (rowOf(whole.attendees, calendar.id) ?? rowOf(whole.attendees, email))?.responseStatus;
  if (answer === 'needsAction') return settingOf(user, 'remindOnRespondedEventsOnly') !== 'true';
  return answer !== 'declined';
}

/** The longest time before an event that the person is mailed; undefined when there are no reminders by mail. */
export function longestOf({ entry }: OpenCalendar, overlays: Overlays): number | undefined {
  const own = [...overlays.values()].flatMap(({ reminders }) => mailsIn(reminders?.overrides));
  const all = [...mailsIn(entry?.defaultReminders), ...own];
  return all.length === 0 ? undefined : Math.max(...all) * MINUTE_MS;
}

export async function listReminders(
  events: TimeReader,
  open: OpenCalendar,
  longestMs: number,
  { email, overlays, doneUntilMs, nowMs, includesPast }: ReminderQuery,
): Promise<ReminderList> {
  const { calendar, entry, detailLevel } = open;
  const defaults = mailsIn(entry?.defaultReminders);
  const due: DueReminder[] = [];
  let nextMs = nowMs + LOOK_AHEAD_MS;
  const consider = (row: PositionedRow): void => {
    const event = isRemembered(row, open, email) ? visibleEvent(row.whole, { email, detailLevel }) : undefined;
    if (event === undefined) return;
    for (const minutes of minutesFor(row, overlays, defaults)) {
      const dueAtMs = row.start - minutes * MINUTE_MS;
      if (dueAtMs > nowMs) nextMs = Math.min(nextMs, dueAtMs);
      else if (dueAtMs > doneUntilMs && (includesPast || row.end > nowMs || dueAtMs > nowMs - PUNCTUAL_MS))
        due.push({ event, start: row.start, minutes, dueAtMs });
    }
  };

  // An event begins no earlier than its reminder is due; a window leaves out what ends as it begins.
  const after = (includesPast ? doneUntilMs : Math.max(doneUntilMs, nowMs - PUNCTUAL_MS)) - 1;
  const before = nowMs + LOOK_AHEAD_MS + longestMs;
  const budget = new ExpansionBudget(MAX_EXPANSIONS);
  const query = { window: { after, before }, horizon: before, isExpanded: true, listsTombstones: false };
  try {
    for await (const run of eventsInWindow(events, calendar, { ...query, budget, wanted: READ_AT_ONCE }))
      for (const row of run) {
        // No later event has an earlier reminder.
        if (row.start - longestMs > nextMs) return { due, nextMs };
        consider(row);
      }
  } catch (error) {
    if (!(error instanceof ExpansionLimit)) throw error;
  }
  return { due, nextMs };
}
