/** An entry of a calendar list on the wire. */
import type { Static } from '#lib/api/schema';
import { describeCalendar } from '#lib/calendar/calendars/details';
import { isOwnPrimary, type Calendar } from '#lib/calendar/model/calendar';
import { CALENDAR_COLORS } from '#lib/calendar/model/colors';
import type { ListEntry } from '#lib/calendar/model/list-entry';
import { ROLES, type Role } from '#lib/calendar/model/roles';
import type { CalendarListEntryResource } from '#lib/calendar/resources/calendar-list';

type Resource = Static<typeof CalendarListEntryResource>;
/** 16 digits of microseconds. Changes with the user's entry, the calendar's details and the user's role. */
const tagOf = (entry: ListEntry, calendar: Calendar, role: Role): string =>
  `"${String(Math.max(entry.updatedAtMs, calendar.updatedAtMs) * 1000 + ROLES.indexOf(role))}"`;

/** The entry of `email`, who has this role. */
export function describeEntry(
  entry: ListEntry,
  { calendar, role }: { readonly calendar: Calendar; readonly role: Role },
  email: string,
): Resource {
  const { kind: _kind, etag: _etag, labelProperties: _labels, ...shared } = describeCalendar(calendar);
  return {
    kind: 'calendar#calendarListEntry',
    etag: tagOf(entry, calendar, role),
    ...shared,
    ...(entry.summaryOverride !== undefined && { summaryOverride: entry.summaryOverride }),
    colorId: entry.colorId,
    backgroundColor: entry.backgroundColor ?? CALENDAR_COLORS[entry.colorId] ?? '#9fc6e7',
    foregroundColor: entry.foregroundColor ?? '#000000',
    ...(entry.isHidden && { hidden: true }),
    ...(entry.isSelected && { selected: true }),
    accessRole: role,
    defaultReminders: entry.defaultReminders.map((reminder) => ({ ...reminder })),
    ...(entry.notifications.length > 0 && {
      notificationSettings: { notifications: entry.notifications.map((notification) => ({ ...notification })) },
    }),
    ...(isOwnPrimary(calendar, email) && { primary: true }),
  };
}

/** The row of a removed entry. Clients expect a role on every row: without one, it is the weakest. */
export const describeRemovedEntry = (entry: ListEntry, role: Role): Resource => ({
  kind: 'calendar#calendarListEntry',
  etag: `"${String(entry.updatedAtMs * 1000)}"`,
  id: entry.calendarId,
  accessRole: role === 'none' ? 'freeBusyReader' : role,
  deleted: true,
});
