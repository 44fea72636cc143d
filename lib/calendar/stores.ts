/** What the calendar's rules ask of storage. */
import type { CalendarView, Groups, Rule } from './access.ts';
import type { Calendar, CalendarDetails } from './calendar.ts';
import type { ListEntry } from './list-entry.ts';
import type { User } from './settings.ts';

export interface NewUser {
  readonly user: User;
  readonly calendar: Calendar;
  readonly rule: Rule;
  readonly entry: ListEntry;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page begins; absent on the last. */
  readonly next?: string | undefined;
}

/** With the number of its last change. */
export type Numbered<T> = T & { readonly seq: number };

export interface UserStore {
  /** The user with all settings, or undefined before the first request. */
  find(email: string): Promise<User | undefined>;
  /** Makes the user with a main calendar, list entry and owner rule in one step; false when the user exists already. */
  provision(newUser: NewUser): Promise<boolean>;
  /** Changes one setting. */
  changeSetting(email: string, id: string, value: string, atMs: number): Promise<void>;
}

export interface CalendarStore {
  /** One round trip: the calendar, the named rules on it, and the reader's list entry and user. Strongly consistent. */
  view(calendarId: string, email: string | undefined, ruleIds: readonly string[]): Promise<CalendarView>;
  /** The same for many calendars at once, in the order asked. */
  viewAll(calendarIds: readonly string[], email: string, ruleIds: readonly string[]): Promise<CalendarView[]>;
  /** A new secondary calendar with its owner's rule and list entry. */
  add(calendar: Calendar, rule: Rule, entry: ListEntry): Promise<void>;
  /** Replaces the details if they are still at `calendar.version`; false when somebody was faster. */
  change(calendar: Calendar, details: CalendarDetails, atMs: number): Promise<boolean>;
  /** Makes the calendar invisible at once and takes it off its owner's list; a job sweeps the rest. */
  remove(calendar: Calendar, entry: ListEntry): Promise<void>;
  /** Every event so far counts as cancelled at once; a job writes the tombstones. */
  clear(calendar: Calendar, atMs: number): Promise<void>;
}

export interface EntryStore {
  /** The user's entries, removed ones included, by calendar id. */
  list(email: string, after: string | undefined, limit: number): Promise<Page<Numbered<ListEntry>>>;
  /** Entries changed after `seq`, oldest change first. */
  listChanges(email: string, seq: number, after: string | undefined, limit: number): Promise<Page<Numbered<ListEntry>>>;
}

export interface CalendarStores {
  readonly users: UserStore;
  readonly calendars: CalendarStore;
  readonly entries: EntryStore;
  /** Group members, as the stage configures them. */
  readonly groups: Groups;
}
