/** A calendar out into an iCalendar file, page by page: a calendar of any size is written in the same memory. */
import type { Context, User } from '#lib/api/context';
import { openCalendar } from '#lib/calendar/access/open-calendar';
import { listEvents } from '#lib/calendar/events/list/list-events';
import type { EventResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { UsedZones } from './used-zones.ts';
import { CALENDAR_END, calendarHead, eventText } from './write-calendar.ts';

type Acting = Context<CalendarStores, User>;

export interface MoveOut {
  /** How many events there were when the calendar was looked through. */
  readonly events: number;
  /** The parts of the file; reading them reads the calendar again. */
  readonly text: AsyncIterable<string>;
}

const PAGE = 500;

async function* pagesOf(calendarId: string, context: Acting): AsyncGenerator<readonly EventResource[]> {
  let pageToken: string | undefined;
  do {
    const page = await listEvents(calendarId, { maxResults: PAGE, pageToken }, context);
    yield page.items ?? [];
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
}

/**
 * All events of a calendar as one file. Readers expect the definitions of zones before the events that name them, so
 * the calendar is gone through twice: once for its zones, and once for its events. `onRead` hears how many of them were
 * seen.
 */
export async function moveOut(
  calendarId: string,
  context: Acting,
  onRead: (events: number) => void = () => undefined,
): Promise<MoveOut> {
  const { calendar } = await openCalendar(calendarId, context);
  const { summary: name, description, timeZone } = calendar;
  const now = context.clock.now();
  const file = { name, ...(description !== undefined && { description }), timeZone, now, owner: context.caller.email };
  const zones = new UsedZones(timeZone);
  let events = 0;
  for await (const page of pagesOf(calendarId, context)) {
    for (const event of page) zones.add(event);
    events += page.length;
    onRead(events);
  }

  async function* parts(): AsyncGenerator<string> {
    yield calendarHead(file, zones);
    for await (const page of pagesOf(calendarId, context)) {
      yield page.map((event) => eventText(event, file)).join('');
    }
    yield CALENDAR_END;
  }
  return { events, text: parts() };
}
