import { listInstances } from '#lib/calendar/events/list/list-instances';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId, eventId, eventsInstancesQuery } from '#lib/calendar/parameters';
import { EventsResource } from '#lib/calendar/resources/event';
import { READ_EVENTS } from '#lib/calendar/scopes';

export const eventsInstances = defineOperation({
  id: 'calendar.events.instances',
  summary: 'Lists the instances of a series.',
  route: 'GET /calendar/v3/calendars/{calendarId}/events/{eventId}/instances',
  scopes: READ_EVENTS,
  cost: 1,
  access: 'key',
  watchable: true,
  path: { calendarId, eventId },
  query: eventsInstancesQuery,
  returns: EventsResource,

  run: ({ path, query }, context) => listInstances(path.calendarId, path.eventId, query, context),
});
