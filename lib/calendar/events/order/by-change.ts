/** Events in the order of their changes, oldest first. */
import { inParallel } from '#lib/api/process/in-parallel';
import type { RowBatches } from '#lib/calendar/events/rows/fill-page';
import type { Overlays } from '#lib/calendar/events/rows/rows';
import type { Calendar } from '#lib/calendar/model/calendar';
import { isException } from '#lib/calendar/model/event';
import { asCleared } from '#lib/calendar/stores/cleared';
import type { EventStore, IndexedItem } from '#lib/calendar/stores/events';
import type { Page } from '#lib/calendar/stores/page';
import {
  addMasters,
  eventsIn,
  type IndexedEvent,
  type Masters,
  type PositionedRow,
  type Position,
} from './position.ts';
import { changedRows, type ChangeOptions, type RowDependencies } from './rows-of-change.ts';

/** A position in the order of changes: the changed item, and the row among its rows. */
export interface ChangePosition extends Position {
  readonly seq: number;
  readonly item: string;
}

export interface Changed extends PositionedRow, ChangePosition {}

export interface ChangesQuery extends ChangeOptions {
  /** Changes after this number are read: `since`, or lower when earlier changes count again. */
  readonly from: number;
  /** The last position of the previous page. */
  readonly after: ChangePosition | undefined;
  /** The most rows that a page needs. */
  readonly wanted: number;
}

/** How many changes are read at once for a page. */
export const changesToRead = (wanted: number): number => wanted + 100;

/**
 * Where reading for a page begins. Changes at the position itself are read again, since one change may concern many
 * items.
 */
export const readFrom = ({ from, after }: Pick<ChangesQuery, 'from' | 'after'>): number =>
  Math.max(from, (after?.seq ?? 0) - 1);

const SERIES_AT_ONCE = 25;

/** All exceptions of the changed series, tombstones included. */
async function readExceptions(
  events: EventStore,
  calendar: Calendar,
  changed: readonly IndexedEvent[],
): Promise<Map<string, IndexedItem[]>> {
  const series = changed.filter(({ exceptions = [], formerly = [] }) => exceptions.length + formerly.length > 0);
  const lists = await inParallel(series, SERIES_AT_ONCE, ({ id }) => events.listSeries(calendar, id));
  return new Map(series.map(({ id }, index) => [id, (lists[index] ?? []).filter(isException)]));
}

/**
 * One change may concern many items, which the index holds in any order: the last change number read is held back until
 * all its items are there.
 */
function takeComplete(items: readonly IndexedItem[], isLast: boolean): [complete: IndexedItem[], rest: IndexedItem[]] {
  const sorted = [...items].sort((a, b) => a.seq - b.seq || (a.id < b.id ? -1 : 1));
  const lastSeq = isLast ? Infinity : (sorted.at(-1)?.seq ?? Infinity);
  const at = sorted.findIndex(({ seq }) => seq >= lastSeq);
  return at === -1 ? [sorted, []] : [sorted.slice(0, at), sorted.slice(at)];
}

function* rowsOf(
  items: readonly IndexedItem[],
  query: ChangesQuery,
  dependencies: RowDependencies,
): Generator<Changed, void> {
  const { after } = query;
  for (const item of items) {
    const isAtPosition = after?.seq === item.seq;
    if (isAtPosition && item.id < after.item) continue;
    const from = isAtPosition && item.id === after.item ? after : undefined;
    for (const row of changedRows(item, query, from, dependencies)) yield { ...row, seq: item.seq, item: item.id };
  }
}

/** What changes are read with. */
export interface ChangesReader {
  readonly events: EventStore;
  readonly calendar: Calendar;
  readonly query: ChangesQuery;
  readonly overlays: Promise<Overlays>;
  /** The number up to which everything has been answered; it grows while rows are taken. */
  readonly seen: { seq: number };
}

/** `first` was read together with the calendar. */
export async function* changesInOrder(
  { events, calendar, query, overlays, seen }: ChangesReader,
  first: Page<IndexedItem>,
): RowBatches<Changed> {
  const masters: Masters = new Map();
  let page = first;
  let pending: IndexedItem[] = [];
  for (;;) {
    const [complete, rest] = takeComplete(
      [...pending, ...page.items.map((item) => asCleared(item, calendar))],
      page.next === undefined,
    );
    const changed = eventsIn(complete);
    for (const event of changed) masters.set(event.id, event);
    const [exceptions, own] = await Promise.all([
      readExceptions(events, calendar, changed),
      overlays,
      addMasters(events, calendar, complete, masters),
    ]);
    yield rowsOf(complete, query, { masters, exceptions, overlays: own, calendarZone: calendar.timeZone });
    seen.seq = Math.max(seen.seq, complete.at(-1)?.seq ?? 0);
    if (page.next === undefined) return;
    pending = rest;
    page = await events.listChanges({ id: calendar.id }, readFrom(query), page.next, changesToRead(query.wanted));
  }
}
