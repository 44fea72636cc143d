/**
 * Who may do what: effective roles, scopes that open only some calendars, and the one table of operations and roles.
 */
import type { Caller } from '#lib/api/context';
import { forbidden, notFound, type ApiError } from '#lib/api/errors';
import { domainOf } from '#lib/api/text/address';
import type { Calendar } from '#lib/calendar/model/calendar';
import type { Groups } from '#lib/calendar/model/groups';
import { atLeast, highest, type Role } from '#lib/calendar/model/roles';
import type { CalendarView } from '#lib/calendar/stores/calendars';
import { detailLevelFor, type DetailLevel } from './narrow-scopes.ts';

/** A calendar that the caller may see. */
export interface OpenCalendar extends CalendarView {
  readonly calendar: Calendar;
  readonly role: Role;
  /** How much of its events. */
  readonly detailLevel: DetailLevel;
}

/** The rules that can apply to somebody, whatever the calendar. */
export function ruleIdsFor(email: string | undefined, groups: Groups): string[] {
  if (email === undefined) return ['default'];
  const domain = domainOf(email);
  const memberships = groups.groupsOf(email).map((address) => `group:${address}`);
  return [`user:${email}`, ...(domain === undefined ? [] : [`domain:${domain}`]), 'default', ...memberships];
}

/** The calendar with the caller's role; one that the caller may not even know of is a 404. */
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
  /** The weakest role that may. */
  readonly role: Role;
  /** What the weaker ones are told; those without any role see no calendar at all. */
  readonly refusal: () => ApiError;
}

const toSee: Need = { role: 'freeBusyReader', refusal: notAllowed };
const toWriteEvents: Need = { role: 'writerWithoutPrivateAccess', refusal: needsWriter };
const toReadRules: Need = { role: 'writer', refusal: notAllowed };
const toManage: Need = { role: 'owner', refusal: notAllowed };

/** Operations and roles. `events.changePrivate` comes on top of the others for a private event of somebody else. */
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
} as const satisfies Readonly<Record<string, Need>>;

export type Permission = keyof typeof NEEDS;

/** Throws the documented 403 unless the caller's role is enough. */
export function requireAccess(open: OpenCalendar, permission: Permission): OpenCalendar {
  const { role, refusal } = NEEDS[permission];
  if (!atLeast(open.role, role)) throw refusal();
  return open;
}

/** Some things only the data owner may do, whoever else has the role of an owner. */
export function requireDataOwner(open: OpenCalendar, caller: Caller): OpenCalendar {
  if (open.calendar.owner !== caller.email) throw notAllowed();
  return open;
}
