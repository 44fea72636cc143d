import { requireUser } from '#lib/calendar/access/open-calendar';
import { calendarDetails, describeCalendar, newCalendar } from '#lib/calendar/calendars/details';
import { SECONDARY_DOMAIN } from '#lib/calendar/model/calendar';
import { newEntry } from '#lib/calendar/model/list-entry';
import { defineOperation } from '#lib/calendar/operation';
import { CalendarResource } from '#lib/calendar/resources/calendar';
import { WRITE_CALENDAR } from '#lib/calendar/scopes';
import { ownerRule } from '#lib/calendar/users/new-user';

export const calendarsInsert = defineOperation({
  id: 'calendar.calendars.insert',
  summary: 'Creates a calendar owned by the caller.',
  route: 'POST /calendar/v3/calendars',
  scopes: WRITE_CALENDAR,
  cost: 1,
  path: {},
  query: {},
  body: CalendarResource,
  returns: CalendarResource,

  async run({ body }, context) {
    const { caller, clock, ids, stores } = context;
    const details = calendarDetails(body, ids);
    const user = await requireUser(context);
    const atMs = clock.now().getTime();
    const calendar = newCalendar(details, caller, `c_${ids.hex(64)}${SECONDARY_DOMAIN}`, atMs);
    await stores.calendars.add(calendar, user, ownerRule(caller.email, atMs), newEntry(calendar.id, atMs, true));
    return describeCalendar(calendar);
  },
});
