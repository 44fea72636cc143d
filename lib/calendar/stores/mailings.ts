/** Storage of mailings: changes whose letters are still to be sent. */
import type { StoredItem } from '#lib/calendar/model/event';
import type { MailTo } from '#lib/calendar/model/mail-choice';
import type { ChangeNotice } from './events.ts';

/** A change of an event that guests or its organizer are mailed about. */
export interface ChangeWithMail {
  readonly calendarId: string;
  /** Absent for a new event. */
  readonly before?: StoredItem | undefined;
  readonly after: StoredItem;
  readonly telling: ChangeNotice & { readonly mail: MailTo };
}

/** The letters about one change. */
export interface Mailing {
  /** The same however often the stream hands the change over. */
  readonly id: string;
  readonly change: ChangeWithMail;
  readonly addedAtMs: number;
  /** Runs in which letters failed. */
  readonly attempts: number;
  /** When the next run is due, or when the lease of the current one is over. */
  readonly dueAtMs: number;
  /** Ids of letters that the sender's ceiling does not allow; absent before the letters are counted. */
  readonly overCeiling?: readonly string[] | undefined;
  /** Counts the writes; every write is conditional on it. */
  readonly revision: number;
}

export interface MailingStore {
  /** Stores a mailing; false when it was there before, finished or not. */
  add(mailing: Mailing): Promise<boolean>;
  /** Undefined for one that is finished. */
  find(id: string): Promise<Mailing | undefined>;
  /** Writes it if it is still at the revision that was read; undefined on a conflict. */
  replace(mailing: Mailing): Promise<Mailing | undefined>;
  /** Leaves only its id behind, unless somebody else has written it. */
  finish(mailing: Mailing): Promise<void>;
  /** Due by then, earliest first, at most `most`. */
  listDue(untilMs: number, most: number): Promise<Mailing[]>;
}
