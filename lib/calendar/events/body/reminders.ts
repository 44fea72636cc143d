/** Reminders of an event: the calendar's defaults, or up to five of the user's own. */
import { badRequest } from '#lib/api/errors';
import type { Reminders } from '#lib/calendar/model/event';
import type { EventResource } from '#lib/calendar/resources/event';
import type { EventReminderResource } from '#lib/calendar/resources/reminder';

const MAX_REMINDERS = 5;
/** Four weeks. */
const MAX_MINUTES = 40_320;
/** Text messages are no longer sent: such reminders are dropped without an error. */
const RETIRED_METHOD = 'sms';

const invalid = (message: string) => badRequest('invalid', message);

function readReminder({ method, minutes }: EventReminderResource): { method: string; minutes: number } {
  if (method !== 'email' && method !== 'popup') throw invalid('Invalid reminder method.');
  if (minutes === undefined || minutes < 0 || minutes > MAX_MINUTES)
    throw invalid(`A reminder is between 0 and ${String(MAX_MINUTES)} minutes before the start.`);
  return { method, minutes };
}

/** Reminders from a body, for one event or as the defaults of a calendar. */
export function readReminderList(sent: readonly EventReminderResource[]): { method: string; minutes: number }[] {
  if (sent.length > MAX_REMINDERS) throw invalid(`There are at most ${String(MAX_REMINDERS)} reminders.`);
  return sent.filter(({ method }) => method !== RETIRED_METHOD).map(readReminder);
}

/** Undefined means the calendar's defaults. */
export function readReminders(sent: EventResource['reminders']): Reminders | undefined {
  const overrides = sent?.overrides ?? [];
  const useDefault = sent?.useDefault ?? overrides.length === 0;
  if (useDefault && overrides.length > 0) throw invalid('Default reminders and overrides exclude each other.');
  if (useDefault) return undefined;
  const kept = readReminderList(overrides);
  return { useDefault: false, ...(kept.length > 0 && { overrides: kept }) };
}
