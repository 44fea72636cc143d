/** Which meetings a batch of changes concerns. */
import { isException, type StoredEvent, type StoredItem } from '#lib/calendar/model/event';
import type { ChangeNotice } from '#lib/calendar/stores/events';
import type { ChangedMeeting } from './propagate.ts';
import type { GuestChange } from './tell-organizer.ts';

/** An item of an event, before and after a change. */
export interface ItemChange {
  /** Of the record that tells so. */
  readonly sequenceNumber: string;
  readonly calendarId: string;
  readonly before?: StoredItem | undefined;
  /** Absent when it was removed. */
  readonly after?: StoredItem | undefined;
  readonly telling?: ChangeNotice | undefined;
}

const addressesIn = (item: StoredItem | undefined): string[] =>
  (item?.attendees ?? []).flatMap(({ email }) => email ?? []);

/**
 * Most changes concern nobody else. What was written to a copy to bring it up to date awaits nothing, so it ends here.
 */
export function concernsOthers({ before, after, telling }: ItemChange): boolean {
  const item = after ?? before;
  if (item === undefined || telling?.isImport === true || before?.version === after?.version) return false;
  if (item.copy !== undefined) return after?.copy?.awaiting !== undefined;
  // An instance may inherit the guests of its series.
  return isException(item) || addressesIn(before).length > 0 || addressesIn(after).length > 0;
}

const seriesIdOf = (item: StoredItem): string => (isException(item) ? item.recurringEventId : item.id);

/** The first record about it. */
interface NoticedChange {
  readonly sequenceNumber: string;
}

/** Meetings that their organizers have changed: one for each event, however much has happened to it. */
export function meetingsChangedBy(changes: readonly ItemChange[]): (ChangedMeeting & NoticedChange)[] {
  const concerns = new Map<
    string,
    ChangedMeeting &
      NoticedChange & { readonly guests: Set<string>; readonly invited: Set<string>; gone?: StoredEvent | undefined }
  >();
  for (const { calendarId, before, after, sequenceNumber } of changes) {
    const item = after ?? before;
    if (item === undefined || item.copy !== undefined) continue;
    const eventId = seriesIdOf(item);
    const key = `${calendarId} ${eventId}`;
    const concern = concerns.get(key) ?? {
      calendarId,
      eventId,
      sequenceNumber,
      guests: new Set<string>(),
      invited: new Set<string>(),
    };
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

/** Meetings that guests have changed their copies of: one for each, however many guests that are. */
export function answeredIn(changes: readonly ItemChange[]): (GuestChange & NoticedChange)[] {
  const concerns = new Map<string, GuestChange & NoticedChange & { readonly by: Set<string> }>();
  for (const { calendarId, after, sequenceNumber } of changes) {
    if (after?.copy === undefined) continue;
    const { of } = after.copy;
    const eventId = seriesIdOf(after);
    const key = `${of} ${eventId}`;
    const concern = concerns.get(key) ?? { of, eventId, sequenceNumber, by: new Set<string>() };
    concern.by.add(calendarId);
    concerns.set(key, concern);
  }
  return [...concerns.values()];
}
