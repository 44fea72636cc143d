import { changeCalendar } from '#lib/calendar/calendars/change-calendar';
import { calendarDetails } from '#lib/calendar/calendars/details';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId } from '#lib/calendar/parameters';
import { CalendarResource } from '#lib/calendar/resources/calendar';
import { WRITE_CALENDAR } from '#lib/calendar/scopes';

export const calendarsUpdate = defineOperation({
  id: 'calendar.calendars.update',
  summary: 'Replaces the properties of a calendar.',
  route: 'PUT /calendar/v3/calendars/{calendarId}',
  scopes: WRITE_CALENDAR,
  cost: 1,
  path: { calendarId },
  query: {},
  body: CalendarResource,
  returns: CalendarResource,

  run: ({ path, body }, context) =>
    changeCalendar(
      'calendars.update',
      path.calendarId,
      (calendar) => calendarDetails(body, context.ids, calendar),
      context,
    ),
});
