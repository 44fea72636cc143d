/**
 * The orders in which events are listed. by-time.ts: by (start, id) within a window; by-id.ts: by id; by-change.ts: by
 * last change. Read position.ts first (rows and their order), then time-index.ts and time-key.ts (how events are filed
 * by time), outline.ts and series-in-window.ts (how series are), class-cursor.ts, series-rows.ts and merge-sorted.ts
 * (how sources become one order), rows-of-change.ts and former-rules.ts (what a sync answers), find-change.ts (from a
 * time to a change number), since-cleared.ts.
 *
 * A window is read with one query for each duration class in use, and with the bodies of the series whose outlines have
 * an instance in it, in parallel. Series are expanded lazily, and rows are merged only as far as the page needs.
 */
import type { Calendar } from '#lib/calendar/model/calendar';
import { isException, isMaster } from '#lib/calendar/model/event';
import type { EventStore, IndexedItem } from '#lib/calendar/stores/events';
import { overlaps } from '#lib/calendar/time/event-time';
import { ClassCursor } from './class-cursor.ts';
import { mergeSorted, sourceOf, type Source } from './merge-sorted.ts';
import { ownInstancesIn, rowsOfOwnInstances, type OwnInstance } from './own-instances.ts';
import {
  addMasters,
  eventsIn,
  comparePositions,
  isBefore,
  isPast,
  positionItem,
  type Masters,
  type PositionedRow,
  type WindowQuery,
} from './position.ts';
import { isSeriesSection, readSeries, type SeriesRead } from './series-in-window.ts';
import { seriesSources } from './series-rows.ts';
import { livingByTime } from './since-cleared.ts';
import { holdsDays, rangeOfClass } from './time-index.ts';

/**
 * Events that began before the window are read and dropped; few pages meet more than this. Events of up to an hour need
 * fewer.
 */
const READ_AHEAD = 100;
const READ_AHEAD_OF_HOURS = 10;
/** Whole days are not filed where they begin: some of the page before are met again. */
const READ_AHEAD_OF_DAYS = 10;
function readAheadOf(name: string, { window, after }: WindowQuery): number {
  const isWithin = window.after === undefined || after !== undefined;
  if (holdsDays(name)) return isWithin ? READ_AHEAD_OF_DAYS : READ_AHEAD;
  return isWithin ? 1 : READ_AHEAD_OF_HOURS;
}

/** The verbs of the store that a window needs. */
export type TimeReader = Pick<EventStore, 'listByTime' | 'listChanges' | 'listOutlines' | 'view'>;

/**
 * Sections of the index that a list reads. Cancelled instances of a live series are listed where the series itself is a
 * row.
 */
function sectionsFor({ isExpanded, listsTombstones }: WindowQuery): string {
  if (listsTombstones) return 'EKX';
  return isExpanded ? 'E' : 'EK';
}

/** The row of a stored item, if it is in the window and after the previous page. */
const rowFilter =
  ({ window, after }: WindowQuery, masters: Masters, zone: string) =>
  (item: IndexedItem): PositionedRow | undefined => {
    const row = positionItem(item, masters, zone);
    return row !== undefined && isPast(row, after) && overlaps(row, window) ? row : undefined;
  };

/** Instances with reminders of the reader's own; in a list of instances they are rows anyway. */
const ownInstancesFor = async ({ isExpanded, overlays }: WindowQuery): Promise<OwnInstance[]> =>
  isExpanded || overlays === undefined ? [] : ownInstancesIn(await overlays);

const ownInstancesSource = (
  own: readonly OwnInstance[],
  { window, after }: WindowQuery,
  masters: Masters,
  zone: string,
): Source<PositionedRow> =>
  sourceOf(
    rowsOfOwnInstances(own, masters, zone)
      .filter((row) => isPast(row, after) && overlaps(row, window))
      .sort(comparePositions),
  );

/** Batches of rows in order, each batch after the one before. */
export async function* eventsInWindow(
  store: TimeReader,
  calendar: Calendar,
  query: WindowQuery,
): AsyncGenerator<Iterable<PositionedRow>, void> {
  const events = query.listsTombstones ? store : livingByTime(store, calendar);
  const { window, after } = query;
  const masters: Masters = new Map();
  const zone = calendar.timeZone;
  const limitOf = (name: string): number => query.wanted + readAheadOf(name, query);
  const sections = sectionsFor(query);
  const cursors = (calendar.classes ?? [])
    .filter((name) => !isSeriesSection(name) && sections.includes(name.charAt(0)))
    .map(
      (name) =>
        new ClassCursor(
          (next) => events.listByTime(calendar, rangeOfClass(name, window, zone, after?.start), limitOf(name), next),
          rowFilter(query, masters, zone),
          zone,
        ),
    );
  const refill = async (some: readonly ClassCursor[], alongside?: Promise<void>): Promise<void> => {
    const [pages] = await Promise.all([Promise.all(some.map((cursor) => cursor.fetch())), alongside]);
    await addMasters(events, calendar, pages.flat(), masters);
    for (const [index, cursor] of some.entries()) cursor.take(pages[index] ?? []);
  };

  const series: Source<PositionedRow>[] = [];
  let seriesRead: SeriesRead = { series: [], readUpTo: Infinity };
  const addSeries = (read: SeriesRead): void => {
    seriesRead = read;
    series.push(...seriesSources(read.series, query, zone));
  };
  const fillSeries = async (): Promise<void> => {
    // Outlines that were read beside the calendar have what was cleared.
    const asked = events === store ? query : { ...query, outlines: undefined };
    const [found, own] = await Promise.all([readSeries(events, calendar, asked, masters), ownInstancesFor(query)]);
    addSeries(found);
    series.push(ownInstancesSource(own, query, masters, zone));
  };
  await refill(cursors, fillSeries());
  for (;;) {
    const { readUpTo: seriesUpTo, readOn } = seriesRead;
    const complete = Math.min(seriesUpTo, ...cursors.map(({ readUpTo }) => readUpTo));
    yield mergeSorted([...cursors, ...series], isBefore, ({ start }) => start < complete);
    if (complete === Infinity) return;
    const moreSeries = seriesUpTo === complete ? readOn?.().then(addSeries) : undefined;
    await refill(
      cursors.filter(({ readUpTo }) => readUpTo === complete),
      moreSeries,
    );
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
  const accept = rowFilter(query, masters, calendar.timeZone);
  const rows = items
    .filter((item) => isException(item) || !isMaster(item))
    .flatMap((item) => accept(item) ?? [])
    .sort(comparePositions);
  const own = ownInstancesSource(await ownInstancesFor(query), query, masters, calendar.timeZone);
  yield mergeSorted([sourceOf(rows), ...seriesSources(series, query, calendar.timeZone), own], isBefore);
}
