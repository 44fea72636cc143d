import { pending } from '#lib/api/operation';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId, eventsListQuery } from '#lib/calendar/parameters';
import { ChannelResource } from '#lib/calendar/resources/channel';
import { READ_EVENTS } from '#lib/calendar/scopes';

export const eventsWatch = defineOperation({
  id: 'calendar.events.watch',
  summary: 'Opens a channel that tells of changed events.',
  route: 'POST /calendar/v3/calendars/{calendarId}/events/watch',
  scopes: READ_EVENTS,
  cost: 1,
  watchable: true,
  path: { calendarId },
  query: eventsListQuery,
  body: ChannelResource,
  returns: ChannelResource,
  run: pending,
});
