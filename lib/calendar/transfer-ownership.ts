/** Hands a secondary calendar to another data owner. Only administrators of the stage may, whatever their role on it. */
import type { Context, User } from '#lib/api/context';
import { badRequest, forbidden, notFound } from '#lib/api/errors';
import { nextTick } from './event-etag.ts';
import { open, ownerRule, viewCalendar } from './open.ts';
import type { CalendarStores } from './stores.ts';

interface Query {
  readonly newDataOwner: string;
  readonly useAdminAccess: boolean;
}

export async function transferOwnership(calendarId: string, query: Query, context: Context<CalendarStores, User>): Promise<void> {
  const { caller, clock, stores } = context;
  if (!stores.admins.includes(caller.email)) {
    await open(calendarId, context);
    throw forbidden('forbidden', 'Forbidden');
  }
  const { calendar } = await viewCalendar(calendarId, context);
  if (calendar === undefined || calendar.isRemoved === true) throw notFound();
  if (!query.useAdminAccess) throw badRequest('invalid', 'Only administrators hand calendars over: useAdminAccess must be true.', { parameter: 'useAdminAccess' });
  if (calendar.isPrimary) throw badRequest('invalid', 'A primary calendar cannot be handed over.');
  const email = query.newDataOwner.toLowerCase();
  if (!/^[^\s@:]+@[^\s@:]+$/.test(email)) throw badRequest('invalid', 'Invalid address of the new data owner.', { parameter: 'newDataOwner' });
  if (email === calendar.owner) return;
  const rule = ownerRule(email, nextTick(clock.now().getTime(), calendar.updatedAtMs));
  if (!(await stores.calendars.transfer(calendar, { ...rule, email }))) throw notFound();
}
