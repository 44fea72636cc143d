/**
 * The series of a window: by their outlines, by their day of the year, deleted ones and those of earlier versions by
 * their keys.
 */
import type { Calendar } from '#lib/calendar/model/calendar';
import { isMaster, type StoredEvent } from '#lib/calendar/model/event';
import { lastEnd } from '#lib/calendar/recurrence/series';
import type { EventStore, IndexedItem, Outline, Outlines } from '#lib/calendar/stores/events';
import type { Instant } from '#lib/calendar/time/civil';
import { readOutline } from './outline.ts';
import { eventsIn, eventsWithIds, type IndexedEvent, type Masters, type WindowQuery } from './position.ts';
import { hasPlainInstance, plainOccurrences } from './series-rows.ts';
import { OUTLINES, rangeOfMasters, rangesOfYearly, type SeriesIndexSection } from './time-index.ts';

type SeriesReader = Pick<EventStore, 'listByTime' | 'listOutlines' | 'view'>;

const MASTERS_AT_ONCE = 1000;

/** Of the classes of a calendar, those that hold series. */
export const isSeriesSection = (name: string): name is SeriesIndexSection | typeof OUTLINES =>
  name === 'R' || name === 'Y' || name === 'XR' || name === OUTLINES;

/** Instances that ended before are on an earlier page, or before the window. */
const endsAfter = ({ isExpanded, window, after }: WindowQuery): number | undefined =>
  isExpanded ? Math.max(window.after ?? -Infinity, after?.start ?? -Infinity) : window.after;

async function readByKey(events: SeriesReader, calendar: Calendar, query: WindowQuery): Promise<IndexedEvent[]> {
  const ranges = (calendar.classes ?? []).filter(isSeriesSection).flatMap((section) => {
    if (section === OUTLINES || (section === 'XR' && !query.listsTombstones)) return [];
    return section === 'Y' ? rangesOfYearly(query.window) : [rangeOfMasters(section, endsAfter(query))];
  });
  const lists = await Promise.all(
    ranges.map(async (range) => {
      const found: IndexedItem[] = [];
      let next: string | undefined;
      do {
        const page = await events.listByTime(calendar, range, MASTERS_AT_ONCE, next);
        found.push(...page.items);
        next = page.next;
      } while (next !== undefined);
      return found;
    }),
  );
  return eventsIn(lists.flat());
}

/** Whether an exception beyond the last occurrence of the rules may be in the window. */
function reachesInto(series: StoredEvent, { window: { after = -Infinity } }: WindowQuery): boolean {
  const { reachesUntilMs, recurrence = [] } = series;
  return (
    reachesUntilMs !== undefined && reachesUntilMs >= after && (lastEnd({ ...series, recurrence }) ?? after) <= after
  );
}

/** When its first row begins, or earlier; undefined when it has none. Series themselves are read all at once. */
function firstRow(series: StoredEvent, query: WindowQuery, zone: string): Instant | undefined {
  if (reachesInto(series, query)) return -Infinity;
  if (!query.isExpanded) return hasPlainInstance(series, query, zone) ? -Infinity : undefined;
  const { value } = plainOccurrences(series, query, zone).next();
  return value?.interval.start;
}

/** Cleared series have outlines until their tombstones are written. */
const isSwept = ({ clearedSeq, sweptSeq }: Calendar): boolean => clearedSeq === sweptSeq;

interface Chosen {
  readonly id: string;
  /** None of its rows begins before. */
  readonly from: Instant;
}

interface Outlined {
  /** What their outlines tell is enough of these. */
  readonly known: IndexedEvent[];
  /** The bodies of these are needed; the first to begin come first. */
  readonly chosen: Chosen[];
}

function choose(outlines: readonly Outline[], calendar: Calendar, query: WindowQuery): Outlined {
  const { isTypeWanted, needsTimesOnly = false } = query;
  const known: IndexedEvent[] = [];
  const chosen: Chosen[] = [];
  for (const outline of outlines) {
    const series = readOutline(outline, calendar.id);
    if (series !== undefined && isTypeWanted?.(series.eventType) === false) continue;
    // Exceptions of a series that is known need not look for it.
    if (series !== undefined && needsTimesOnly && isSwept(calendar)) known.push({ ...series, seq: 0, sharedSeq: 0 });
    else {
      const from = series === undefined ? -Infinity : firstRow(series, query, calendar.timeZone);
      if (from !== undefined) chosen.push({ id: outline.id, from });
    }
  }
  return { known, chosen: chosen.sort((a, b) => a.from - b.from) };
}

const NO_OUTLINES: Outlines = { items: [], seq: 0 };

/** Some of the series of a window. */
export interface SeriesRead {
  readonly series: readonly StoredEvent[];
  /** Whatever begins before this instant is of these. */
  readonly readUpTo: Instant;
  /** Reads on; absent at the end. */
  readonly readOn?: () => Promise<SeriesRead>;
}

/** Reads the series of a window, those that begin first before the others, and adds them to the masters. */
export async function readSeries(
  events: SeriesReader,
  calendar: Calendar,
  query: WindowQuery,
  masters: Masters,
): Promise<SeriesRead> {
  const take = (found: readonly IndexedEvent[]): StoredEvent[] => {
    const byId = new Map(found.map((series) => [series.id, series]));
    for (const [id, series] of byId) masters.set(id, series);
    return [...byId.values()].filter((series) => isMaster(series) && query.isSeriesWanted?.(series) !== false);
  };
  // No page needs more series than it has rows, and those that begin at the same time.
  const readBodies = async (chosen: readonly Chosen[], others: Promise<IndexedEvent[]>): Promise<SeriesRead> => {
    const enough = chosen[query.wanted]?.from ?? Infinity;
    const at = chosen.findIndex(({ from }) => from > enough);
    const [now, later] = at === -1 ? [chosen, []] : [chosen.slice(0, at), chosen.slice(at)];
    const ids = now.map(({ id }) => id);
    const [bodies, known] = await Promise.all([eventsWithIds(events, calendar, ids), others]);
    const [next] = later;
    return {
      series: take([...known, ...bodies]),
      readUpTo: next?.from ?? Infinity,
      ...(next !== undefined && { readOn: () => readBodies(later, Promise.resolve([])) }),
    };
  };
  const byKey = readByKey(events, calendar, query);
  const hasOutlines = calendar.classes?.includes(OUTLINES) === true;
  const outlines = hasOutlines ? (query.outlines ?? events.listOutlines(calendar, endsAfter(query))) : NO_OUTLINES;
  const readOutlined = async (): Promise<SeriesRead> => {
    const { known, chosen } = choose((await outlines).items, calendar, query);
    // An outline has the id as keys do; of a very long one, that is the beginning.
    return readBodies(
      chosen,
      byKey.then((keyed) => [...keyed, ...known]),
    );
  };
  const [read] = await Promise.all([readOutlined(), byKey]);
  return read;
}
