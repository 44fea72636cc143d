import { defineOperation } from '#lib/calendar/operation';
import { calendarId, eventParts } from '#lib/calendar/parameters';
import { EventResource } from '#lib/calendar/resources/event';
import { WRITE_EVENTS } from '#lib/calendar/scopes';

/** Nobody is told about an import, and the copy stays in this calendar. */
export const eventsImport = defineOperation({
  id: 'calendar.events.import',
  summary: 'Adds a copy of an event kept elsewhere, or replaces the copy made before.',
  route: 'POST /calendar/v3/calendars/{calendarId}/events/import',
  scopes: WRITE_EVENTS,
  cost: 1,
  path: { calendarId },
  query: eventParts,
  body: EventResource,
  returns: EventResource,

  async run({ path, query, body }, context) {
    // Loaded when it is first needed: people move in once.
    const { importEvent } = await import('#lib/calendar/events/write/import-event');
    return importEvent({ ...path, body, parts: query }, context);
  },
});
