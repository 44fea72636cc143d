/**
 * The events of a window in the order of (start, id): one query for each duration class in use and one for the series,
 * side by side; series are expanded lazily, and everything is merged no further than the page needs.
 */
import type { Calendar } from '#lib/calendar/model/calendar';
import { isException, isMaster } from '#lib/calendar/model/event';
import type { EventStore, IndexedItem } from '#lib/calendar/stores/events';
import { overlaps } from '#lib/calendar/time/event-time';
import { ClassCursor } from './class-cursor.ts';
import { mergeSorted, sourceOf, type Source } from './merge-sorted.ts';
import {
  addMasters,
  eventsIn,
  comparePositions,
  isBefore,
  isPast,
  placeItem,
  type FiledEvent,
  type Masters,
  type PositionedRow,
  type WindowQuery,
} from './position.ts';
import { seriesSources } from './series-rows.ts';
import { livingByTime } from './since-cleared.ts';
import { rangeOfClass, rangeOfMasters, type SeriesIndexSection } from './time-index.ts';

/** What began before a window is read and thrown away; few pages meet more of it. Events of an hour are soon over. */
const READ_AHEAD = 100;
const READ_AHEAD_OF_HOURS = 10;
const readAheadOf = (name: string): number => (name.endsWith('h') ? READ_AHEAD_OF_HOURS : READ_AHEAD);
const MASTERS_AT_ONCE = 1000;

/** What a window is read from. */
export type TimeReader = Pick<EventStore, 'listByTime' | 'listChanges' | 'view'>;

/**
 * Shelves of the index that a list looks at. Cancelled instances of living series are rows where their series is one.
 */
function shelvesFor({ isExpanded, listsTombstones }: WindowQuery): string {
  if (listsTombstones) return 'EKX';
  return isExpanded ? 'E' : 'EK';
}

const isShelfOfMasters = (name: string): name is SeriesIndexSection => name === 'R' || name === 'XR';

async function readMasters(events: TimeReader, calendar: Calendar, query: WindowQuery): Promise<FiledEvent[]> {
  const shelves = (calendar.classes ?? [])
    .filter(isShelfOfMasters)
    .filter((shelf) => shelf === 'R' || query.listsTombstones);
  const endsAfter = query.isExpanded
    ? Math.max(query.window.after ?? -Infinity, query.after?.start ?? -Infinity)
    : query.window.after;
  const lists = await Promise.all(
    shelves.map(async (shelf) => {
      const found: IndexedItem[] = [];
      let next: string | undefined;
      do {
        const page = await events.listByTime(calendar, rangeOfMasters(shelf, endsAfter), MASTERS_AT_ONCE, next);
        found.push(...page.items);
        next = page.next;
      } while (next !== undefined);
      return found;
    }),
  );
  return eventsIn(lists.flat());
}

/** The row of a stored item, if it belongs to the window and comes after the page before. */
const acceptor =
  ({ window, after }: WindowQuery, masters: Masters, zone: string) =>
  (item: IndexedItem): PositionedRow | undefined => {
    const row = placeItem(item, masters, zone);
    return row !== undefined && isPast(row, after) && overlaps(row, window) ? row : undefined;
  };

/** Runs of rows, each in order and after the one before. */
export async function* eventsInWindow(
  store: TimeReader,
  calendar: Calendar,
  query: WindowQuery,
): AsyncGenerator<Iterable<PositionedRow>, void> {
  const events = query.listsTombstones ? store : livingByTime(store, calendar);
  const { window, after } = query;
  const masters: Masters = new Map();
  const limitOf = (name: string): number =>
    query.wanted + (window.after === undefined || after !== undefined ? 1 : readAheadOf(name));
  const shelves = shelvesFor(query);
  const cursors = (calendar.classes ?? [])
    .filter((name) => !isShelfOfMasters(name) && shelves.includes(name.charAt(0)))
    .map(
      (name) =>
        new ClassCursor(
          (next) => events.listByTime(calendar, rangeOfClass(name, window, after?.start), limitOf(name), next),
          acceptor(query, masters, calendar.timeZone),
        ),
    );
  const refill = async (some: readonly ClassCursor[], alongside?: Promise<void>): Promise<void> => {
    const [pages] = await Promise.all([Promise.all(some.map((cursor) => cursor.fetch())), alongside]);
    await addMasters(events, calendar, pages.flat(), masters);
    for (const [index, cursor] of some.entries()) cursor.take(pages[index] ?? []);
  };

  let series: Source<PositionedRow>[] = [];
  const readSeries = async (): Promise<void> => {
    const found = await readMasters(events, calendar, query);
    for (const master of found) masters.set(master.id, master);
    series = seriesSources(found, query, calendar.timeZone);
  };
  await refill(cursors, readSeries());
  for (;;) {
    const complete = Math.min(Infinity, ...cursors.map(({ readUpTo }) => readUpTo));
    yield mergeSorted([...cursors, ...series], isBefore, ({ start }) => start < complete);
    if (complete === Infinity) return;
    await refill(cursors.filter(({ readUpTo }) => readUpTo === complete));
  }
}

/** The same for the few events of one iCalendar UID. */
export async function* eventsWithUid(
  events: Pick<EventStore, 'listByUid' | 'view'>,
  calendar: Calendar,
  iCalUID: string,
  query: WindowQuery,
): AsyncGenerator<Iterable<PositionedRow>, void> {
  const items = await events.listByUid(calendar, iCalUID);
  const found = eventsIn(items);
  const masters: Masters = new Map(found.map((event) => [event.id, event]));
  await addMasters(events, calendar, items, masters);
  const series = found.filter(isMaster);
  const accept = acceptor(query, masters, calendar.timeZone);
  const rows = items
    .filter((item) => isException(item) || !isMaster(item))
    .flatMap((item) => accept(item) ?? [])
    .sort(comparePositions);
  yield mergeSorted([sourceOf(rows), ...seriesSources(series, query, calendar.timeZone)], isBefore);
}
