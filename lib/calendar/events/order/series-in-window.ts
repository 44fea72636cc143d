/**
 * The series of a window: by their outlines, by their day of the year, deleted ones and those of earlier versions by
 * their keys.
 */
import type { Calendar } from '#lib/calendar/model/calendar';
import { isMaster, type StoredEvent } from '#lib/calendar/model/event';
import { lastEnd } from '#lib/calendar/recurrence/series';
import type { EventStore, IndexedItem, Outline, Outlines } from '#lib/calendar/stores/events';
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

const hasInstance = (series: StoredEvent, query: WindowQuery, zone: string): boolean =>
  reachesInto(series, query) ||
  (query.isExpanded
    ? plainOccurrences(series, query, zone).next().done !== true
    : hasPlainInstance(series, query, zone));

/** Cleared series have outlines until their tombstones are written. */
const isSwept = ({ clearedSeq, sweptSeq }: Calendar): boolean => clearedSeq === sweptSeq;

interface Outlined {
  /** What their outlines tell is enough of these. */
  readonly known: IndexedEvent[];
  /** The bodies of these are needed. */
  readonly ids: string[];
}

function choose(outlines: readonly Outline[], calendar: Calendar, query: WindowQuery): Outlined {
  const { isTypeWanted, needsTimesOnly = false } = query;
  const chosen: Outlined = { known: [], ids: [] };
  for (const outline of outlines) {
    const series = readOutline(outline, calendar.id);
    if (series !== undefined && isTypeWanted?.(series.eventType) === false) continue;
    // Exceptions of a series that is known need not look for it.
    if (series !== undefined && needsTimesOnly && isSwept(calendar))
      chosen.known.push({ ...series, seq: 0, sharedSeq: 0 });
    else if (series === undefined || hasInstance(series, query, calendar.timeZone)) chosen.ids.push(outline.id);
  }
  return chosen;
}

const NO_OUTLINES: Outlines = { items: [], seq: 0 };

/** Adds the series of a window to the masters, and answers those that may have instances in it. */
export async function readSeries(
  events: SeriesReader,
  calendar: Calendar,
  query: WindowQuery,
  masters: Masters,
): Promise<StoredEvent[]> {
  const readOutlined = async (): Promise<IndexedEvent[]> => {
    const hasOutlines = calendar.classes?.includes(OUTLINES) === true;
    const read = hasOutlines ? (query.outlines ?? events.listOutlines(calendar, endsAfter(query))) : NO_OUTLINES;
    const { known, ids } = choose((await read).items, calendar, query);
    // An outline has the id as keys do; of a very long one, that is the beginning.
    return [...known, ...(await eventsWithIds(events, calendar, ids))];
  };
  const found = await Promise.all([readByKey(events, calendar, query), readOutlined()]);
  const byId = new Map(found.flat().map((series) => [series.id, series]));
  for (const [id, series] of byId) masters.set(id, series);
  return [...byId.values()].filter((series) => isMaster(series) && query.isSeriesWanted?.(series) !== false);
}
