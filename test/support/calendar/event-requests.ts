/** Short ways to write and read events of alice's. */
import type { Patch } from '#lib/api/schema';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { eventsPath, refusal, type CalendarFixture } from './calendar.ts';

/** What a field that is wrong is refused with. */
export const INVALID = { status: 400, domain: 'global', reason: 'invalid' };

/** The fixture is there when the first request is made. */
export function eventRequests(given: () => CalendarFixture) {
  const insert = (body: EventResource, query = '', calendarId = 'primary') =>
    given().ask<EventResource>('POST', `${eventsPath(calendarId)}${query}`, { body });
  return {
    insert,
    /** What an insert is refused with. */
    refusalOf: async (...event: Parameters<typeof insert>) => refusal(await insert(...event)),
    patch: (eventId: string, body: Patch<EventResource>, query = '', headers: Record<string, string> = {}) =>
      given().ask<EventResource>('PATCH', `${eventsPath('primary', eventId)}${query}`, { body, headers }),
    read: async (eventId = '') => (await given().ask<EventResource>('GET', eventsPath('primary', eventId))).body,
    sync: async (token?: string) =>
      (
        await given().ask<EventsResource>(
          'GET',
          `${eventsPath()}?maxResults=2500${token === undefined ? '' : `&syncToken=${encodeURIComponent(token)}`}`,
        )
      ).body,
  };
}
