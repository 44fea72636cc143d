import { pending } from '#lib/api/operation';
import { defineOperation } from '#lib/calendar/operation';
import { CalendarResource } from '#lib/calendar/resources/calendar';
import { WRITE_CALENDAR } from '#lib/calendar/scopes';

export const calendarsInsert = defineOperation({
  id: 'calendar.calendars.insert',
  summary: 'Creates a calendar owned by the caller.',
  route: 'POST /calendar/v3/calendars',
  scopes: WRITE_CALENDAR,
  cost: 1,
  path: {},
  query: {},
  body: CalendarResource,
  returns: CalendarResource,
  run: pending,
});
