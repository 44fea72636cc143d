import { badRequest, notFound } from '#lib/api/errors';
import { requireMatch } from '#lib/api/etag';
import { openCalendar } from '#lib/calendar/access/open-calendar';
import { requireAccess } from '#lib/calendar/access/permissions';
import { describeCalendar } from '#lib/calendar/calendars/details';
import { nextTick } from '#lib/calendar/model/change-clock';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId } from '#lib/calendar/parameters';
import { CLEAR_CALENDAR } from '#lib/calendar/scopes';

/** Lists and syncs see an empty calendar at once; the cleanup job writes the tombstones later. */
export const calendarsClear = defineOperation({
  id: 'calendar.calendars.clear',
  summary: 'Deletes all events of a primary calendar.',
  route: 'POST /calendar/v3/calendars/{calendarId}/clear',
  scopes: CLEAR_CALENDAR,
  cost: 1,
  path: { calendarId },
  query: {},

  async run({ path }, context) {
    const { calendar } = requireAccess(await openCalendar(path.calendarId, context), 'calendars.clear');
    requireMatch(context.request.preconditions, describeCalendar(calendar).etag ?? '');
    if (!calendar.isPrimary) throw badRequest('invalid', 'Only a primary calendar can be cleared.');
    const isCleared = await context.stores.calendars.clear(
      calendar,
      nextTick(context.clock.now().getTime(), calendar.eventsUpdatedAtMs),
    );
    if (isCleared === undefined) throw notFound();
    return undefined;
  },
});
