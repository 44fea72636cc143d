/** Events in the order of their changes, oldest first. */
import { inParallel } from '#lib/api/process/in-parallel';
import type { RowBatches } from '#lib/calendar/events/rows/fill-page';
import type { Overlays } from '#lib/calendar/events/rows/rows';
import type { Calendar } from '#lib/calendar/model/calendar';
import { isException } from '#lib/calendar/model/event';
import { asCleared } from '#lib/calendar/stores/cleared';
import type { EventStore, IndexedItem } from '#lib/calendar/stores/events';
import type { Page } from '#lib/calendar/stores/page';
import { readOwnChanges, type OwnChanges } from './own-changes.ts';
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
function takeComplete(
  items: readonly IndexedItem[],
  { items: read, next }: Page<IndexedItem>,
): [complete: IndexedItem[], rest: IndexedItem[]] {
  const sorted = [...items].sort((a, b) => a.seq - b.seq || (a.id < b.id ? -1 : 1));
  const lastSeq = next === undefined ? Infinity : (read.at(-1)?.seq ?? 0);
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
    if (after !== undefined && (item.seq < after.seq || (isAtPosition && item.id < after.item))) continue;
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

const NO_OWN_CHANGES: OwnChanges = { seqOf: new Map(), earlier: [] };

/** The items as this reader's sync has them; of an item read twice, the later. */
const placeOf =
  ({ seqOf }: OwnChanges) =>
  (item: IndexedItem): IndexedItem => ({ ...item, seq: Math.max(item.seq, seqOf.get(item.id) ?? 0) });

const hasOtherPlaces = (items: readonly IndexedItem[], own: OwnChanges): boolean =>
  own.earlier.length > 0 || items.some((item) => placeOf(own)(item).seq !== item.seq);

const withoutRepeated = (items: readonly IndexedItem[]): IndexedItem[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

/** `first` was read together with the calendar. */
export async function* changesInOrder(reader: ChangesReader, first: Page<IndexedItem>): RowBatches<Changed> {
  const { events, calendar, query, overlays, seen } = reader;
  const from = readFrom(query);
  const readPage = (next?: string): Promise<Page<IndexedItem>> =>
    events.listChanges({ id: calendar.id }, from, next, changesToRead(query.wanted));
  const cleared = (items: readonly IndexedItem[]): IndexedItem[] => items.map((item) => asCleared(item, calendar));
  const masters: Masters = new Map();
  let page = first;
  let pending: readonly IndexedItem[] = [];
  let own: OwnChanges | undefined;
  for (;;) {
    const items = withoutRepeated([...pending, ...cleared(page.items)]).map(placeOf(own ?? NO_OWN_CHANGES));
    const [complete, rest] = takeComplete(items, page);
    const changed = eventsIn(complete);
    for (const event of changed) masters.set(event.id, event);
    const [exceptions, parts] = await Promise.all([
      readExceptions(events, calendar, changed),
      overlays,
      addMasters(events, calendar, complete, masters),
    ]);
    if (query.isSync && own === undefined) {
      const read = cleared(page.items);
      own = await readOwnChanges(events, calendar, parts, { since: query.since, from, read });
      if (hasOtherPlaces(read, own)) {
        pending = own.earlier;
        // The overlays were read after the changes: nothing that happened in between may be passed over.
        const isBehind = page.next === undefined && Math.max(...own.seqOf.values()) > (read.at(-1)?.seq ?? 0);
        if (isBehind) page = await readPage();
        continue;
      }
    }
    yield rowsOf(complete, query, { masters, exceptions, overlays: parts, calendarZone: calendar.timeZone });
    seen.seq = Math.max(seen.seq, complete.at(-1)?.seq ?? 0);
    if (page.next === undefined) return;
    pending = rest;
    page = await readPage(page.next);
  }
}
