import { getEvent } from '#lib/calendar/events/read/get-event';
import { defineOperation } from '#lib/calendar/operation';
import { alwaysIncludeEmail, calendarId, eventId, maxAttendees, timeZone } from '#lib/calendar/parameters';
import { EventResource } from '#lib/calendar/resources/event';
import { READ_EVENTS } from '#lib/calendar/scopes';

export const eventsGet = defineOperation({
  id: 'calendar.events.get',
  summary: 'Reads an event, even if it is cancelled.',
  route: 'GET /calendar/v3/calendars/{calendarId}/events/{eventId}',
  scopes: READ_EVENTS,
  cost: 1,
  access: 'key',
  path: { calendarId, eventId },
  query: { alwaysIncludeEmail, maxAttendees, timeZone },
  returns: EventResource,

  run: ({ path, query }, context) => getEvent(path, query, context),
});
