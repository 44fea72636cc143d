/** Rows of a list, and their order: by start, then by id. */
import type { ListRequest } from '#lib/calendar/events/rows/list-request';
import { isLivingSeries, type Candidate, type Overlays } from '#lib/calendar/events/rows/rows';
import type { Calendar } from '#lib/calendar/model/calendar';
import { isException, isMaster, type StoredEvent } from '#lib/calendar/model/event';
import { hasException, isProducedByRules, modifiedInstance, type WholeEvent } from '#lib/calendar/model/instance';
import type { ExpansionBudget } from '#lib/calendar/recurrence/budget';
import type { EventStore, IndexedItem, Outlines } from '#lib/calendar/stores/events';
import type { Instant } from '#lib/calendar/time/civil';
import { intervalOf } from '#lib/calendar/time/event-time';

/** A position in that order. */
export interface Position {
  readonly start: Instant;
  readonly id: string;
}

export interface PositionedRow extends Candidate, Position {
  readonly end: Instant;
}

/** A single event or a series, as read from the store. */
export type IndexedEvent = IndexedItem & StoredEvent;

/** Series by id. */
export type Masters = Map<string, IndexedEvent>;

export interface WindowQuery extends Pick<ListRequest, 'window' | 'isExpanded' | 'listsTombstones'> {
  /** Where an endless series stops. */
  readonly horizon: Instant;
  readonly budget?: ExpansionBudget | undefined;
  /** The reader's own parts, where instances with own reminders are rows beside their series. */
  readonly overlays?: Promise<Overlays> | undefined;
  /** Outlines that were read beside the calendar. */
  readonly outlines?: Outlines | undefined;
  /** Of series, their times and whether they block time is all that is needed. */
  readonly needsTimesOnly?: boolean | undefined;
  /** Series that are of interest, by their type and then by all they are; all of them if left out. */
  readonly isTypeWanted?: ((eventType: string) => boolean) | undefined;
  readonly isSeriesWanted?: ((series: StoredEvent) => boolean) | undefined;
  /** The last position of the previous page. */
  readonly after?: Position | undefined;
  /** The most rows that a page needs. */
  readonly wanted: number;
}

export const isBefore = (a: Position, b: Position): boolean =>
  a.start < b.start || (a.start === b.start && a.id < b.id);
export const comparePositions = (a: Position, b: Position): number => (isBefore(a, b) ? -1 : 1);
export const isPast = (position: Position, after: Position | undefined): boolean =>
  after === undefined || isBefore(after, position);

function rowFor(whole: WholeEvent, series: StoredEvent | undefined, calendarZone: string): PositionedRow {
  const { start, end } = intervalOf(whole, calendarZone);
  return { whole, series, id: whole.id, start, end };
}

/**
 * The row of a stored item. An exception that is not active has none if the rules produce its start: then the plain
 * instance is the row.
 */
export function positionItem(
  item: IndexedItem,
  masters: ReadonlyMap<string, IndexedEvent>,
  calendarZone: string,
): PositionedRow | undefined {
  if (!isException(item)) return rowFor(item, isMaster(item) ? item : undefined, calendarZone);
  const series = masters.get(item.recurringEventId);
  if (series === undefined) return undefined;
  const hasRow =
    hasException(series, item.id) || !isLivingSeries(series) || !isProducedByRules(series, item.originalStart);
  if (!hasRow) return undefined;
  return rowFor(modifiedInstance(series, item), series, calendarZone);
}

/** The items that are not exceptions. */
export const eventsIn = (items: readonly IndexedItem[]): IndexedEvent[] =>
  items.flatMap((item) => (isException(item) ? [] : [item]));

/** Those of the events that are there and are no exceptions. */
export async function eventsWithIds(
  events: Pick<EventStore, 'view'>,
  calendar: Pick<Calendar, 'id'>,
  ids: readonly string[],
): Promise<IndexedEvent[]> {
  if (ids.length === 0) return [];
  const { events: found } = await events.view(calendar.id, ids, undefined, []);
  return eventsIn(found.filter((event) => event !== undefined));
}

/** Adds series that are not among the masters yet. */
export async function addMastersById(
  events: Pick<EventStore, 'view'>,
  calendar: Pick<Calendar, 'id'>,
  ids: Iterable<string>,
  masters: Masters,
): Promise<void> {
  const missing = new Set<string>();
  for (const id of ids) if (!masters.has(id)) missing.add(id);
  for (const master of await eventsWithIds(events, calendar, [...missing])) masters.set(master.id, master);
}

/** The series that exceptions belong to. */
export const seriesIdsOf = (items: readonly IndexedItem[]): string[] =>
  items.flatMap((item) => (isException(item) ? [item.recurringEventId] : []));

/** Adds the series of exceptions that are not among the masters yet. */
export const addMasters = (
  events: Pick<EventStore, 'view'>,
  calendar: Pick<Calendar, 'id'>,
  items: readonly IndexedItem[],
  masters: Masters,
): Promise<void> => addMastersById(events, calendar, seriesIdsOf(items), masters);
