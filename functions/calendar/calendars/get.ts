import { openCalendar } from '#lib/calendar/access/open-calendar';
import { requireAccess } from '#lib/calendar/access/permissions';
import { describeCalendar } from '#lib/calendar/calendars/details';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId } from '#lib/calendar/parameters';
import { CalendarResource } from '#lib/calendar/resources/calendar';
import { READ_CALENDAR } from '#lib/calendar/scopes';

export const calendarsGet = defineOperation({
  id: 'calendar.calendars.get',
  summary: 'Reads the properties of a calendar.',
  route: 'GET /calendar/v3/calendars/{calendarId}',
  scopes: READ_CALENDAR,
  cost: 1,
  path: { calendarId },
  query: {},
  returns: CalendarResource,

  run: async ({ path }, context) =>
    describeCalendar(requireAccess(await openCalendar(path.calendarId, context), 'calendars.get').calendar),
});
