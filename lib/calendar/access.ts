/** Who may do what: effective roles, and the one table of roles and operations. */
import type { Caller } from '#lib/api/context';
import { forbidden, notFound } from '#lib/api/errors';
import type { Calendar } from './calendar.ts';
import type { ListEntry } from './list-entry.ts';
import { atLeast, highest, type Role } from './roles.ts';
import type { User } from './settings.ts';

export interface Rule {
  /** `user:EMAIL`, `group:EMAIL`, `domain:NAME` or `default`. */
  readonly id: string;
  readonly role: Role;
  readonly updatedAtMs: number;
}

/** Everything that decides what a caller may do with a calendar, read in one go. */
export interface CalendarView {
  readonly calendar: Calendar | undefined;
  /** Those of the caller's possible rules that exist. */
  readonly rules: readonly Rule[];
  readonly entry: ListEntry | undefined;
  readonly user: User | undefined;
}

/** A calendar that the caller may see. */
export interface OpenCalendar extends CalendarView {
  readonly calendar: Calendar;
  readonly role: Role;
}

/** Members by group address, as the stage configures them. */
export type Groups = Readonly<Record<string, readonly string[]>>;

/** The rules that can apply to somebody, whatever the calendar. */
export function ruleIdsFor(email: string | undefined, groups: Groups): string[] {
  if (email === undefined) return ['default'];
  const memberships = Object.entries(groups).flatMap(([group, members]) => (members.includes(email) ? [`group:${group}`] : []));
  return [`user:${email}`, `domain:${email.slice(email.indexOf('@') + 1)}`, 'default', ...memberships];
}

const AUTH = 'https://www.googleapis.com/auth/';
const APP_CREATED = `${AUTH}calendar.app.created`;

/** Someone who may use no calendar but those that the same OAuth client made. */
const isConfined = (caller: Caller): boolean => caller.kind === 'user' && caller.scopes.every((scope) => !scope.startsWith(`${AUTH}calendar`) || scope === APP_CREATED);

/** The calendar with the caller's role; one that the caller may not even know of is a 404. */
export function openCalendar(view: CalendarView, caller: Caller): OpenCalendar {
  const { calendar } = view;
  const role = highest(view.rules.map((rule) => rule.role));
  if (calendar === undefined || calendar.isRemoved === true || role === 'none') throw notFound();
  if (isConfined(caller) && (calendar.clientId === undefined || calendar.clientId !== caller.clientId)) throw notFound();
  return { ...view, calendar, role };
}

/** Throws 403 unless the role is at least the one needed. */
export function requireRole(open: OpenCalendar, needed: Role): OpenCalendar {
  if (!atLeast(open.role, needed)) throw forbidden('forbidden', 'Forbidden');
  return open;
}

