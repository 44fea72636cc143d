/**
 * The types of the calendar service, without storage or wire formats. Read in this order: event.ts (an event as stored:
 * the documented fields with normalised times, plus what storage and sync need), event-fields.ts (its fields),
 * instance.ts (series, instances and what they inherit), guest-copy.ts (copies of a meeting), change-clock.ts (etags),
 * calendar.ts, rule.ts with roles.ts, list-entry.ts, user.ts with groups.ts, channel.ts with outbox.ts, job.ts.
 */
import type { EventTime } from '#lib/calendar/time/event-time';
import type { EventFields, EventStatus } from './event-fields.ts';
import type { CopyMark, AppliedGuestChanges } from './guest-copy.ts';

interface StoredBase {
  readonly id: string;
  readonly iCalUID: string;
  readonly createdAtMs: number;
  /** Grows with every shared change, by at least a millisecond. */
  readonly updatedAtMs: number;
  /** Counts the writes of this item; every write is conditional on it. 0: not stored yet. */
  readonly version: number;
  /** On a guest's copy: what it is a copy of. */
  readonly copy?: CopyMark | undefined;
  /** On the organizer's item: which changes of guests were applied. */
  readonly heard?: AppliedGuestChanges | undefined;
  /** Taken from another service: a pull removes it when it is gone there. */
  readonly isPulled?: boolean | undefined;
}

/** Rules that a series had until `untilMs`; none for a single event. */
export interface FormerRules {
  readonly start: EventTime;
  readonly end: EventTime;
  readonly recurrence: readonly string[];
  readonly untilMs: number;
}

/** A single event, or the master of a series. */
export interface StoredEvent extends StoredBase, EventFields {
  /** Series: the active exceptions, as the part of their ids after the underscore. */
  readonly exceptions?: readonly string[] | undefined;
  /** Series: the end of an exception that is later than the last occurrence of the rules. */
  readonly reachesUntilMs?: number | undefined;
  /** Rules before the last changes, so that a sync can report which instances are gone. */
  readonly formerly?: readonly FormerRules[] | undefined;
  /** On a tombstone: the calendar that the event moved to. */
  readonly movedTo?: string | undefined;
  /** The calendar that it moved from, and its version there. */
  readonly movedFrom?: { readonly calendarId: string; readonly version: number } | undefined;
}

/**
 * An exception: an instance that differs from its series. It stores only what differs; a cancellation stores nothing
 * else.
 */
export interface StoredException extends StoredBase, Partial<Omit<EventFields, 'recurrence'>> {
  readonly recurringEventId: string;
  /** The start that the rules give it. */
  readonly originalStart: EventTime;
  /** Fields that are empty here although the series has them. */
  readonly cleared?: readonly string[] | undefined;
  /** The status before the whole series was cancelled; `series` when it had none of its own. */
  readonly statusBefore?: EventStatus | 'series' | undefined;
}

/** The exception with the status that it had before its whole series was cancelled. */
export function withFormerStatus({ status: own, statusBefore = own, ...kept }: StoredException): StoredException {
  return statusBefore === undefined || statusBefore === 'series' ? kept : { ...kept, status: statusBefore };
}

export type StoredItem = StoredEvent | StoredException;

export const isException = (item: StoredItem): item is StoredException => 'recurringEventId' in item;
export const isMaster = (item: StoredItem): item is StoredEvent =>
  !isException(item) && item.recurrence !== undefined && item.recurrence.length > 0;

/** What only one user sees of an event. */
export interface Overlay {
  readonly eventId: string;
  readonly reminders?:
    | {
        readonly useDefault: boolean;
        readonly overrides?: readonly { readonly method: string; readonly minutes: number }[];
      }
    | undefined;
  readonly updatedAtMs: number;
  /** The calendar's change number when it was set. */
  readonly seq: number;
}

export type Reminders = NonNullable<Overlay['reminders']>;
