/** What decides about a caller and a calendar: which items that is, and how they are put together. */
import type { CalendarView } from '#lib/calendar/stores/calendars';
import type { Item, Key } from '#lib/stores/dynamodb/item';
import { readCalendar, readEntry, readRule, readUser } from './items.ts';
import { calendarKey, entryKey, ruleKey, userKey } from './keys.ts';

/** All but the list entry. */
export const keysOfAccess = (calendarId: string, email: string | undefined, ruleIds: readonly string[]): Key[] => [
  calendarKey(calendarId),
  ...ruleIds.map((ruleId) => ruleKey(calendarId, ruleId)),
  ...(email === undefined ? [] : [userKey(email)]),
];

export const keysOfView = (calendarId: string, email: string | undefined, ruleIds: readonly string[]): Key[] => [
  ...keysOfAccess(calendarId, email, ruleIds),
  ...(email === undefined ? [] : [entryKey(email, calendarId)]),
];

export function assembleView(
  look: (key: Key) => Item | undefined,
  calendarId: string,
  email: string | undefined,
  ruleIds: readonly string[],
): CalendarView {
  const calendar = look(calendarKey(calendarId));
  const entry = email === undefined ? undefined : look(entryKey(email, calendarId));
  const user = email === undefined ? undefined : look(userKey(email));
  return {
    calendar: calendar && readCalendar(calendar),
    rules: ruleIds.flatMap((ruleId) => {
      const item = look(ruleKey(calendarId, ruleId));
      return item === undefined ? [] : [readRule(item)];
    }),
    entry: entry && readEntry(entry),
    user: user && readUser(user),
  };
}
