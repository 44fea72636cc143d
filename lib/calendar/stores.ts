/** What the calendar's rules ask of storage. */
import type { CalendarView, Rule } from './access.ts';
import type { Calendar, CalendarDetails } from './calendar.ts';
import type { Clearing } from './cleared.ts';
import type { Overlay, StoredItem } from './event.ts';
import type { KnownGroups } from './groups.ts';
import type { ImportedTypes } from './imported-types.ts';
import type { Job } from './job.ts';
import type { ListEntry } from './list-entry.ts';
import type { MailTo } from './mail/mail-to.ts';
import type { ChannelStore } from './push/store.ts';
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

/** Whose list changes, with the change counter as last read. */
export type Counted = Pick<User, 'email' | 'seq'>;

export interface UserStore {
  /** The user with all settings, or undefined before the first request. */
  find(email: string): Promise<User | undefined>;
  /** Makes the user with a main calendar, list entry and owner rule in one step; false when the user exists already. */
  provision(newUser: NewUser): Promise<boolean>;
  /** Changes one setting; false when it is so already, or there is no such user. */
  changeSetting(email: string, id: string, value: string, atMs: number): Promise<boolean>;
}

export interface CalendarStore {
  /** One round trip: the calendar, the named rules on it, and the reader's list entry and user. Strongly consistent. */
  view(calendarId: string, email: string | undefined, ruleIds: readonly string[]): Promise<CalendarView>;
  /** The same for many calendars at once, in the order asked. */
  viewAll(calendarIds: readonly string[], email: string | undefined, ruleIds: readonly string[]): Promise<CalendarView[]>;
  /** A new secondary calendar with its owner's rule and list entry. */
  add(calendar: Calendar, owner: Counted, rule: Rule, entry: ListEntry): Promise<void>;
  /** Replaces the details if they are still at `calendar.version`; false when somebody was faster. */
  change(calendar: Calendar, details: CalendarDetails, atMs: number): Promise<boolean>;
  /** Hands a secondary calendar to another data owner, who becomes an owner by rule as well; false when it is gone. */
  transfer(calendar: Calendar, newOwner: Rule & { readonly email: string }): Promise<boolean>;
  /** Makes the calendar invisible at once and takes it off its owner's list; the job sweeps the rest. Undefined when it is gone already. */
  remove(calendar: Calendar, owner: Counted, entry: ListEntry): Promise<Job | undefined>;
  /** Every event so far counts as cancelled at once; the job writes the tombstones. Undefined when the calendar is gone. */
  clear(calendar: Calendar, atMs: number): Promise<Job | undefined>;
}

export interface RuleStore {
  /** Removed ones included, with the role `none`. */
  find(calendarId: string, ruleId: string): Promise<Numbered<Rule> | undefined>;
  /** All rules by id, removed ones included. */
  list(calendarId: string, after: string | undefined, limit: number): Promise<Page<Numbered<Rule>>>;
  /** Rules changed after `seq`, oldest change first. */
  listChanges(calendarId: string, seq: number, after: string | undefined, limit: number): Promise<Page<Numbered<Rule>>>;
  /** Writes a rule if it is still as it was read; answers the number of the change, or false when somebody was faster. */
  replace(calendar: Calendar, rule: Rule, previous: Numbered<Rule> | undefined): Promise<number | false>;
  /** Takes a role away if the rule is still as it was read; the job takes the calendar off the lists of those who are shut out. */
  remove(calendar: Calendar, rule: Rule, previous: Numbered<Rule>): Promise<Job | false>;
}

export interface EntryStore {
  /** The user's entries, removed ones included, by calendar id. */
  list(email: string, after: string | undefined, limit: number): Promise<Page<Numbered<ListEntry>>>;
  /** Entries changed after `seq`, oldest change first. */
  listChanges(email: string, seq: number, after: string | undefined, limit: number): Promise<Page<Numbered<ListEntry>>>;
  /** Writes an entry if it is still as it was read, and keeps the calendar's subscribers in step; false when somebody was faster. */
  replace(user: Counted, entry: ListEntry, previous: Numbered<ListEntry> | undefined): Promise<boolean>;
}

/** What the sweep of calendars (sweep.ts) needs. Every verb may be repeated, and run by several at once. */
export interface SweepStore {
  /** What is left to do. */
  listJobs(): Promise<Job[]>;
  /** Remembers how far a job has come, unless it was asked for anew. */
  advance(job: Job, cursor: string): Promise<void>;
  /** The job is done, unless it was asked for anew. */
  finish(job: Job): Promise<void>;
  /** Addresses of those who have the calendar on their list. */
  listSubscribers(calendarId: string, after: string | undefined, limit: number): Promise<Page<string>>;
  removeOverlays(email: string, calendarId: string): Promise<void>;
  /** Writes tombstones, each in its place among the changes, of those events that are still as they were read. */
  bury(calendar: Calendar, tombstones: readonly EventWrite[]): Promise<void>;
  /** All tombstones of this clearing are written, unless the calendar was cleared again. */
  markSwept(job: Job): Promise<void>;
  /** Removes some of what a deleted calendar holds; true while there is more. */
  removeItems(calendarId: string): Promise<boolean>;
  /** What is left of a deleted calendar goes away by itself then; until that time its id stays taken. */
  retire(calendarId: string, expiresAtMs: number): Promise<void>;
}

/** What one operation reads of an event and what surrounds it, in one round trip. */
export interface EventView extends CalendarView {
  /** In the order asked; undefined where there is none or it has expired. Cleared ones read as cancelled. */
  readonly events: readonly (Filed | undefined)[];
  /** The reader's overlays, in the same order. */
  readonly overlays: readonly (Overlay | undefined)[];
  /** What was asked for along with them. */
  readonly along: readonly Filed[];
}

