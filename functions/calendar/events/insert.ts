import { insertEvent } from '#lib/calendar/events/write/insert-event';
import { mailTo } from '#lib/calendar/model/mail-choice';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId, eventParts, maxAttendees, notifyGuests } from '#lib/calendar/parameters';
import { EventResource } from '#lib/calendar/resources/event';
import { WRITE_EVENTS } from '#lib/calendar/scopes';

/** A deleted event keeps its id, so reusing the id conflicts. */
export const eventsInsert = defineOperation({
  id: 'calendar.events.insert',
  summary: 'Adds an event to a calendar.',
  route: 'POST /calendar/v3/calendars/{calendarId}/events',
  scopes: WRITE_EVENTS,
  cost: 1,
  path: { calendarId },
  query: { ...eventParts, ...notifyGuests, maxAttendees },
  body: EventResource,
  returns: EventResource,

  run: ({ path, query, body }, context) =>
    insertEvent(
      {
        permission: 'events.insert',
        calendarId: path.calendarId,
        body,
        parts: query,
        presenting: { maxAttendees: query.maxAttendees },
        mail: mailTo(query),
      },
      context,
    ),
});
