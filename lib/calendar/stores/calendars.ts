/** What the rules ask of the storage of calendars. */
import type { Calendar, CalendarDetails } from '#lib/calendar/model/calendar';
import type { Job } from '#lib/calendar/model/job';
import type { ListEntry } from '#lib/calendar/model/list-entry';
import type { AccessRule } from '#lib/calendar/model/rule';
import type { User } from '#lib/calendar/model/user';
import type { WithSeq } from './page.ts';
import type { ListOwner } from './users.ts';

/** Everything that decides what a caller may do with a calendar, read in one go. */
export interface CalendarView {
  readonly calendar: Calendar | undefined;
  /** Those of the caller's possible rules that exist. */
  readonly rules: readonly AccessRule[];
  readonly entry: WithSeq<ListEntry> | undefined;
  readonly user: User | undefined;
}

export interface CalendarStore {
  /** One round trip: the calendar, the named rules on it, and the reader's list entry and user. Strongly consistent. */
  view(calendarId: string, email: string | undefined, ruleIds: readonly string[]): Promise<CalendarView>;
  /** The same for many calendars at once, in the order asked. */
  viewAll(
    calendarIds: readonly string[],
    email: string | undefined,
    ruleIds: readonly string[],
  ): Promise<CalendarView[]>;
  /** A new secondary calendar with its owner's rule and list entry. */
  add(calendar: Calendar, owner: ListOwner, rule: AccessRule, entry: ListEntry): Promise<void>;
  /** Replaces the details if they are still at `calendar.version`; false when somebody was faster. */
  change(calendar: Calendar, details: CalendarDetails, atMs: number): Promise<boolean>;
  /** Hands a secondary calendar to another data owner, who becomes an owner by rule as well; false when it is gone. */
  transfer(calendar: Calendar, newOwner: AccessRule & { readonly email: string }): Promise<boolean>;
  /**
   * Makes the calendar invisible at once and takes it off its owner's list; the job sweeps the rest. Undefined when it
   * is gone already.
   */
  remove(calendar: Calendar, owner: ListOwner, entry: ListEntry): Promise<Job | undefined>;
  /**
   * Every event so far counts as cancelled at once; the job writes the tombstones. Undefined when the calendar is gone.
   */
  clear(calendar: Calendar, atMs: number): Promise<Job | undefined>;
}
