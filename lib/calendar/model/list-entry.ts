/** A calendar as an entry on one user's list. */

export interface Reminder {
  readonly method: string;
  readonly minutes: number;
}

/** Whether some of them are letters; others are shown by the client. */
export const hasMail = (reminders: readonly Reminder[] = []): boolean =>
  reminders.some(({ method }) => method === 'email');

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
  /** Removed from the list; kept so that a sync can report it. */
  readonly isRemoved: boolean;
  /** The user has overlays on some events of this calendar. */
  readonly hasOverlays?: boolean | undefined;
  readonly updatedAtMs: number;
}

const PRIMARY_COLOR = '14';

const SECONDARY_COLOR = '15';

export const defaultColorOf = (isPrimary: boolean): string => (isPrimary ? PRIMARY_COLOR : SECONDARY_COLOR);

const PRIMARY_NOTIFICATIONS = ['eventCreation', 'eventChange', 'eventCancellation', 'eventResponse'];

/** The entry of a user's primary calendar. */
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

/** The entry of a calendar that a user created or added. */
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
