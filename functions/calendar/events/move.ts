import { string } from '#lib/api/schema';
import { mailTo } from '#lib/calendar/model/mail-choice';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId, eventId, notifyGuests } from '#lib/calendar/parameters';
import { EventResource } from '#lib/calendar/resources/event';
import { MOVE_EVENT } from '#lib/calendar/scopes';

export const eventsMove = defineOperation({
  id: 'calendar.events.move',
  summary: 'Moves an event to another calendar, which becomes its organiser.',
  route: 'POST /calendar/v3/calendars/{calendarId}/events/{eventId}/move',
  scopes: MOVE_EVENT,
  cost: 1,
  path: { calendarId, eventId },
  query: {
    ...notifyGuests,
    destination: string('Id of the calendar that gets the event.'),
  },
  returns: EventResource,

  async run({ path, query }, context) {
    // Load late: few events ever move.
    const { moveEvent } = await import('#lib/calendar/events/write/move-event');
    return moveEvent({ ...path, destination: query.destination, mail: mailTo(query) }, context);
  },
});
