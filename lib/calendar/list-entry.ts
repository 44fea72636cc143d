/** A calendar as one user has set it up. */
import type { Static } from '#lib/api/schema';
import { describeCalendar, isOwnPrimary, type Calendar } from './calendar.ts';
import { CALENDAR_COLORS } from './colors.ts';
import type { CalendarListEntryResource } from './resources/calendar-list.ts';
import { ROLES, type Role } from './roles.ts';

export interface Reminder {
  readonly method: string;
  readonly minutes: number;
}

export interface Notification {
  readonly method: string;
  readonly type: string;
}

export interface ListEntry {
  readonly calendarId: string;
  readonly summaryOverride?: string | undefined;
  readonly colorId: string;
  /** Set only while the user has colours outside the palette. */
  readonly backgroundColor?: string | undefined;
  readonly foregroundColor?: string | undefined;
  readonly isHidden: boolean;
  readonly isSelected: boolean;
  readonly defaultReminders: readonly Reminder[];
  readonly notifications: readonly Notification[];
  /** Taken off the list; kept so that a sync can tell. */
  readonly isRemoved: boolean;
  /** The user has reminders of their own on some events of this calendar. */
  readonly hasOverlays?: boolean | undefined;
  readonly updatedAtMs: number;
}

type Resource = Static<typeof CalendarListEntryResource>;

const PRIMARY_COLOR = '14';
const SECONDARY_COLOR = '15';
export const defaultColorOf = (isPrimary: boolean): string => (isPrimary ? PRIMARY_COLOR : SECONDARY_COLOR);
const PRIMARY_NOTIFICATIONS = ['eventCreation', 'eventChange', 'eventCancellation', 'eventResponse'];

/** The entry that a new main calendar gets. */
export const primaryEntry = (calendarId: string, updatedAtMs: number): ListEntry => ({
  calendarId,
  colorId: PRIMARY_COLOR,
  isHidden: false,
  isSelected: true,
  defaultReminders: [{ method: 'popup', minutes: 30 }],
  notifications: PRIMARY_NOTIFICATIONS.map((type) => ({ method: 'email', type })),
  isRemoved: false,
  updatedAtMs,
});

/** The entry of a calendar that a user has just made or added. */
export const newEntry = (calendarId: string, updatedAtMs: number, isSelected: boolean): ListEntry => ({
  calendarId,
  colorId: SECONDARY_COLOR,
  isHidden: false,
  isSelected,
  defaultReminders: [],
  notifications: [],
  isRemoved: false,
  updatedAtMs,
});

/** 16 digits of microseconds; moves with the user's entry, the calendar's details and the user's role. */
const tagOf = (entry: ListEntry, calendar: Calendar, role: Role): string =>
  `"${String(Math.max(entry.updatedAtMs, calendar.updatedAtMs) * 1000 + ROLES.indexOf(role))}"`;

/** The entry of `email`, who has this role. */
export function describeEntry(entry: ListEntry, { calendar, role }: { readonly calendar: Calendar; readonly role: Role }, email: string): Resource {
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
    ...(entry.notifications.length > 0 && { notificationSettings: { notifications: entry.notifications.map((notification) => ({ ...notification })) } }),
    ...(isOwnPrimary(calendar, email) && { primary: true }),
  };
}

/** All that is left to say of an entry that was taken off the list. Clients expect a role of every row; who has none any more gets the least that a row can say. */
export const describeRemovedEntry = (entry: ListEntry, role: Role): Resource => ({
  kind: 'calendar#calendarListEntry',
  etag: `"${String(entry.updatedAtMs * 1000)}"`,
  id: entry.calendarId,
  accessRole: role === 'none' ? 'freeBusyReader' : role,
  deleted: true,
});
