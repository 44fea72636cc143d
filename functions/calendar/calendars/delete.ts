import { badRequest, notFound } from '#lib/api/errors';
import { requireMatch } from '#lib/api/etag';
import { openCalendar } from '#lib/calendar/access/open-calendar';
import { requireAccess, requireDataOwner } from '#lib/calendar/access/permissions';
import { describeCalendar } from '#lib/calendar/calendars/details';
import { runJobPage } from '#lib/calendar/calendars/run-jobs';
import { nextTick } from '#lib/calendar/model/change-clock';
import { newEntry } from '#lib/calendar/model/list-entry';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId } from '#lib/calendar/parameters';
import { WRITE_CALENDAR } from '#lib/calendar/scopes';

/** The calendar is gone at once; its contents are removed later by the cleanup job. */
export const calendarsDelete = defineOperation({
  id: 'calendar.calendars.delete',
  summary: 'Deletes a secondary calendar.',
  route: 'DELETE /calendar/v3/calendars/{calendarId}',
  scopes: WRITE_CALENDAR,
  cost: 1,
  path: { calendarId },
  query: {},

  async run({ path }, context) {
    const opened = requireAccess(await openCalendar(path.calendarId, context), 'calendars.delete');
    const { calendar, entry, user } = requireDataOwner(opened, context.caller);
    requireMatch(context.request.preconditions, describeCalendar(calendar).etag ?? '');
    if (calendar.isPrimary)
      throw badRequest('cannotDeletePrimaryCalendar', 'A primary calendar cannot be deleted.', { domain: 'calendar' });
    const updatedAtMs = nextTick(context.clock.now().getTime(), calendar.updatedAtMs);
    const owner = { email: calendar.owner, seq: user?.seq ?? 0 };
    const job = await context.stores.calendars.remove(calendar, owner, {
      ...(entry ?? newEntry(calendar.id, updatedAtMs, false)),
      updatedAtMs,
    });
    if (job === undefined) throw notFound();
    await runJobPage(job, context);
    return undefined;
  },
});
