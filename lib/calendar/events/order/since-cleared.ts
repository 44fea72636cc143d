/**
 * What a calendar holds soon after it was cleared. The cleared events stand between the others in every order but that
 * of changes: by time until the sweep has come to them, by id as tombstones for weeks. While few changes have come
 * since, the living are among those, and a list of them need not look at the rest.
 */
import type { Calendar } from '#lib/calendar/model/calendar';
import type { EventStore, IndexedItem } from '#lib/calendar/stores/events';

type Reader = Pick<EventStore, 'listChanges'>;

/** Changes that are read in one go rather than what they are looked for in, while the sweep is under way. */
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
 * Reads once, whoever asks; undefined when more than so many changes have come since, or the calendar was never
 * cleared.
 */
function readerOf(events: Reader, calendar: Calendar, most: number): (() => Promise<IndexedItem[]>) | undefined {
  const { seq, clearedSeq } = calendar;
  if (clearedSeq === undefined || seq - clearedSeq > most) return undefined;
  let reading: Promise<IndexedItem[]> | undefined;
  return () => (reading ??= seq === clearedSeq ? Promise.resolve([]) : readChanges(events, calendar, clearedSeq));
}

const inOrderOf = (items: readonly IndexedItem[], key: (item: IndexedItem) => string): IndexedItem[] =>
  items.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));

/** As many as a page usually holds. */
const USUAL_PAGE = 250;

/** The store, but where all that can be listed fits on a page, without the rest. */
export function livingById(events: EventStore, calendar: Calendar, pageSize: number): EventStore {
  const read = readerOf(events, calendar, Math.max(pageSize, USUAL_PAGE));
  if (read === undefined) return events;
  return {
    ...events,
    list: async (_calendar, after = '') => ({
      items: inOrderOf(
        (await read()).filter(({ id }) => id > after),
        ({ id }) => id,
      ),
    }),
  };
}

const timeKeyOf = ({ timeKey = '' }: IndexedItem): string => timeKey;

/** The store, but without what the sweep has still to take out of the index by time. */
export function livingByTime<Store extends Reader & Pick<EventStore, 'listByTime'>>(
  events: Store,
  calendar: Calendar,
): Store {
  const read = calendar.sweptSeq === calendar.clearedSeq ? undefined : readerOf(events, calendar, FEW_CHANGES);
  if (read === undefined) return events;
  const listByTime: EventStore['listByTime'] = async (_calendar, { from, to }) => ({
    items: inOrderOf(
      (await read()).filter((item) => timeKeyOf(item) >= from && timeKeyOf(item) <= to),
      timeKeyOf,
    ),
  });
  return { ...events, listByTime };
}
