/** The fields that a user may change on a list entry, and their checks. */
import { badRequest } from '#lib/api/errors';
import type { Patch } from '#lib/api/schema';
import { readReminderList } from '#lib/calendar/events/body/reminders';
import { CALENDAR_COLORS, nearestCalendarColor } from '#lib/calendar/model/colors';
import { defaultColorOf, type ListEntry, type Notification } from '#lib/calendar/model/list-entry';
import type { CalendarListEntryResource } from '#lib/calendar/resources/calendar-list';

type EntryFields = Pick<
  ListEntry,
  | 'summaryOverride'
  | 'colorId'
  | 'backgroundColor'
  | 'foregroundColor'
  | 'isHidden'
  | 'isSelected'
  | 'defaultReminders'
  | 'notifications'
>;

const HEX_COLOR = /^#[0-9a-f]{6}$/i;
const NOTIFICATION_TYPES = ['eventCreation', 'eventChange', 'eventCancellation', 'eventResponse', 'agenda'];

function colorIdOf(sent: string): string {
  if (!Object.hasOwn(CALENDAR_COLORS, sent)) throw badRequest('invalid', `Invalid color id: ${sent}.`);
  return sent;
}

function rgbOf(sent: string): string {
  if (!HEX_COLOR.test(sent)) throw badRequest('invalid', `Invalid color: ${sent}. Colors look like #0a88c7.`);
  return sent.toLowerCase();
}

/** Colours by number; with `isRgb` by value, and the number becomes that of the nearest colour. */
function patchedColors(
  entry: ListEntry,
  patch: Patch<CalendarListEntryResource>,
  isRgb: boolean,
  initial: string,
): Partial<EntryFields> {
  const { colorId, backgroundColor, foregroundColor } = isRgb
    ? patch
    : { ...patch, backgroundColor: undefined, foregroundColor: undefined };
  const byNumber =
    colorId === undefined
      ? {}
      : {
          colorId: colorId === null ? initial : colorIdOf(colorId),
          backgroundColor: undefined,
          foregroundColor: undefined,
        };
  const background = backgroundColor === undefined || backgroundColor === null ? undefined : rgbOf(backgroundColor);
  return {
    ...byNumber,
    ...(background !== undefined && {
      backgroundColor: background,
      colorId: nearestCalendarColor(background),
      foregroundColor: entry.foregroundColor,
    }),
    ...(backgroundColor === null && { backgroundColor: undefined }),
    ...(foregroundColor !== undefined && {
      foregroundColor: foregroundColor === null ? undefined : rgbOf(foregroundColor),
    }),
  };
}

function readNotification({ method, type }: { method?: string | undefined; type?: string | undefined }): Notification {
  if (method !== 'email') throw badRequest('invalid', 'Notifications are sent by email.');
  if (type === undefined || !NOTIFICATION_TYPES.includes(type))
    throw badRequest('invalid', 'Invalid notification type.');
  return { method, type };
}

/** The entry after a merge patch: absent fields stay, `null` resets, lists replace. */
export function patchedEntry(
  entry: ListEntry,
  patch: Patch<CalendarListEntryResource>,
  isRgb: boolean,
  isPrimary: boolean,
): ListEntry {
  const { summaryOverride, hidden, selected, defaultReminders, notificationSettings } = patch;
  const notifications = notificationSettings === null ? null : notificationSettings?.notifications;
  return {
    ...entry,
    ...(summaryOverride !== undefined && {
      summaryOverride: summaryOverride === null || summaryOverride === '' ? undefined : summaryOverride,
    }),
    ...patchedColors(entry, patch, isRgb, defaultColorOf(isPrimary)),
    ...(hidden !== undefined && { isHidden: hidden === true }),
    ...(selected !== undefined && { isSelected: selected === true }),
    ...(defaultReminders !== undefined && { defaultReminders: readReminderList(defaultReminders ?? []) }),
    ...(notifications !== undefined && { notifications: (notifications ?? []).map(readNotification) }),
  };
}

/** The entry from a full body: absent fields go back to their default. */
export function replacedEntry(
  entry: ListEntry,
  body: CalendarListEntryResource,
  isRgb: boolean,
  isPrimary: boolean,
): ListEntry {
  const {
    summaryOverride = null,
    colorId = null,
    hidden = null,
    selected = null,
    defaultReminders = null,
    notificationSettings = null,
  } = body;
  const colors = isRgb
    ? { backgroundColor: body.backgroundColor ?? null, foregroundColor: body.foregroundColor ?? null }
    : {};
  return patchedEntry(
    entry,
    { summaryOverride, colorId, hidden, selected, defaultReminders, notificationSettings, ...colors },
    isRgb,
    isPrimary,
  );
}

const fieldsOf = ({
  summaryOverride,
  colorId,
  backgroundColor,
  foregroundColor,
  isHidden,
  isSelected,
  defaultReminders,
  notifications,
  isRemoved,
}: ListEntry) => [
  [summaryOverride, colorId, backgroundColor, foregroundColor, isHidden, isSelected, isRemoved],
  defaultReminders.map(({ method, minutes }) => [method, minutes]),
  notifications.map(({ method, type }) => [method, type]),
];

/** True when a write would leave everything as it is. */
export const sameEntry = (a: ListEntry, b: ListEntry): boolean =>
  JSON.stringify(fieldsOf(a)) === JSON.stringify(fieldsOf(b));
