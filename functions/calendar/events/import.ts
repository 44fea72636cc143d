import { defineOperation } from '#lib/calendar/operation';
import { calendarId, eventParts } from '#lib/calendar/parameters';
import { EventResource } from '#lib/calendar/resources/event';
import { WRITE_EVENTS } from '#lib/calendar/scopes';

/** Nobody is notified of an import, and the event stays in this calendar only. */
export const eventsImport = defineOperation({
  id: 'calendar.events.import',
  summary: 'Imports a copy of an event that is kept elsewhere, or updates that copy.',
  route: 'POST /calendar/v3/calendars/{calendarId}/events/import',
  scopes: WRITE_EVENTS,
  cost: 1,
  path: { calendarId },
  query: eventParts,
  body: EventResource,
  returns: EventResource,

  async run({ path, query, body }, context) {
    // Load late: imports are rare.
    const { importEvent } = await import('#lib/calendar/events/write/import-event');
    return importEvent({ ...path, body, parts: query }, context);
  },
});
