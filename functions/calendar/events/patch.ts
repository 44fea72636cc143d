import { changeEvent } from '#lib/calendar/event-change';
import { patchWith, reachesExceptions } from '#lib/calendar/event-edit';
import { mailTo } from '#lib/calendar/mail/mail-to';
import { defineOperation } from '#lib/calendar/operation';
import { alwaysIncludeEmail, calendarId, eventId, eventParts, maxAttendees, notifyGuests } from '#lib/calendar/parameters';
import { EventResource } from '#lib/calendar/resources/event';
import { WRITE_EVENTS } from '#lib/calendar/scopes';

export const eventsPatch = defineOperation({
  id: 'calendar.events.patch',
  summary: 'Changes the given fields of an event.',
  route: 'PATCH /calendar/v3/calendars/{calendarId}/events/{eventId}',
  scopes: WRITE_EVENTS,
  cost: 3,
  path: { calendarId, eventId },
  query: { ...eventParts, ...notifyGuests, alwaysIncludeEmail, maxAttendees },
  body: EventResource,
  returns: EventResource,

  run: ({ path, query, body }, context) =>
    changeEvent(
      {
        ...path,
        deed: 'events.patch',
        edit: patchWith(body, query, context),
        reachesExceptions: reachesExceptions(body),
        presenting: { maxAttendees: query.maxAttendees },
        mail: mailTo(query),
      },
      context,
    ),
});
