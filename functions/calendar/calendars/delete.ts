import { badRequest, forbidden } from '#lib/api/errors';
import { requireMatch } from '#lib/api/etag';
import { describeCalendar } from '#lib/calendar/calendar';
import { newEntry } from '#lib/calendar/list-entry';
import { open } from '#lib/calendar/open';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId } from '#lib/calendar/parameters';
import { WRITE_CALENDAR } from '#lib/calendar/scopes';

export const calendarsDelete = defineOperation({
  id: 'calendar.calendars.delete',
  summary: 'Deletes a calendar that is not a main one.',
  route: 'DELETE /calendar/v3/calendars/{calendarId}',
  scopes: WRITE_CALENDAR,
  cost: 1,
  path: { calendarId },
  query: {},

  async run({ path }, context) {
    const { calendar, entry } = await open(path.calendarId, context);
    if (calendar.isPrimary && calendar.owner === context.caller.email) throw badRequest('cannotDeletePrimaryCalendar', 'A primary calendar cannot be deleted.', { domain: 'calendar' });
    if (calendar.owner !== context.caller.email) throw forbidden('forbidden', 'Forbidden');
    requireMatch(context.request.preconditions, describeCalendar(calendar).etag ?? '');
    const atMs = context.clock.now().getTime();
    await context.stores.calendars.remove(calendar, { ...(entry ?? newEntry(calendar.id, atMs, false)), updatedAtMs: atMs });
    return undefined;
  },
});
