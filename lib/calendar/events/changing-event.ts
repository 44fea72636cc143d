/** What replacing and patching an event have in common in their declarations. */
import {
  calendarId,
  eventId,
  eventParts,
  notifyGuests,
  alwaysIncludeEmail,
  maxAttendees,
} from '#lib/calendar/parameters';
import { EventResource } from '#lib/calendar/resources/event';
import { WRITE_EVENTS } from '#lib/calendar/scopes';

export const changingEvent = {
  scopes: WRITE_EVENTS,
  path: { calendarId, eventId },
  query: { ...eventParts, ...notifyGuests, alwaysIncludeEmail, maxAttendees },
  body: EventResource,
  returns: EventResource,
};
