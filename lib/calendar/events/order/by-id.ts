/** All events of a calendar by id: a series comes before its exceptions. */
import type { RowBatches } from '#lib/calendar/events/rows/fill-page';
import type { Candidate, Overlays } from '#lib/calendar/events/rows/rows';
import type { Calendar } from '#lib/calendar/model/calendar';
import { parseInstanceId } from '#lib/calendar/recurrence/instance-id';
import type { EventStore } from '#lib/calendar/stores/events';
import { ownInstancesIn, rowsOfOwnInstances } from './own-instances.ts';
import { addMastersById, eventsIn, eventsWithIds, positionItem, seriesIdsOf, type Masters } from './position.ts';

export interface IdQuery {
  /** The last id of the previous page. */
  readonly after: string | undefined;
  /** The most rows that a page needs. */
  readonly wanted: number;
  /** The reader's own parts. */
  readonly overlays: Promise<Overlays>;
}

/** The series of the exception at which a page begins, if any. */
async function seriesAround(events: EventStore, calendar: Calendar, id: string | undefined): Promise<Masters> {
  if (id === undefined) return new Map();
  const found = await eventsWithIds(events, calendar, [parseInstanceId(id)?.masterId ?? id]);
  return new Map(found.map((event) => [event.id, event]));
}

export async function* eventsById(
  events: EventStore,
  calendar: Calendar,
  { after, wanted, overlays }: IdQuery,
): RowBatches<Candidate> {
  const [first, masters, all] = await Promise.all([
    events.list(calendar, after, wanted + 1),
    seriesAround(events, calendar, after),
    overlays.then(ownInstancesIn),
  ]);
  let from = after ?? '';
  for (let page = first; ; page = await events.list(calendar, page.next, wanted + 1)) {
    for (const event of eventsIn(page.items)) masters.set(event.id, event);
    const upTo = page.next;
    const own = all.filter(({ id }) => id > from && (upTo === undefined || id <= upTo));
    const seriesIds = own.map(({ seriesId }) => seriesId);
    await addMastersById(events, calendar, [...seriesIdsOf(page.items), ...seriesIds], masters);
    const rows = page.items.flatMap((item) => positionItem(item, masters, calendar.timeZone) ?? []);
    const ownRows = rowsOfOwnInstances(own, masters, calendar.timeZone);
    yield ownRows.length === 0 ? rows : [...rows, ...ownRows].sort((a, b) => (a.id < b.id ? -1 : 1));
    if (upTo === undefined) return;
    from = upTo;
  }
}
