/** Changes a calendar's details: only its owners may, a stale `If-Match` is refused, and a write of what is there already is none. */
import type { Context, User } from '#lib/api/context';
import { conflict } from '#lib/api/errors';
import { requireMatch } from '#lib/api/etag';
import { requireAccess, type Deed } from './access.ts';
import { describeCalendar, sameDetails, type Calendar, type CalendarDetails } from './calendar.ts';
import { open } from './open.ts';
import type { CalendarResource } from './resources/calendar.ts';
import type { CalendarStores } from './stores.ts';

const MOST_ATTEMPTS = 10;

export async function changeCalendar(
  deed: Deed,
  calendarId: string,
  change: (calendar: Calendar) => CalendarDetails,
  context: Context<CalendarStores, User>,
): Promise<CalendarResource> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const { calendar } = requireAccess(await open(calendarId, context), deed);
    requireMatch(context.request.preconditions, describeCalendar(calendar).etag ?? '');
    const details = change(calendar);
    if (sameDetails(calendar, details)) return describeCalendar(calendar);
    if (await context.stores.calendars.change(calendar, details, context.clock.now().getTime())) return describeCalendar({ ...calendar, ...details });
  }
  throw conflict('conflict', 'Conflict');
}
