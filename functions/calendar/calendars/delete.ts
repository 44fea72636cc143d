import { pending } from '#lib/api/operation';
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
  run: pending,
});
