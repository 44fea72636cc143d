/** Storage of reminder watches: who gets reminders by mail in which calendar, and when to look there next. */

/** There is one for each person and calendar with reminders by mail, and none for anybody else. */
export interface ReminderWatch {
  readonly calendarId: string;
  /** Of the person who is reminded. */
  readonly email: string;
  /** Reminders that were due until then are done with. */
  readonly doneUntilMs: number;
  /** When to look next: the earliest reminder, at the latest some days on; or when the lease of a run is over. */
  readonly lookAtMs: number;
  /** A run is at work: what was due at its beginning may not be sent yet. */
  readonly isHeld: boolean;
  /** Runs in a row in which letters failed. */
  readonly attempts: number;
  /** Counts the writes; every write is conditional on it. */
  readonly revision: number;
}

export interface ReminderStore {
  find(calendarId: string, email: string): Promise<ReminderWatch | undefined>;
  /** Stores a watch; false when there is one already. */
  add(watch: ReminderWatch): Promise<boolean>;
  /** Writes it if it is still at the revision that was read; undefined on a conflict. */
  replace(watch: ReminderWatch): Promise<ReminderWatch | undefined>;
  /** Removes it unless somebody else has written it. */
  remove(watch: ReminderWatch): Promise<void>;
  /** Of everybody in one calendar. */
  listOf(calendarId: string): Promise<ReminderWatch[]>;
  /** Due by then, earliest first, at most `most`. */
  listDue(untilMs: number, most: number): Promise<ReminderWatch[]>;
  /** Whether the stream is to tell of every change in the calendar. */
  follow(calendarId: string, isFollowed: boolean): Promise<void>;
  /** Whether the person's calendars are still pulled from another service, which reminds the person itself. */
  isServedElsewhere(email: string): Promise<boolean>;
}