/** Items to be read in the same round trip. */
export interface Along {
  /** The exceptions of this series, those that no longer count included. */
  readonly exceptionsOf?: string | undefined;
  /** Everything with this iCalendar UID. */
  readonly uid?: string | undefined;
}

export interface EventWrite {
  readonly event: StoredItem;
  /** Where it stands by time; undefined leaves it out of the index. */
  readonly timeKey: string | undefined;
  /** Type of the series that an instance belongs to: whoever hears of the change need not read the series. */
  readonly seriesType?: string | undefined;
  /**
   * Only one user's part changes: the item stays as it is, at its version, and merely moves to the end of the changes, so
   * that this user's sync finds it. `event` may be the master of the instance that the part belongs to.
   */
  readonly isPrivate?: boolean;
  /** Only bookkeeping changes, or what everybody knows already: the item keeps its place among the changes. */
  readonly keepsPlace?: Place | undefined;
  /** A tombstone that nothing depends on goes away by itself then. */
  readonly expiresAtMs?: number | undefined;
}

export interface OverlayWrite {
  readonly email: string;
  /** The store sets its `seq`. */
  readonly value: Overlay;
  /** The writer's list entry exists and does not say yet that there are overlays. */
  readonly marksEntry: boolean;
  /** Of the event; channels may ask for some types alone. */
  readonly eventType: string;
}

/** The numbers of an item's last change, and of its last change that everyone sees. */
export interface Place {
  readonly seq: number;
  readonly sharedSeq: number;
}

/** With its place among the changes and its place by time. */
export type Filed = StoredItem & Place & { readonly timeKey?: string | undefined };

/** Who else hears of a change. */
export interface Telling {
  /** The event that the change is about. */
  readonly eventId: string;
  /** Address of whoever made it. */
  readonly by: string;
  readonly mail?: MailTo | undefined;
  /** Nobody: neither the guests' calendars nor anybody by mail. */
  readonly isImport?: boolean | undefined;
}

/** Several items that change together (a series and its exceptions), as one change or none. */
export interface EventChange {
  readonly writes: readonly EventWrite[];
  /** Kept beside the items for those who read the stream of changes; it is not part of the event. */
  readonly telling?: Telling | undefined;
  /** The writer's own part. */
  readonly overlay?: OverlayWrite | undefined;
  readonly atMs: number;
}

export interface CalendarChange {
  readonly calendar: Calendar;
  readonly change: EventChange;
}

/** Where an event stands in the list of a window; also the position of a page token. */
export interface TimeRange {
  /** Sort keys of the index, both included. */
  readonly from: string;
  readonly to: string;
}

/** Without `clearedSeq`, what was cleared with its calendar reads as it was. */
export type ReadCalendar = Pick<Calendar, 'id'> & Clearing;

export interface EventStore {
  /** The calendar, the reader's role on it, and the named events, strongly consistent, in one round trip. */
  view(calendarId: string, eventIds: readonly string[], email: string | undefined, ruleIds: readonly string[], along?: Along): Promise<EventView>;
  /** One event as each of these calendars has it, in the order asked; many in one call. */
  viewInEach(calendarIds: readonly string[], eventId: string): Promise<{ readonly calendar: Calendar | undefined; readonly event: Filed | undefined }[]>;
  /**
   * Writes if every item is still at the version before its own (`version - 1`; 1 means it must not exist yet).
   * Answers the number of the change, or false when somebody was faster. Changes of one calendar never skip or reorder.
   */
  write(calendar: Calendar, change: EventChange): Promise<number | false>;
  /**
   * Changes of two calendars as one, or none; false when somebody was faster in one of them, were it with another event, or
   * when they are too much for one step.
   */
  writeBoth(one: CalendarChange, other: CalendarChange): Promise<boolean>;
  /** Master and exceptions whose ids begin with the master's. */
  listSeries(calendar: Calendar, masterId: string): Promise<Filed[]>;
  /** All events by id, after this id; so is `next`. */
  list(calendar: ReadCalendar, after: string | undefined, limit: number): Promise<Page<Filed>>;
  /** Events whose sort key in the index by time lies in the range, in its order. */
  listByTime(calendar: Calendar, range: TimeRange, limit: number, after?: string): Promise<Page<Filed>>;
  /** Events changed after `seq`, oldest change first. */
  listChanges(calendar: ReadCalendar, seq: number, after: string | undefined, limit: number): Promise<Page<Filed>>;
  /** The last changes, newest first. */
  listLatestChanges(calendar: ReadCalendar, limit: number): Promise<Page<Filed>>;
  listByUid(calendar: Calendar, iCalUID: string): Promise<Filed[]>;
  /** The reader's overlays on a calendar. */
  listOverlays(email: string, calendarId: string): Promise<Overlay[]>;
}

export interface CalendarStores {
  readonly users: UserStore;
  readonly calendars: CalendarStore;
  readonly rules: RuleStore;
  readonly entries: EntryStore;
  readonly sweep: SweepStore;
  readonly events: EventStore;
  readonly channels: ChannelStore;
  readonly groups: KnownGroups;
  /** Addresses of those who look after the stage, as it configures them. */
  readonly admins: readonly string[];
  /** Sync tokens that were made before are outdated, as the stage configures it. */
  readonly syncTokensSinceMs?: number | undefined;
  /** What an import does with events of a special type, as the stage configures it. */
  readonly importedTypes: ImportedTypes;
}

/** How a stage is set up. */
export type StageSettings = Pick<CalendarStores, 'admins' | 'importedTypes' | 'syncTokensSinceMs'>;
