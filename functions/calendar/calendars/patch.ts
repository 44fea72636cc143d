import { changeCalendar } from '#lib/calendar/calendars/change-calendar';
import { patchedDetails } from '#lib/calendar/calendars/details';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId } from '#lib/calendar/parameters';
import { CalendarResource } from '#lib/calendar/resources/calendar';
import { WRITE_CALENDAR } from '#lib/calendar/scopes';

export const calendarsPatch = defineOperation({
  id: 'calendar.calendars.patch',
  summary: 'Changes some properties of a calendar.',
  route: 'PATCH /calendar/v3/calendars/{calendarId}',
  scopes: WRITE_CALENDAR,
  cost: 3,
  path: { calendarId },
  query: {},
  body: CalendarResource,
  returns: CalendarResource,

  run: ({ path, body }, context) =>
    changeCalendar(
      'calendars.patch',
      path.calendarId,
      (calendar) => patchedDetails(calendar, body, context.ids),
      context,
    ),
});
