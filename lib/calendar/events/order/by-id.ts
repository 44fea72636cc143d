/** All events of a calendar by id: a series comes before its exceptions. */
import type { RowBatches } from '#lib/calendar/events/rows/fill-page';
import type { Candidate } from '#lib/calendar/events/rows/rows';
import type { Calendar } from '#lib/calendar/model/calendar';
import { parseInstanceId } from '#lib/calendar/recurrence/instance-id';
import type { EventStore } from '#lib/calendar/stores/events';
import { addMasters, eventsIn, positionItem, type Masters } from './position.ts';

/** The series of the exception at which a page begins, if any. */
async function seriesAround(events: EventStore, calendar: Calendar, id: string | undefined): Promise<Masters> {
  if (id === undefined) return new Map();
  const { events: found } = await events.view(calendar.id, [parseInstanceId(id)?.masterId ?? id], undefined, []);
  return new Map(eventsIn(found.filter((event) => event !== undefined)).map((event) => [event.id, event]));
}

export async function* eventsById(
  events: EventStore,
  calendar: Calendar,
  after: string | undefined,
  wanted: number,
): RowBatches<Candidate> {
  const [first, masters] = await Promise.all([
    events.list(calendar, after, wanted + 1),
    seriesAround(events, calendar, after),
  ]);
  for (let page = first; ; page = await events.list(calendar, page.next, wanted + 1)) {
    for (const event of eventsIn(page.items)) masters.set(event.id, event);
    await addMasters(events, calendar, page.items, masters);
    yield page.items.flatMap((item) => positionItem(item, masters, calendar.timeZone) ?? []);
    if (page.next === undefined) return;
  }
}
