/** A user's settings: names, defaults and allowed values. */
import type { User } from '#lib/calendar/model/user';
import { isTimeZone } from '#lib/calendar/time/zone';

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
export const settingOf = (user: User | undefined, id: string): string =>
  user?.settings[id]?.value ?? DEFAULT_SETTINGS[id] ?? '';

export function describeSetting(
  user: User,
  id: string,
): { kind: string; etag: string; id: string; value: string } | undefined {
  const initial = Object.hasOwn(DEFAULT_SETTINGS, id) ? DEFAULT_SETTINGS[id] : undefined;
  if (initial === undefined) return undefined;
  const stored = user.settings[id];
  return {
    kind: 'calendar#setting',
    etag: `"${String((stored?.updatedAtMs ?? user.createdAtMs) * 1000)}"`,
    id,
    value: stored?.value ?? initial,
  };
}

const YES_OR_NO = ['true', 'false'];
const LOCALES =
  'in ca cs da de en_GB en es es_419 tl fr hr it lv lt hu nl no pl pt_BR pt_PT ro sk sl fi sv tr vi el ru sr uk bg iw ar fa hi th zh_TW zh_CN ja ko'.split(
    ' ',
  );

/** Allowed values: one of a list, or what passes the test. */
const VALUES: Readonly<Record<string, readonly string[] | ((value: string) => boolean)>> = {
  autoAddHangouts: YES_OR_NO,
  dateFieldOrder: ['MDY', 'DMY', 'YMD'],
  defaultEventLength: (value) => /^[1-9]\d{0,5}$/.test(value),
  format24HourTime: YES_OR_NO,
  hideInvitations: YES_OR_NO,
  hideInvitationsSetting: ['NONE', 'UNKNOWN_SENDER', 'UNRESPONDED'],
  hideWeekends: YES_OR_NO,
  locale: LOCALES,
  remindOnRespondedEventsOnly: YES_OR_NO,
  showDeclinedEvents: YES_OR_NO,
  timezone: isTimeZone,
  useKeyboardShortcuts: YES_OR_NO,
  weekStart: ['0', '1', '6'],
};

/** Why a value is refused, as a sentence; undefined when it is allowed. */
export function settingError(id: string, value: string): string | undefined {
  const allowed = Object.hasOwn(VALUES, id) ? VALUES[id] : undefined;
  if (allowed === undefined) return `There is no setting '${id}', only ${Object.keys(VALUES).join(', ')}.`;
  if (typeof allowed === 'function') return allowed(value) ? undefined : `'${value}' cannot be the ${id}.`;
  return allowed.includes(value) ? undefined : `${id} is ${allowed.join(' or ')}, not '${value}'.`;
}
