/**
 * Gives a secondary calendar to another data owner. Only administrators of the stage may, whatever their role on it.
 */
import type { Context, User } from '#lib/api/context';
import { badRequest, forbidden, notFound } from '#lib/api/errors';
import { foldAddress } from '#lib/api/text/address';
import { openCalendar, viewCalendar } from '#lib/calendar/access/open-calendar';
import { nextTick } from '#lib/calendar/model/change-clock';
import { newEntry } from '#lib/calendar/model/list-entry';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { retryOnConflict } from '#lib/calendar/stores/retry-on-conflict';
import { newUser, ownerRule } from '#lib/calendar/users/new-user';

interface Query {
  readonly newDataOwner: string;
  readonly useAdminAccess: boolean;
}

/** A data owner cannot remove the calendar from their list, so it is put there, as for its creator. */
const putOnList = (
  email: string,
  calendarId: string,
  { clock, stores }: Context<CalendarStores, User>,
): Promise<true> =>
  retryOnConflict(async () => {
    const { calendar, entry, user } = await stores.calendars.view(calendarId, email, []);
    const nowMs = clock.now().getTime();
    if (calendar === undefined || calendar.isRemoved === true) throw notFound();
    if (user === undefined) {
      await stores.users.provision(newUser(email, nowMs, stores.defaultTimeZone));
      return undefined;
    }
    if (entry?.isRemoved === false) return true;
    const updatedAtMs = nextTick(nowMs, entry?.updatedAtMs ?? 0);
    return (
      (await stores.entries.replace(
        user,
        { ...(entry ?? newEntry(calendarId, 0, true)), isRemoved: false, updatedAtMs },
        entry,
      )) || undefined
    );
  });

export async function transferOwnership(
  calendarId: string,
  query: Query,
  context: Context<CalendarStores, User>,
): Promise<void> {
  const { caller, clock, stores } = context;
  if (!query.useAdminAccess)
    throw badRequest('invalid', 'Only administrators can transfer calendars: useAdminAccess must be true.', {
      parameter: 'useAdminAccess',
    });
  if (!stores.admins.includes(caller.email)) {
    await openCalendar(calendarId, context);
    throw forbidden('forbidden', 'Forbidden');
  }
  const { calendar } = await viewCalendar(calendarId, context);
  if (calendar === undefined || calendar.isRemoved === true) throw notFound();
  if (calendar.isPrimary) throw badRequest('invalid', 'A primary calendar cannot be transferred.');
  const email = foldAddress(query.newDataOwner);
  if (!/^[^\s@:]+@[^\s@:]+$/.test(email))
    throw badRequest('invalid', 'Invalid address of the new data owner.', { parameter: 'newDataOwner' });
  const rule = ownerRule(email, nextTick(clock.now().getTime(), calendar.updatedAtMs));
  if (email !== calendar.owner && !(await stores.calendars.transfer(calendar, { ...rule, email }))) throw notFound();
  await putOnList(email, calendar.id, context);
}
