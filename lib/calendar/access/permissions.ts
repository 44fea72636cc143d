/**
 * Who may do what. Read in this order: permissions.ts (the caller's role, and the table of operations and roles),
 * narrow-scopes.ts (OAuth scopes that open only some calendars or details), open-calendar.ts (the first step of almost
 * every operation), event-visibility.ts (what a reader sees of an event), acl-rule.ts (rules on the wire),
 * sync-holder.ts (which sync tokens stay valid when a role changes). Rules are changed and listed in acl/.
 */
import type { Caller } from '#lib/api/context';
import { forbidden, notFound, type ApiError } from '#lib/api/errors';
import { domainOf } from '#lib/api/text/address';
import type { Calendar } from '#lib/calendar/model/calendar';
import type { Groups } from '#lib/calendar/model/groups';
import { atLeast, highest, type Role } from '#lib/calendar/model/roles';
import type { CalendarView } from '#lib/calendar/stores/calendars';
import { asksForPublic, detailLevelFor, type DetailLevel } from './narrow-scopes.ts';

/** A calendar that the caller may see. */
export interface OpenCalendar extends CalendarView {
  readonly calendar: Calendar;
  readonly role: Role;
  /** How much the caller sees of its events. */
  readonly detailLevel: DetailLevel;
}

/** Ids of the rules that can apply to somebody, on any calendar. */
export function ruleIdsFor(email: string | undefined, groups: Groups): string[] {
  if (email === undefined) return ['default'];
  const domain = domainOf(email);
  const memberships = groups.groupsOf(email).map((address) => `group:${address}`);
  return [`user:${email}`, ...(domain === undefined ? [] : [`domain:${domain}`]), 'default', ...memberships];
}

/**
 * Of those, the ones that matter to a caller on a calendar. On a primary calendar its user is the owner, whatever other
 * rules say; only a token for public calendars asks for them.
 */
export const ruleIdsOn = (calendarId: string, caller: Caller, groups: Groups): string[] =>
  calendarId === caller.email && !asksForPublic(caller) ? [`user:${caller.email}`] : ruleIdsFor(caller.email, groups);

/** The calendar with the caller's role; 404 when the caller has none. */
export function requireVisible(view: CalendarView, caller: Caller): OpenCalendar {
  const { calendar, rules } = view;
  const role = highest(rules.map((rule) => rule.role));
  if (calendar === undefined || calendar.isRemoved === true || role === 'none') throw notFound();
  return { ...view, calendar, role, detailLevel: detailLevelFor(caller, { calendar, rules, role }) };
}

const notAllowed = (): ApiError => forbidden('forbidden', 'Forbidden');
const needsWriter = (): ApiError =>
  forbidden('requiredAccessLevel', 'You need to have writer access to this calendar.', { domain: 'calendar' });

interface Need {
  /** The weakest role that is enough. */
  readonly role: Role;
  /** The error for weaker roles. Callers without any role get a 404 before. */
  readonly refusal: () => ApiError;
}

const toSee: Need = { role: 'freeBusyReader', refusal: notAllowed };
const toWriteEvents: Need = { role: 'writerWithoutPrivateAccess', refusal: needsWriter };
const toReadRules: Need = { role: 'writer', refusal: notAllowed };
const toManage: Need = { role: 'owner', refusal: notAllowed };

/** The role that each operation needs. A private event of somebody else also needs `events.changePrivate`. */
export const NEEDS = {
  'acl.delete': toManage,
  'acl.get': toReadRules,
  'acl.insert': toManage,
  'acl.list': toReadRules,
  'acl.patch': toManage,
  'acl.update': toManage,
  'acl.watch': toReadRules,
  'calendarList.delete': toSee,
  'calendarList.get': toSee,
  'calendarList.insert': toSee,
  'calendarList.patch': toSee,
  'calendarList.update': toSee,
  'calendars.clear': toManage,
  'calendars.delete': toManage,
  'calendars.get': toSee,
  'calendars.patch': toManage,
  'calendars.update': toManage,
  'events.changePrivate': { role: 'writer', refusal: notAllowed },
  'events.delete': toWriteEvents,
  'events.get': toSee,
  'events.import': toWriteEvents,
  'events.insert': toWriteEvents,
  'events.instances': toSee,
  'events.list': toSee,
  'events.move': toWriteEvents,
  'events.patch': toWriteEvents,
  'events.quickAdd': toWriteEvents,
  'events.update': toWriteEvents,
  'events.watch': toSee,
  'freebusy.query': toSee,
  'icalAddresses.change': toManage,
  'icalAddresses.get': toSee,
} as const satisfies Readonly<Record<string, Need>>;

export type Permission = keyof typeof NEEDS;

/** Throws the documented 403 unless the caller's role is enough. */
export function requireAccess(open: OpenCalendar, permission: Permission): OpenCalendar {
  const { role, refusal } = NEEDS[permission];
  if (!atLeast(open.role, role)) throw refusal();
  return open;
}

/** 403 unless the caller is the data owner; the role of an owner is not enough. */
export function requireDataOwner(open: OpenCalendar, caller: Caller): OpenCalendar {
  if (open.calendar.owner !== caller.email) throw notAllowed();
  return open;
}
