/**
 * OAuth scopes that open only some calendars, or only part of their events. A broader scope in the same token removes
 * the limit.
 */
import type { Caller } from '#lib/api/context';
import { forbidden, notFound } from '#lib/api/errors';
import type { Calendar } from '#lib/calendar/model/calendar';
import { atLeast, type Role } from '#lib/calendar/model/roles';
import { SCOPE } from '#lib/calendar/scopes';

/** `times`: only the times, and no transparent events. `shared`: everything but details of private events. */
export type DetailLevel = 'times' | 'shared' | 'everything';

interface CalendarWithRole {
  readonly calendar: Pick<Calendar, 'clientId'>;
  readonly rules: readonly { readonly id: string; readonly role: Role }[];
  readonly role: Role;
}

const detailLevelOf = (role: Role): DetailLevel =>
  atLeast(role, 'writer') ? 'everything' : atLeast(role, 'reader') ? 'shared' : 'times';

const ownCalendars = (caller: Caller, { role }: CalendarWithRole): DetailLevel | undefined =>
  caller.kind === 'user' && role === 'owner' ? 'everything' : undefined;

/** What a narrow scope shows of a calendar; undefined for nothing. */
const NARROW: Readonly<Record<string, (caller: Caller, calendar: CalendarWithRole) => DetailLevel | undefined>> = {
  [SCOPE.appCreated]: ({ clientId }, { calendar, role }) =>
    clientId !== undefined && clientId === calendar.clientId ? detailLevelOf(role) : undefined,
  [SCOPE.eventsOwned]: ownCalendars,
  [SCOPE.eventsOwnedReadonly]: ownCalendars,
  [SCOPE.eventsPublicReadonly]: (_caller, { rules, role }) =>
    rules.some((rule) => rule.id === 'default' && atLeast(rule.role, 'reader')) ? detailLevelOf(role) : undefined,
  [SCOPE.eventsFreeBusy]: () => 'times',
};

/** Whether it may matter to the token that everybody can read a calendar. */
export const asksForPublic = ({ scopes }: Caller): boolean =>
  scopes.includes(SCOPE.eventsPublicReadonly) && scopes.every((scope) => NARROW[scope] !== undefined);

const DETAIL_LEVELS: readonly DetailLevel[] = ['times', 'shared', 'everything'];

/** How much the caller's role and scopes show of the calendar's events; throws when the scopes do not open it. */
export function detailLevelFor(caller: Caller, calendar: CalendarWithRole): DetailLevel {
  const levels = caller.scopes.map((scope) =>
    NARROW[scope] === undefined ? detailLevelOf(calendar.role) : NARROW[scope](caller, calendar),
  );
  const best = DETAIL_LEVELS.findLast((level) => levels.includes(level));
  if (best !== undefined) return best;
  // Scopes for owned calendars get a 403; the others do not reveal that the calendar exists.
  if (caller.scopes.includes(SCOPE.eventsOwned) || caller.scopes.includes(SCOPE.eventsOwnedReadonly)) {
    throw forbidden(
      'insufficientPermissions',
      'Insufficient Permission: the token gives access only to calendars that you own.',
    );
  }
  throw notFound();
}
