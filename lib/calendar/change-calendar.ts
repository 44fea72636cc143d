/** Changes a calendar's details: only its owners may, a stale `If-Match` is refused, and a write of what is there already is none. */
import type { Context, User } from '#lib/api/context';
import { requireMatch } from '#lib/api/etag';
import { requireAccess, type Deed } from './access.ts';
import { attempt } from './attempt.ts';
import { describeCalendar, sameDetails } from './calendar.ts';
import { nextTick } from './event-etag.ts';
import { open } from './open.ts';
import type { CalendarResource } from './resources/calendar.ts';
import type { CalendarStores } from './stores.ts';
import type { Calendar, CalendarDetails } from './model/calendar.ts';

export const changeCalendar = (
  deed: Deed,
  calendarId: string,
  change: (calendar: Calendar) => CalendarDetails,
  context: Context<CalendarStores, User>,
): Promise<CalendarResource> =>
  attempt(async () => {
    const { calendar } = requireAccess(await open(calendarId, context), deed);
    requireMatch(context.request.preconditions, describeCalendar(calendar).etag ?? '');
    const details = change(calendar);
    if (sameDetails(calendar, details)) return describeCalendar(calendar);
    const isChanged = await context.stores.calendars.change(calendar, details, nextTick(context.clock.now().getTime(), calendar.updatedAtMs));
    return isChanged ? describeCalendar({ ...calendar, ...details }) : undefined;
  });
