import { changingEvent } from '#lib/calendar/events/changing-event';
import { patchEvent } from '#lib/calendar/events/write/edits';
import { defineOperation } from '#lib/calendar/operation';

export const eventsPatch = defineOperation({
  ...changingEvent,
  id: 'calendar.events.patch',
  summary: 'Changes some fields of an event.',
  route: 'PATCH /calendar/v3/calendars/{calendarId}/events/{eventId}',
  cost: 3,

  run: ({ path, query, body }, context) => patchEvent(path, body, query, context),
});
