/**
 * The first step of almost every operation: reads the calendar, the caller's role on it, and the caller's list entry
 * and user.
 */
import type { Caller, Clock, User as Account } from '#lib/api/context';
import { resolveCalendarId } from '#lib/calendar/model/calendar';
import type { User } from '#lib/calendar/model/user';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { CalendarView } from '#lib/calendar/stores/calendars';
import { newUser } from '#lib/calendar/users/new-user';
import { requireVisible, ruleIdsOn, type OpenCalendar } from './permissions.ts';

/** The part of an operation's context that opening a calendar needs. */
export interface CalendarDependencies<C extends Caller = Caller> {
  readonly caller: C;
  readonly clock: Clock;
  readonly stores: Pick<CalendarStores, 'calendars' | 'users' | 'groups' | 'defaultTimeZone'>;
}

/** Creates the user on the first request. Of two requests at once, the loser reads what the winner wrote. */
export async function provision<T>(
  { caller, clock, stores }: CalendarDependencies<Account>,
  read: () => Promise<T>,
  isThere: (value: T) => boolean,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    await stores.users.provision(newUser(caller.email, clock.now().getTime(), stores.defaultTimeZone));
    const value = await read();
    if (isThere(value) || attempt === 10) return value;
  }
}

export async function viewCalendar(calendarId: string, opening: CalendarDependencies): Promise<CalendarView> {
  const { caller, stores } = opening;
  const id = resolveCalendarId(calendarId, caller.email);
  const read = () =>
    stores.groups.reading(
      (groups) => ruleIdsOn(id, caller, groups),
      (ruleIds) => stores.calendars.view(id, caller.email, ruleIds),
    );
  const view = await read();
  if (caller.kind === 'anonymous' || view.user !== undefined) return view;
  return provision({ ...opening, caller }, read, ({ user }) => user !== undefined);
}

/** A calendar on which the caller has a role; 404 otherwise. */
export const openCalendar = async (calendarId: string, opening: CalendarDependencies): Promise<OpenCalendar> =>
  requireVisible(await viewCalendar(calendarId, opening), opening.caller);

/** The caller's user, created on the first request. */
export async function requireUser(opening: CalendarDependencies<Account>): Promise<User> {
  const { caller, stores } = opening;
  const read = () => stores.users.find(caller.email);
  const user = (await read()) ?? (await provision(opening, read, (found) => found !== undefined));
  if (user === undefined) throw new Error(`${caller.email} could not be provisioned`);
  return user;
}
