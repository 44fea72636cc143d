import { string } from '#lib/api/schema';
import type { OpenCalendar } from '#lib/calendar/access/permissions';
import { insertEvent } from '#lib/calendar/events/write/insert-event';
import { mailTo } from '#lib/calendar/model/mail-choice';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId, notifyGuests } from '#lib/calendar/parameters';
import { EventResource } from '#lib/calendar/resources/event';
import { WRITE_EVENTS } from '#lib/calendar/scopes';
import { settingOf } from '#lib/calendar/users/settings';

export const eventsQuickAdd = defineOperation({
  id: 'calendar.events.quickAdd',
  summary: 'Creates an event from a line of text in English.',
  route: 'POST /calendar/v3/calendars/{calendarId}/events/quickAdd',
  scopes: WRITE_EVENTS,
  cost: 1,
  path: { calendarId },
  query: {
    ...notifyGuests,
    text: string('What to enter, such as `Lunch with Ann tomorrow at noon`.'),
  },
  returns: EventResource,

  async run({ path, query }, context) {
    // Load late: parsing English takes more code than everything else about events, and few requests need it.
    const { quickAddDraft } = await import('#lib/calendar/events/quick-add/quick-add-draft');
    const body = ({ calendar: { timeZone }, user }: OpenCalendar) => {
      const dateFieldOrder = settingOf(user, 'dateFieldOrder');
      const eventLength = Number(settingOf(user, 'defaultEventLength'));
      return quickAddDraft(query.text, { timeZone, dateFieldOrder, eventLength }, context.clock.now());
    };
    return insertEvent(
      { permission: 'events.quickAdd', calendarId: path.calendarId, body, mail: mailTo(query) },
      context,
    );
  },
});
