/**
 * Users and their settings: new-user.ts (what a user gets with the first request), settings.ts (names, defaults and
 * values of settings), list-settings.ts (the paged, syncable list), known-groups.ts (groups of the stage, cached).
 */
import { DEFAULT_TIME_ZONE, FIRST_SEQ } from '#lib/calendar/model/calendar';
import { primaryEntry } from '#lib/calendar/model/list-entry';
import type { AccessRule } from '#lib/calendar/model/rule';
import type { NewUser } from '#lib/calendar/stores/users';

/** The rule that makes the creator of a calendar its owner. */
export const ownerRule = (email: string, updatedAtMs: number): AccessRule => ({
  id: `user:${email}`,
  role: 'owner',
  updatedAtMs,
});

/** A user with a main calendar, its owner rule and its list entry. A given zone is that of the calendar and the setting. */
export const newUser = (email: string, atMs: number, timeZone?: string): NewUser => ({
  user: {
    email,
    seq: 1,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    settings: timeZone === undefined ? {} : { timezone: { value: timeZone, seq: 1, updatedAtMs: atMs } },
  },
  calendar: {
    id: email,
    summary: email,
    timeZone: timeZone ?? DEFAULT_TIME_ZONE,
    owner: email,
    isPrimary: true,
    seq: FIRST_SEQ,
    version: 1,
    updatedAtMs: atMs,
    eventsUpdatedAtMs: atMs,
  },
  rule: ownerRule(email, atMs),
  entry: primaryEntry(email, atMs),
});
