/**
 * An event as it is kept: the documented shape with normalised times, plus what storage and sync need to know of it.
 */
import type { EventTime } from '#lib/calendar/time/event-time';
import type { EventFields, EventStatus } from './event-fields.ts';
import type { CopyMark, AppliedGuestChanges } from './guest-copy.ts';

interface Kept {
  readonly id: string;
  readonly iCalUID: string;
  readonly createdAtMs: number;
  /** Moves with every shared change, never by less than a millisecond. */
  readonly updatedAtMs: number;
  /** Counts the writes of this item; the condition of the next one. 0: not stored yet. */
  readonly version: number;
  /** A guest's copy: of what. */
  readonly copy?: CopyMark | undefined;
  /** The organizer's copy: what it has heard of the guests. */
  readonly heard?: AppliedGuestChanges | undefined;
}

/** Rules that a series had until then; none while it was a single event. */
export interface FormerRules {
  readonly start: EventTime;
  readonly end: EventTime;
  readonly recurrence: readonly string[];
  readonly untilMs: number;
}

/** A single event, or the master of a series. */
export interface StoredEvent extends Kept, EventFields {
  /** Masters: the instances that have an item of their own, as the part of their ids behind the underscore. */
  readonly exceptions?: readonly string[] | undefined;
  /** Masters: the end of an instance that takes place after the last one of the rules. */
  readonly reachesUntilMs?: number | undefined;
  /** What it was before its rules changed, so that a sync can tell which instances are gone. */
  readonly formerly?: readonly FormerRules[] | undefined;
  /** A tombstone: the calendar that the event moved to. */
  readonly movedTo?: string | undefined;
  /** Where it was before it moved here, and the version that it had there. */
  readonly movedFrom?: { readonly calendarId: string; readonly version: number } | undefined;
}

/** An instance that differs from its master: it keeps only what differs; a bare cancellation keeps nothing else. */
export interface StoredException extends Kept, Partial<Omit<EventFields, 'recurrence'>> {
  readonly recurringEventId: string;
  /** When the rules put it. */
  readonly originalStart: EventTime;
  readonly status: EventStatus;
  /** Fields that are empty here although the master has them. */
  readonly cleared?: readonly string[] | undefined;
  /** What the status was when the whole series was cancelled. */
  readonly statusBefore?: EventStatus | undefined;
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
