import { changeEvent } from '#lib/calendar/events/write/change-event';
import { cancel, goneWithSeries, requireNotDeleted } from '#lib/calendar/events/write/edits';
import { mailTo } from '#lib/calendar/model/mail-choice';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId, eventId, notifyGuests } from '#lib/calendar/parameters';
import { WRITE_EVENTS } from '#lib/calendar/scopes';

export const eventsDelete = defineOperation({
  id: 'calendar.events.delete',
  summary: 'Cancels an event.',
  route: 'DELETE /calendar/v3/calendars/{calendarId}/events/{eventId}',
  scopes: WRITE_EVENTS,
  cost: 1,
  path: { calendarId, eventId },
  query: notifyGuests,

  async run({ path, query }, context) {
    await changeEvent(
      {
        ...path,
        permission: 'events.delete',
        edit: cancel,
        reachesExceptions: true,
        requireState: requireNotDeleted,
        errorIfMissing: goneWithSeries,
        mail: mailTo(query),
      },
      context,
    );
    return undefined;
  },
});
