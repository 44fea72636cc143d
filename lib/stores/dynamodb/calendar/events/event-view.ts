/** Events with everything that decides about them (calendar, role, overlays), in one round trip. */
import { isException } from '#lib/calendar/model/event';
import type { EventStore, EventView, IndexedItem, RelatedReads } from '#lib/calendar/stores/events';
import { readOverlay } from '#lib/stores/dynamodb/calendar/items/event-items';
import { calendarKey, eventKey, overlayKey } from '#lib/stores/dynamodb/calendar/items/keys';
import { assembleView, keysOfView } from '#lib/stores/dynamodb/calendar/items/view';
import { batchGet } from '#lib/stores/dynamodb/commands/batch-get';
import { queryAll } from '#lib/stores/dynamodb/commands/query';
import type { Item } from '#lib/stores/dynamodb/item';
import { type EventTable, exceptionRange, readEvents, readOneEvent, uidRange } from './event-table.ts';

/** Whether a series among the events names exceptions that are not among the items. */
function namesMissingExceptions(events: readonly (IndexedItem | undefined)[], items: readonly Item[]): boolean {
  const found = new Set(items.map(({ sk }) => sk));
  const exceptionsOf = (event: IndexedItem | undefined): string[] =>
    event === undefined || isException(event) ? [] : (event.exceptions ?? []).map((suffix) => `${event.id}_${suffix}`);
  return events.flatMap(exceptionsOf).some((id) => !found.has(eventKey('', id).sk));
}

async function readRelated(
  { db, TableName }: EventTable,
  calendarId: string,
  { exceptionsOf, uid }: RelatedReads,
): Promise<Item[]> {
  const ranges = [
    ...(exceptionsOf === undefined ? [] : [exceptionRange(calendarId, exceptionsOf)]),
    ...(uid === undefined ? [] : [uidRange(calendarId, uid)]),
  ];
  return (await Promise.all(ranges.map((range) => queryAll(db, TableName, range)))).flat();
}

export async function viewEvents(
  table: EventTable,
  ...[calendarId, eventIds, email, ruleIds, related = {}]: Parameters<EventStore['view']>
): Promise<EventView> {
  const overlayKeys = (eventId: string) => (email === undefined ? [] : [overlayKey(email, calendarId, eventId)]);
  const keys = [
    ...keysOfView(calendarId, email, ruleIds),
    ...eventIds.flatMap((eventId) => [eventKey(calendarId, eventId), ...overlayKeys(eventId)]),
  ];
  const [itemOf, relatedItems] = await Promise.all([
    batchGet(table.db, table.TableName, keys),
    readRelated(table, calendarId, related),
  ]);
  const view = assembleView(itemOf, calendarId, email, ruleIds);
  const events = eventIds.map((eventId) => readOneEvent(table, itemOf(eventKey(calendarId, eventId)), view.calendar));
  // The two reads are not of one moment: an exception may have been written between them.
  const isStale = related.exceptionsOf !== undefined && namesMissingExceptions(events, relatedItems);
  const along = isStale ? await readRelated(table, calendarId, related) : relatedItems;
  return {
    ...view,
    events,
    overlays: eventIds.map((eventId) => {
      const [item] = overlayKeys(eventId).map(itemOf);
      return item && readOverlay(item);
    }),
    along: readEvents(table, along, view.calendar ?? {}),
  };
}

export async function viewInEach(
  table: EventTable,
  ...[calendarIds, eventId]: Parameters<EventStore['viewInEach']>
): ReturnType<EventStore['viewInEach']> {
  const keys = calendarIds.flatMap((calendarId) => [calendarKey(calendarId), eventKey(calendarId, eventId)]);
  const itemOf = await batchGet(table.db, table.TableName, keys);
  return calendarIds.map((calendarId) => {
    const { calendar } = assembleView(itemOf, calendarId, undefined, []);
    return { calendar, event: readOneEvent(table, itemOf(eventKey(calendarId, eventId)), calendar) };
  });
}
