import { changingEvent } from '#lib/calendar/events/changing-event';
import { replaceEvent } from '#lib/calendar/events/write/edits';
import { defineOperation } from '#lib/calendar/operation';

export const eventsUpdate = defineOperation({
  ...changingEvent,
  id: 'calendar.events.update',
  summary: 'Replaces an event.',
  route: 'PUT /calendar/v3/calendars/{calendarId}/events/{eventId}',
  cost: 1,

  run: ({ path, query, body }, context) => replaceEvent(path, body, query, context),
});
