import { changeEvent } from '#lib/calendar/event-change';
import { replaceWith } from '#lib/calendar/event-edit';
import { mailTo } from '#lib/calendar/mail/mail-to';
import { defineOperation } from '#lib/calendar/operation';
import { alwaysIncludeEmail, calendarId, eventId, eventParts, maxAttendees, notifyGuests } from '#lib/calendar/parameters';
import { EventResource } from '#lib/calendar/resources/event';
import { WRITE_EVENTS } from '#lib/calendar/scopes';

export const eventsUpdate = defineOperation({
  id: 'calendar.events.update',
  summary: 'Replaces an event.',
  route: 'PUT /calendar/v3/calendars/{calendarId}/events/{eventId}',
  scopes: WRITE_EVENTS,
  cost: 1,
  path: { calendarId, eventId },
  query: { ...eventParts, ...notifyGuests, alwaysIncludeEmail, maxAttendees },
  body: EventResource,
  returns: EventResource,

  run: ({ path, query, body }, context) =>
    changeEvent(
      {
        ...path,
        deed: 'events.update',
        edit: replaceWith(body, query, context),
        reachesExceptions: true,
        presenting: { maxAttendees: query.maxAttendees },
        mail: mailTo(query),
      },
      context,
    ),
});
