/**
 * What a calendar holds soon after it was cleared. The cleared events stand between the others in every order but that of
 * changes, some until the sweep comes to them, some as tombstones for weeks. While few changes have come since, the living
 * are among those, and a list of them need not look at the rest.
 */
import type { Calendar } from './calendar.ts';
import type { EventStore, Filed } from './stores.ts';

/** Changes that are read in one go rather than what they are looked for in. */
const FEW_CHANGES = 1000;

type Lists = Pick<EventStore, 'list' | 'listByTime'>;

async function readChanges(events: Pick<EventStore, 'listChanges'>, calendar: Calendar, since: number): Promise<Filed[]> {
  const found: Filed[] = [];
  let next: string | undefined;
  do {
    const page = await events.listChanges(calendar, since, next, FEW_CHANGES);
    found.push(...page.items);
    next = page.next;
  } while (next !== undefined);
  return found;
}

const inOrderOf = (items: readonly Filed[], key: (item: Filed) => string): Filed[] => items.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));

const timeKeyOf = ({ timeKey = '' }: Filed): string => timeKey;

/** Lists that pass over what was cleared; undefined when the store's own are as good. */
export function listsSinceCleared(events: Pick<EventStore, 'listChanges'>, calendar: Calendar): Lists | undefined {
  const { seq, clearedSeq } = calendar;
  if (clearedSeq === undefined || seq - clearedSeq > FEW_CHANGES) return undefined;
  let reading: Promise<Filed[]> | undefined;
  const read = (): Promise<Filed[]> => (reading ??= seq === clearedSeq ? Promise.resolve([]) : readChanges(events, calendar, clearedSeq));
  return {
    list: async (_calendar, after = '') => ({ items: inOrderOf((await read()).filter(({ id }) => id > after), ({ id }) => id) }),
    listByTime: async (_calendar, { from, to }) => ({
      items: inOrderOf((await read()).filter((item) => timeKeyOf(item) >= from && timeKeyOf(item) <= to), timeKeyOf),
    }),
  };
}
