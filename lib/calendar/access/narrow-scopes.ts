/**
 * Scopes that open only some calendars, or only part of what is in them. A broader scope in the same token lifts them.
 */
import type { Caller } from '#lib/api/context';
import { forbidden, notFound } from '#lib/api/errors';
import type { Calendar } from '#lib/calendar/model/calendar';
import { atLeast, type Role } from '#lib/calendar/model/roles';
import { SCOPE } from '#lib/calendar/scopes';

/** `times`: when and no more, transparent events not at all. `shared`: all but the details of private events. */
export type DetailLevel = 'times' | 'shared' | 'everything';

interface Seen {
  readonly calendar: Pick<Calendar, 'clientId'>;
  readonly rules: readonly { readonly id: string; readonly role: Role }[];
  readonly role: Role;
}

const detailLevelOf = (role: Role): DetailLevel =>
  atLeast(role, 'writer') ? 'everything' : atLeast(role, 'reader') ? 'shared' : 'times';

const ownCalendars = (caller: Caller, { role }: Seen): DetailLevel | undefined =>
  caller.kind === 'user' && role === 'owner' ? 'everything' : undefined;

/** What a narrow scope lets its holder see of a calendar; undefined when nothing. */
const NARROW: Readonly<Record<string, (caller: Caller, seen: Seen) => DetailLevel | undefined>> = {
  [SCOPE.appCreated]: ({ clientId }, { calendar, role }) =>
    clientId !== undefined && clientId === calendar.clientId ? detailLevelOf(role) : undefined,
  [SCOPE.eventsOwned]: ownCalendars,
  [SCOPE.eventsOwnedReadonly]: ownCalendars,
  [SCOPE.eventsPublicReadonly]: (_caller, { rules, role }) =>
    rules.some((rule) => rule.id === 'default' && atLeast(rule.role, 'reader')) ? detailLevelOf(role) : undefined,
  [SCOPE.eventsFreeBusy]: () => 'times',
};

const DETAIL_LEVELS: readonly DetailLevel[] = ['times', 'shared', 'everything'];

/**
 * How much of the calendar's events the caller's role and scopes show; throws when the scopes do not open it at all.
 */
export function detailLevelFor(caller: Caller, seen: Seen): DetailLevel {
  const views = caller.scopes.map((scope) =>
    NARROW[scope] === undefined ? detailLevelOf(seen.role) : NARROW[scope](caller, seen),
  );
  const best = DETAIL_LEVELS.findLast((level) => views.includes(level));
  if (best !== undefined) return best;
  // Whoever holds a scope for owned calendars knows that this one is there; the other scopes hide it.
  if (caller.scopes.includes(SCOPE.eventsOwned) || caller.scopes.includes(SCOPE.eventsOwnedReadonly)) {
    throw forbidden(
      'insufficientPermissions',
      'Insufficient Permission: the token reaches only calendars that you own.',
    );
  }
  throw notFound();
}
