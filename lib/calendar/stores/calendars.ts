/** Storage of calendars. */
import type { Calendar, CalendarDetails } from '#lib/calendar/model/calendar';
import type { Job } from '#lib/calendar/model/job';
import type { ListEntry } from '#lib/calendar/model/list-entry';
import type { AccessRule } from '#lib/calendar/model/rule';
import type { User } from '#lib/calendar/model/user';
import type { Telling, WithSeq } from './page.ts';
import type { ListOwner } from './users.ts';

/** Everything that decides what a caller may do with a calendar, read in one round trip. */
export interface CalendarView {
  readonly calendar: Calendar | undefined;
  /** The existing rules among those that can apply to the caller. */
  readonly rules: readonly AccessRule[];
  readonly entry: WithSeq<ListEntry> | undefined;
  readonly user: User | undefined;
}

export interface CalendarStore {
  /** One round trip: the calendar, the named rules on it, and the reader's list entry and user. Strongly consistent. */
  view(calendarId: string, email: string | undefined, ruleIds: readonly string[]): Promise<CalendarView>;
  /** The same for many calendars at once, in the order asked, without list entries. */
  viewAll(
    calendarIds: readonly string[],
    email: string | undefined,
    ruleIds: readonly string[],
  ): Promise<CalendarView[]>;
  /** A new secondary calendar with its owner's rule and list entry. */
  add(calendar: Calendar, owner: ListOwner, rule: AccessRule, entry: ListEntry, telling?: Telling): Promise<void>;
  /** Replaces the details if they are still at `calendar.version`; false on a conflict. */
  change(calendar: Calendar, details: CalendarDetails, atMs: number): Promise<boolean>;
  /** Gives a secondary calendar to another data owner, with an owner rule; false when the calendar is gone. */
  transfer(calendar: Calendar, newOwner: AccessRule & { readonly email: string }): Promise<boolean>;
  /**
   * Hides the calendar at once and removes it from its owner's list; the job does the rest. Undefined when it is gone
   * already.
   */
  remove(calendar: Calendar, owner: ListOwner, entry: ListEntry): Promise<Job | undefined>;
  /** Cancels all events at once; the job writes the tombstones. Undefined when the calendar is gone. */
  clear(calendar: Calendar, atMs: number): Promise<Job | undefined>;
}
