/** Which meetings a batch of changes concerns. */
import { isException, type StoredEvent, type StoredItem } from '../event.ts';
import type { Telling } from '../stores.ts';
import type { Touched } from './propagate.ts';

/** An item of an event, before and after a change. */
export interface ItemChange {
  /** Of the record that tells so. */
  readonly sequenceNumber: string;
  readonly calendarId: string;
  readonly before?: StoredItem | undefined;
  /** Absent when it was removed. */
  readonly after?: StoredItem | undefined;
  readonly telling?: Telling | undefined;
}

const addressesIn = (item: StoredItem | undefined): string[] => (item?.attendees ?? []).flatMap(({ email }) => email ?? []);

/** Most changes concern nobody else. What was written to a copy to bring it up to date awaits nothing, so it ends here. */
export function concernsOthers({ before, after, telling }: ItemChange): boolean {
  const item = after ?? before;
  if (item === undefined || telling?.isImport === true || before?.version === after?.version) return false;
  if (item.copy !== undefined) return after?.copy?.awaiting !== undefined;
  // An instance may inherit the guests of its series.
  return isException(item) || addressesIn(before).length > 0 || addressesIn(after).length > 0;
}

const seriesIdOf = (item: StoredItem): string => (isException(item) ? item.recurringEventId : item.id);

export interface Concern extends Touched {
  /** The first record about it. */
  readonly sequenceNumber: string;
}

/** One for each event, however much has happened to it. */
export function touchedBy(changes: readonly ItemChange[]): Concern[] {
  const concerns = new Map<string, Concern & { readonly guests: Set<string>; readonly invited: Set<string>; gone?: StoredEvent | undefined }>();
  for (const { calendarId, before, after, sequenceNumber } of changes) {
    const item = after ?? before;
    if (item === undefined) continue;
    const eventId = seriesIdOf(item);
    const key = `${calendarId} ${eventId}`;
    const concern = concerns.get(key) ?? { calendarId, eventId, sequenceNumber, guests: new Set<string>(), invited: new Set<string>() };
    // Restored, it invites anew.
    const known = new Set(before?.status === 'cancelled' ? [] : addressesIn(before));
    for (const email of addressesIn(before)) concern.guests.add(email);
    for (const email of addressesIn(after)) {
      concern.guests.add(email);
      if (!known.has(email)) concern.invited.add(email);
    }
    if (after === undefined && !isException(item)) concern.gone = item;
    concerns.set(key, concern);
  }
  return [...concerns.values()];
}
