/** A user's settings: which there are, and what they are until somebody changes them. */

export const DEFAULT_SETTINGS: Readonly<Record<string, string>> = {
  autoAddHangouts: 'false',
  dateFieldOrder: 'MDY',
  defaultEventLength: '60',
  format24HourTime: 'false',
  hideInvitations: 'false',
  hideInvitationsSetting: 'NONE',
  hideWeekends: 'false',
  locale: 'en',
  remindOnRespondedEventsOnly: 'false',
  showDeclinedEvents: 'true',
  timezone: 'Etc/GMT',
  useKeyboardShortcuts: 'true',
  weekStart: '0',
};

export interface StoredSetting {
  readonly value: string;
  /** The user's change counter when it was set. */
  readonly seq: number;
  readonly updatedAtMs: number;
}

/** A user, with the settings that are no longer at their default. */
export interface User {
  readonly email: string;
  /** Counts the changes of the user's calendar list and settings. */
  readonly seq: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly settings: Readonly<Record<string, StoredSetting>>;
}

export const settingOf = (user: User | undefined, id: string): string => user?.settings[id]?.value ?? DEFAULT_SETTINGS[id] ?? '';

export function describeSetting(user: User, id: string): { kind: string; etag: string; id: string; value: string } | undefined {
  const initial = Object.hasOwn(DEFAULT_SETTINGS, id) ? DEFAULT_SETTINGS[id] : undefined;
  if (initial === undefined) return undefined;
  const stored = user.settings[id];
  return { kind: 'calendar#setting', etag: `"${String((stored?.updatedAtMs ?? user.createdAtMs) * 1000)}"`, id, value: stored?.value ?? initial };
}
