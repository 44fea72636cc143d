/** What the functions of the event store share: their table, and how they read items and ranges of it. */
import type { Clock } from '#lib/api/context';
import type { Calendar, Clearing } from '#lib/calendar/model/calendar';
import type { IndexedItem, ReadCalendar } from '#lib/calendar/stores/events';
import type { Page } from '#lib/calendar/stores/page';
import { isExpired, readEvent } from '#lib/stores/dynamodb/calendar/items/event-items';
import { eventKey, uidKey } from '#lib/stores/dynamodb/calendar/items/keys';
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { positionOf, queryAll, queryPage, type Range } from '#lib/stores/dynamodb/commands/query';
import type { SequencedWrites } from '#lib/stores/dynamodb/commands/sequenced-writes';
import type { Item } from '#lib/stores/dynamodb/item';

export interface EventTable {
  readonly db: DocumentClient;
  readonly TableName: string;
  readonly writes: SequencedWrites;
  readonly clock: Clock;
}

/** Leaves out what has expired. */
export function readEvents({ clock }: EventTable, items: readonly Item[], clearing: Clearing): IndexedItem[] {
  const nowMs = clock.now().getTime();
  const found: IndexedItem[] = [];
  for (const item of items) if (!isExpired(item, nowMs)) found.push(readEvent(item, clearing));
  return found;
}

export const readOneEvent = (
  table: EventTable,
  item: Item | undefined,
  calendar: Calendar | undefined,
): IndexedItem | undefined => (item === undefined ? undefined : readEvents(table, [item], calendar ?? {})[0]);

type RangeInCalendar = Omit<Range, 'pk'>;

export async function pageOfEvents(
  table: EventTable,
  calendar: ReadCalendar,
  range: RangeInCalendar,
): Promise<Page<IndexedItem>> {
  const { items, last } = await queryPage(table.db, table.TableName, { ...range, pk: calendar.id });
  return { items: readEvents(table, items, calendar), next: positionOf(last) };
}

export const allEvents = async (
  table: EventTable,
  calendar: Calendar,
  range: RangeInCalendar,
): Promise<IndexedItem[]> =>
  readEvents(table, await queryAll(table.db, table.TableName, { ...range, pk: calendar.id }), calendar);

/** The exceptions of a series: their ids are the id of the series, `_` and the original start. */
export const exceptionRange = (calendarId: string, masterId: string): Range => {
  const prefix = `${eventKey(calendarId, masterId).sk}_`;
  return { pk: calendarId, by: 'sk', from: prefix, to: `${prefix}~` };
};

export const uidRange = (calendarId: string, iCalUID: string): Range => ({
  pk: calendarId,
  by: 'uid',
  index: 'byUid',
  isWhole: true,
  from: uidKey(iCalUID),
  to: uidKey(iCalUID),
});
