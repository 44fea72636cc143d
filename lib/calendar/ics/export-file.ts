/** Exports a calendar as an iCalendar file, page by page: memory does not grow with the calendar. */
import type { Context, User } from '#lib/api/context';
import { openCalendar } from '#lib/calendar/access/open-calendar';
import { listEvents } from '#lib/calendar/events/list/list-events';
import type { EventResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { UsedZones } from './used-zones.ts';
import { CALENDAR_END, calendarHead, eventText } from './write-calendar.ts';

type UserContext = Context<CalendarStores, User>;

export interface CalendarExport {
  /** The number of events when the calendar was read for zones. */
  readonly events: number;
  /** The parts of the file; iterating reads the calendar again. */
  readonly text: AsyncIterable<string>;
}

const PAGE = 500;

async function* pagesOf(calendarId: string, context: UserContext): AsyncGenerator<readonly EventResource[]> {
  let pageToken: string | undefined;
  do {
    const page = await listEvents(calendarId, { maxResults: PAGE, pageToken }, context);
    yield page.items ?? [];
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
}

/**
 * All events of a calendar as one file. Zones must be defined before the events that name them, so the calendar is read
 * twice: for zones and for events. `onRead` is called with the number of events read.
 */
export async function exportCalendar(
  calendarId: string,
  context: UserContext,
  onRead: (events: number) => void = () => undefined,
): Promise<CalendarExport> {
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
