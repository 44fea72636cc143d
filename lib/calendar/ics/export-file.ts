/** Exports a calendar as an iCalendar file, page by page: memory does not grow with the calendar. */
import type { Context, User } from '#lib/api/context';
import { openCalendar } from '#lib/calendar/access/open-calendar';
import { listEvents } from '#lib/calendar/events/list/list-events';
import { getEvent } from '#lib/calendar/events/read/get-event';
import type { EventResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { UsedZones } from './used-zones.ts';
import { CALENDAR_END, calendarHead, eventText } from './write-calendar.ts';

export interface CalendarExport {
  /** The number of events when the calendar was read for zones. */
  readonly events: number;
  /** The parts of the file; iterating reads the calendar again. */
  readonly text: AsyncIterable<string>;
}

const PAGE = 500;

type Series = Pick<EventResource, 'id' | 'iCalUID'>;

/**
 * A cancelled instance is listed without the UID that it shares with its series, and a reader would still show it. In
 * the order of ids it follows its series.
 */
async function withSeriesUid(
  event: EventResource,
  last: Series,
  calendarId: string,
  context: Context<CalendarStores>,
): Promise<EventResource> {
  const { recurringEventId } = event;
  if (event.iCalUID !== undefined || recurringEventId === undefined) return event;
  const series =
    last.id === recurringEventId ? last : await getEvent({ calendarId, eventId: recurringEventId }, {}, context);
  return { ...event, iCalUID: series.iCalUID };
}

/** Events that end after `timeMin`, or all; series as series. */
export async function* pagesOf(
  calendarId: string,
  context: Context<CalendarStores>,
  timeMin?: string,
): AsyncGenerator<readonly EventResource[]> {
  let pageToken: string | undefined;
  let series: Series = {};
  do {
    const page = await listEvents(calendarId, { maxResults: PAGE, pageToken, timeMin }, context);
    const events: EventResource[] = [];
    for (const event of page.items ?? []) {
      if (event.recurrence !== undefined) series = event;
      events.push(await withSeriesUid(event, series, calendarId, context));
    }
    yield events;
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
}

/**
 * All events of a calendar as one file. Zones must be defined before the events that name them, so the calendar is read
 * twice: for zones and for events. `onRead` is called with the number of events read.
 */
export async function exportCalendar(
  calendarId: string,
  context: Context<CalendarStores, User>,
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
