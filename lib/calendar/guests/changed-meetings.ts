/** Which meetings a batch of changes concerns. */
import { isException, type StoredEvent, type StoredItem } from '#lib/calendar/model/event';
import type { ChangeNotice } from '#lib/calendar/stores/events';
import type { ChangedMeeting } from './propagate.ts';
import type { MeetingChangedByGuests } from './tell-organizer.ts';

/** An item of an event, before and after a change. */
export interface ItemChange {
  /** Of the stream record. */
  readonly sequenceNumber: string;
  readonly calendarId: string;
  readonly before?: StoredItem | undefined;
  /** Absent when it was removed. */
  readonly after?: StoredItem | undefined;
  readonly telling?: ChangeNotice | undefined;
}

const addressesIn = (item: StoredItem | undefined): string[] =>
  (item?.attendees ?? []).flatMap(({ email }) => email ?? []);

/** Most changes concern nobody else. Nor does a write that brought a copy up to date: it has no pending change. */
export function concernsOthers({ before, after, telling }: ItemChange): boolean {
  const item = after ?? before;
  if (item === undefined || before?.version === after?.version) return false;
  if (telling?.isImport === true) return item.copy === undefined && telling.uninvited !== undefined;
  if (item.copy !== undefined) return after?.copy?.awaiting !== undefined;
  // An exception may inherit the guests of its series.
  return isException(item) || addressesIn(before).length > 0 || addressesIn(after).length > 0;
}

const seriesIdOf = (item: StoredItem): string => (isException(item) ? item.recurringEventId : item.id);

/** The first stream record about the meeting. */
interface NoticedChange {
  readonly sequenceNumber: string;
}

/** Meetings changed by their organizers: one for each event, however many records. */
export function meetingsChangedByOrganizers(changes: readonly ItemChange[]): (ChangedMeeting & NoticedChange)[] {
  const meetings = new Map<
    string,
    ChangedMeeting &
      NoticedChange & {
        readonly guests: Set<string>;
        readonly invited: Set<string>;
        isImport: boolean;
        gone?: StoredEvent | undefined;
      }
  >();
  for (const { calendarId, before, after, sequenceNumber, telling } of changes) {
    const item = after ?? before;
    if (item === undefined || item.copy !== undefined) continue;
    const eventId = seriesIdOf(item);
    const key = `${calendarId} ${eventId}`;
    const meeting = meetings.get(key) ?? {
      calendarId,
      eventId,
      sequenceNumber,
      guests: new Set<string>(),
      invited: new Set<string>(),
      isImport: true,
    };
    meetings.set(key, meeting);
    if (telling?.isImport === true) {
      for (const email of telling.uninvited ?? []) meeting.guests.add(email);
      continue;
    }
    meeting.isImport = false;
    // An event that is restored invites its guests again.
    const known = new Set(before?.status === 'cancelled' ? [] : addressesIn(before));
    for (const email of addressesIn(before)) meeting.guests.add(email);
    for (const email of addressesIn(after)) {
      meeting.guests.add(email);
      if (!known.has(email)) meeting.invited.add(email);
    }
    if (after === undefined && !isException(item)) meeting.gone = item;
  }
  return [...meetings.values()];
}

/** Meetings changed by guests in their copies: one for each event, however many guests. */
export function meetingsChangedByGuests(changes: readonly ItemChange[]): (MeetingChangedByGuests & NoticedChange)[] {
  const meetings = new Map<string, MeetingChangedByGuests & NoticedChange & { readonly by: Set<string> }>();
  for (const { calendarId, after, sequenceNumber } of changes) {
    if (after?.copy === undefined) continue;
    const { of } = after.copy;
    const eventId = seriesIdOf(after);
    const key = `${of} ${eventId}`;
    const meeting = meetings.get(key) ?? { of, eventId, sequenceNumber, by: new Set<string>() };
    meeting.by.add(calendarId);
    meetings.set(key, meeting);
  }
  return [...meetings.values()];
}
