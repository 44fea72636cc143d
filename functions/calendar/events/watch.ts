import { openCalendar } from '#lib/calendar/access/open-calendar';
import { requireAccess } from '#lib/calendar/access/permissions';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId, eventsListQuery } from '#lib/calendar/parameters';
import { openChannel } from '#lib/calendar/push/watch';
import { ChannelResource } from '#lib/calendar/resources/channel';
import { READ_EVENTS } from '#lib/calendar/scopes';
import { config } from '#lib/runtime/process/config';

export const eventsWatch = defineOperation({
  id: 'calendar.events.watch',
  summary: 'Opens a channel for changes of events.',
  route: 'POST /calendar/v3/calendars/{calendarId}/events/watch',
  scopes: READ_EVENTS,
  cost: 1,
  watchable: true,
  path: { calendarId },
  query: eventsListQuery,
  body: ChannelResource,
  returns: ChannelResource,

  async run({ path, query, body }, context) {
    const { calendar } = requireAccess(await openCalendar(path.calendarId, context), 'events.watch');
    const watch = {
      topic: { what: 'events', of: calendar.id },
      body,
      parameters: Object.keys(eventsListQuery),
      eventTypes: query.eventTypes,
    } as const;
    return openChannel(watch, context, { allowLoopback: config.loopbackWebhooks });
  },
});
