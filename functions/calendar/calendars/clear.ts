import { pending } from '#lib/api/operation';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId } from '#lib/calendar/parameters';
import { CLEAR_CALENDAR } from '#lib/calendar/scopes';

export const calendarsClear = defineOperation({
  id: 'calendar.calendars.clear',
  summary: 'Deletes every event of a main calendar.',
  route: 'POST /calendar/v3/calendars/{calendarId}/clear',
  scopes: CLEAR_CALENDAR,
  cost: 1,
  path: { calendarId },
  query: {},
  run: pending,
});
