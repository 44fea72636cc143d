/**
 * The events of the days that are shown. Each calendar is read once for a window and then followed by its sync token;
 * what has changed is read again. Offline, what was read last stays.
 */
import { isGone, isOffline } from '../../api/error.ts';
import { listEvents, pollEvents, type CalendarEvent } from './api.ts';
import { calendars } from './calendars.ts';

export interface Window {
  /** RFC 3339. */
  readonly timeMin: string;
  readonly timeMax: string;
  readonly timeZone: string;
}

export interface PlacedEvent {
  readonly calendarId: string;
  readonly event: CalendarEvent;
}

interface Loaded {
  readonly window: string;
  readonly items: readonly CalendarEvent[];
  readonly syncToken: string | undefined;
  /** How many changes of the calendar had been told when it was asked for. */
  readonly changes: number;
}

const loaded = new Map<string, Loaded>();
const changes = new Map<string, number>();
const changesOf = (calendarId: string): number => changes.get(calendarId) ?? 0;
/** The window in which each calendar was asked for last: an answer that comes late for another one is not kept. */
const asked = new Map<string, string>();
const listeners = new Set<() => void>();

const shownIds = (): string[] =>
  calendars
    .get()
    .filter(({ selected }) => selected === true)
    .map(({ id = '' }) => id);

async function read(calendarId: string, window: Window): Promise<readonly CalendarEvent[]> {
  const key = JSON.stringify(window);
  const known = loaded.get(calendarId);
  const changesBefore = changesOf(calendarId);
  asked.set(calendarId, key);
  if (known?.window === key && known.changes === changesBefore) return known.items;
  try {
    const { items, syncToken } = await listEvents(calendarId, { ...window, singleEvents: true });
    if (asked.get(calendarId) === key)
      loaded.set(calendarId, { window: key, items, syncToken, changes: changesBefore });
    return items;
  } catch (error) {
    if (isOffline(error)) return known?.items ?? [];
    if (isGone(error)) return [];
    throw error;
  }
}

/** Everything that the shown calendars have in a window. */
export async function eventsIn(window: Window): Promise<PlacedEvent[]> {
  const lists = await Promise.all(
    shownIds().map(async (calendarId) =>
      (await read(calendarId, window)).map((event): PlacedEvent => ({ calendarId, event })),
    ),
  );
  return lists.flat();
}

/** Reads calendars again, and lets views draw them. */
export function refresh(...calendarIds: readonly string[]): void {
  for (const id of calendarIds.length === 0 ? loaded.keys() : calendarIds) changes.set(id, changesOf(id) + 1);
  for (const listener of listeners) listener();
}

export function onEventsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks what has changed since the last answer: one read where nothing has. */
async function hasChanged(calendarId: string, known: Loaded): Promise<boolean> {
  if (known.syncToken === undefined) return false;
  try {
    const { items = [], nextPageToken, nextSyncToken } = await pollEvents(calendarId, known.syncToken);
    if (items.length > 0 || nextPageToken !== undefined) return true;
    if (loaded.get(calendarId) === known) loaded.set(calendarId, { ...known, syncToken: nextSyncToken });
    return false;
  } catch (error) {
    if (isGone(error)) return true;
    throw error;
  }
}

/** Views are told when something has changed elsewhere. */
export async function pollShown(): Promise<void> {
  const ids = shownIds();
  const changed = await Promise.all(
    ids.map(async (id) => {
      const known = loaded.get(id);
      return known !== undefined && (await hasChanged(id, known));
    }),
  );
  const found = ids.filter((_id, index) => changed[index]);
  if (found.length > 0) refresh(...found);
}
