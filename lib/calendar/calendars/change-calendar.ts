/**
 * Calendars themselves. Read in this order: change-calendar.ts (update and patch: owners only, `If-Match` is checked,
 * nothing is written when nothing changes), details.ts and labels.ts (the fields and their checks),
 * transfer-ownership.ts, run-jobs.ts (what deleting, clearing and revoking leave for later) and tombstone.ts (events of
 * a cleared calendar).
 */
import type { Context, User } from '#lib/api/context';
import { requireMatch } from '#lib/api/etag';
import { openCalendar } from '#lib/calendar/access/open-calendar';
import { requireAccess, type Permission } from '#lib/calendar/access/permissions';
import type { Calendar, CalendarDetails } from '#lib/calendar/model/calendar';
import { nextTick } from '#lib/calendar/model/change-clock';
import type { CalendarResource } from '#lib/calendar/resources/calendar';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { retryOnConflict } from '#lib/calendar/stores/retry-on-conflict';
import { describeCalendar, sameDetails } from './details.ts';

export const changeCalendar = (
  permission: Permission,
  calendarId: string,
  change: (calendar: Calendar) => CalendarDetails,
  context: Context<CalendarStores, User>,
): Promise<CalendarResource> =>
  retryOnConflict(async () => {
    const { calendar } = requireAccess(await openCalendar(calendarId, context), permission);
    requireMatch(context.request.preconditions, describeCalendar(calendar).etag ?? '');
    const details = change(calendar);
    if (sameDetails(calendar, details)) return describeCalendar(calendar);
    const isChanged = await context.stores.calendars.change(
      calendar,
      details,
      nextTick(context.clock.now().getTime(), calendar.updatedAtMs),
    );
    return isChanged ? describeCalendar({ ...calendar, ...details }) : undefined;
  });
