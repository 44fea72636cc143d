/** The calendars of the reader's list. */
import { isGone } from '../../api/error.ts';
import { createStore } from '../../state/store.ts';
import { listCalendars, patchEntry, type CalendarEntry } from './api.ts';

export const calendars = createStore<readonly CalendarEntry[]>([]);

const nameOf = ({ summaryOverride, summary, id }: CalendarEntry): string => summaryOverride ?? summary ?? id ?? '';
export { nameOf as calendarName };

/** The main one first, then by name. */
const inOrder = (list: readonly CalendarEntry[]): CalendarEntry[] =>
  list.toSorted(
    (a, b) => Number(b.primary === true) - Number(a.primary === true) || nameOf(a).localeCompare(nameOf(b)),
  );

/** By calendar, oldest first: changes that the service has not answered yet. What it says meanwhile is older. */
const unanswered = new Map<string, readonly CalendarEntry[]>();

const withUnanswered = (entry: CalendarEntry): CalendarEntry => ({
  ...entry,
  ...Object.assign({}, ...(unanswered.get(entry.id ?? '') ?? [])),
});

let syncToken: string | undefined;

export async function loadCalendars(): Promise<void> {
  const list = await listCalendars();
  ({ syncToken } = list);
  calendars.set(inOrder(list.items.map(withUnanswered)));
}

/** Costs one read when nothing has changed. */
export async function pollCalendars(): Promise<void> {
  if (syncToken === undefined) return;
  try {
    const changed = await listCalendars({ syncToken });
    ({ syncToken } = changed);
    if (changed.items.length > 0) await loadCalendars();
  } catch (error) {
    if (!isGone(error)) throw error;
    await loadCalendars();
  }
}

const ROLES = ['freeBusyReader', 'reader', 'writerWithoutPrivateAccess', 'writer', 'owner'];

const has = (role: string, { accessRole = '' }: Pick<CalendarEntry, 'accessRole'>): boolean =>
  ROLES.indexOf(accessRole) >= ROLES.indexOf(role);

export const isWritable = (entry: CalendarEntry | undefined): boolean =>
  entry !== undefined && has('writerWithoutPrivateAccess', entry);
export const isOwned = (entry: CalendarEntry | undefined): boolean => entry !== undefined && has('owner', entry);

export const calendarOf = (id: string): CalendarEntry | undefined => calendars.get().find((entry) => entry.id === id);
export const primaryCalendar = (): CalendarEntry | undefined => calendars.get().find(({ primary }) => primary === true);
/** The calendars that events can be put into: ids and names. */
export const writableOptions = (): [string, string][] =>
  calendars
    .get()
    .filter(isWritable)
    .map((entry) => [entry.id ?? '', nameOf(entry)]);

/** By calendar: the answer to its last change. */
const answers = new Map<string, Promise<unknown>>();

/** Sends changes of an entry one after the other. Each is shown at once, and taken back when the service refuses. */
export async function changeEntry(entry: CalendarEntry, change: CalendarEntry): Promise<void> {
  const { id = '' } = entry;
  const put = (next: CalendarEntry): void => {
    calendars.update((list) => list.map((one) => (one.id === id ? withUnanswered(next) : one)));
  };
  const before = Promise.resolve(answers.get(id)).catch(() => undefined);
  const answer = before.then(() => patchEntry(id, change));
  answers.set(id, answer);
  unanswered.set(id, [...(unanswered.get(id) ?? []), change]);
  put(entry);
  let next = entry;
  try {
    next = await answer;
  } finally {
    unanswered.set(
      id,
      (unanswered.get(id) ?? []).filter((one) => one !== change),
    );
    put(next);
  }
}
