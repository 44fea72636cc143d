/** What a process remembers of calendars for free/busy. It is no store: what it does not know is read again. */
import type { Calendar } from '#lib/calendar/model/calendar';
import type { Instant } from '#lib/calendar/time/civil';
import type { Interval } from '#lib/calendar/time/event-time';
import type { Outlines } from './events.ts';

/** A window with both ends. */
export interface BoundedWindow {
  readonly after: Instant;
  readonly before: Instant;
}

/** All busy times of a calendar in a window. */
export interface KnownWindow {
  readonly window: BoundedWindow;
  readonly busy: readonly Interval[];
}

/** What was read of one calendar since its last change. */
export interface ReadSinceChange {
  /** A known window in which this one begins; the one that reaches farthest. */
  beginningOf(window: BoundedWindow): KnownWindow | undefined;
  keepBusy(known: KnownWindow): void;
  /** The outlines of series that may have instances after an instant, and perhaps of some that have none. */
  outlinesAfter(instant: Instant): Outlines | undefined;
  keepOutlines(after: Instant, outlines: Outlines): void;
}

export interface BusyMemory {
  /** For a calendar as it was read just now, strongly consistent. Undefined soon after it has changed. */
  of(calendar: Calendar): ReadSinceChange | undefined;
}
