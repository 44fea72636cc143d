/**
 * Lists of a calendar soon after it was cleared. Cleared events still stand between the others in every order except
 * that of changes: by time until the job has written their tombstones, by id for weeks. While there are few changes
 * since, every live event is among those, and a list reads the changes instead.
 */
import type { Calendar } from '#lib/calendar/model/calendar';
import type { EventStore, IndexedItem } from '#lib/calendar/stores/events';
import { isOutlined, writeOutline } from './outline.ts';

type Reader = Pick<EventStore, 'listChanges'>;

/** With at most this many changes since the clearing, a list by time reads those while the job runs. */
const FEW_CHANGES = 1000;

async function readChanges(events: Reader, calendar: Calendar, since: number): Promise<IndexedItem[]> {
  const found: IndexedItem[] = [];
  let next: string | undefined;
  do {
    const page = await events.listChanges(calendar, since, next, FEW_CHANGES);
    found.push(...page.items);
    next = page.next;
  } while (next !== undefined);
  return found;
}

/**
 * Reads once for all callers; undefined when there are more changes than `limit`, or the calendar was never cleared.
 */
function changesReader(events: Reader, calendar: Calendar, limit: number): (() => Promise<IndexedItem[]>) | undefined {
  const { seq, clearedSeq } = calendar;
  if (clearedSeq === undefined || seq - clearedSeq > limit) return undefined;
  let reading: Promise<IndexedItem[]> | undefined;
  return () => (reading ??= seq === clearedSeq ? Promise.resolve([]) : readChanges(events, calendar, clearedSeq));
}

const sortedBy = (items: readonly IndexedItem[], key: (item: IndexedItem) => string): IndexedItem[] =>
  items.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));

/** The usual size of a page. */
const USUAL_PAGE = 250;

/** The store, with a `list` that reads only the changes since the clearing if they fit on a page. */
export function livingById(events: EventStore, calendar: Calendar, pageSize: number): EventStore {
  const read = changesReader(events, calendar, Math.max(pageSize, USUAL_PAGE));
  if (read === undefined) return events;
  return {
    ...events,
    list: async (_calendar, after = '') => ({
      items: sortedBy(
        (await read()).filter(({ id }) => id > after),
        ({ id }) => id,
      ),
    }),
  };
}

const timeKeyOf = ({ timeKey = '' }: IndexedItem): string => timeKey;

/** The store, whose lists by time leave out cleared events whose tombstones are not written yet. */
export function livingByTime<Store extends Reader & Pick<EventStore, 'listByTime' | 'listOutlines'>>(
  events: Store,
  calendar: Calendar,
): Store {
  const read = calendar.sweptSeq === calendar.clearedSeq ? undefined : changesReader(events, calendar, FEW_CHANGES);
  if (read === undefined) return events;
  const listByTime: EventStore['listByTime'] = async (_calendar, { from, to }) => ({
    items: sortedBy(
      (await read()).filter((item) => timeKeyOf(item) >= from && timeKeyOf(item) <= to),
      timeKeyOf,
    ),
  });
  const listOutlines: EventStore['listOutlines'] = async ({ id: calendarId }) => ({
    items: (await read()).flatMap((item) =>
      isOutlined(item) ? [{ id: item.id, text: writeOutline(item, calendarId) }] : [],
    ),
    seq: calendar.seq,
  });
  return { ...events, listByTime, listOutlines };
}
