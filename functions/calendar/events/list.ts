import { listEvents } from '#lib/calendar/events/list/list-events';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId, eventsListQuery } from '#lib/calendar/parameters';
import { EventsResource } from '#lib/calendar/resources/event';
import { READ_EVENTS } from '#lib/calendar/scopes';

export const eventsList = defineOperation({
  id: 'calendar.events.list',
  summary: 'Lists the events of a calendar.',
  route: 'GET /calendar/v3/calendars/{calendarId}/events',
  scopes: READ_EVENTS,
  cost: 1,
  access: 'key',
  watchable: true,
  path: { calendarId },
  query: eventsListQuery,
  returns: EventsResource,

  run: ({ path, query }, context) => listEvents(path.calendarId, query, context),
});
