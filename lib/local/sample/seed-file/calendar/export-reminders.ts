/** Reminders that people have set in calendars of others. */
import type { Calendar } from '#lib/calendar/model/calendar';
import type { Overlay } from '#lib/calendar/model/event';
import type { ListEntry } from '#lib/calendar/model/list-entry';
import { parseInstanceId } from '#lib/calendar/recurrence/instance-id';
import { renderTime } from '#lib/calendar/time/event-time';
import type { SeedEvent, SeedOwn } from '#lib/local/sample/seed-file/form/event-schema';
import { withoutEmpty } from '#lib/local/sample/seed-file/form/writable';
import type { ActingAs } from './apply-calendars.ts';
import type { ListedEvent } from './export-own.ts';

/** What one person has set in a calendar of somebody else. */
export interface OthersReminders {
  readonly email: string;
  readonly overlays: readonly Overlay[];
}

/** By calendar. */
export async function remindersOfOthers(
  entries: ReadonlyMap<string, readonly ListEntry[]>,
  calendars: ReadonlyMap<string, Calendar>,
  actingAs: ActingAs,
): Promise<Map<string, OthersReminders[]>> {
  const found = new Map<string, OthersReminders[]>();
  for (const [email, listed] of entries)
    for (const { calendarId, hasOverlays, isRemoved } of listed) {
      if (hasOverlays !== true || isRemoved || calendars.get(calendarId)?.owner === email) continue;
      const overlays = await actingAs(email).stores.events.listOverlays(email, calendarId);
      found.set(calendarId, [...(found.get(calendarId) ?? []), { email, overlays }]);
    }
  return found;
}

const remindersIn = ({ reminders: { useDefault = true, overrides = [] } = { useDefault: true } }: Overlay) => ({
  reminders: { useDefault, ...(overrides.length > 0 && { overrides: overrides.map((one) => ({ ...one })) }) },
});

const isSet = ({ reminders }: Overlay): boolean => reminders !== undefined && !reminders.useDefault;

function ownOf({ event }: ListedEvent, overlays: readonly Overlay[]): SeedOwn {
  const whole = overlays.find(({ eventId }) => eventId === event.id);
  const zones = { calendar: 'UTC', response: 'UTC' };
  return withoutEmpty({
    ...(whole !== undefined && isSet(whole) && remindersIn(whole)),
    instances: overlays.flatMap((overlay) => {
      const instance = parseInstanceId(overlay.eventId);
      return instance === undefined || instance.masterId !== event.id
        ? []
        : [{ of: renderTime(instance.originalStart, zones), ...remindersIn(overlay) }];
    }),
  });
}

/** Of one event, by address. */
export const ownReminders = (
  listed: ListedEvent,
  reminders: readonly OthersReminders[],
): NonNullable<SeedEvent['own']> =>
  withoutEmpty(Object.fromEntries(reminders.map(({ email, overlays }) => [email, ownOf(listed, overlays)])));
