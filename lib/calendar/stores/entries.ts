/** Storage of calendar lists. */
import type { ListEntry } from '#lib/calendar/model/list-entry';
import type { Page, Telling, WithSeq } from './page.ts';
import type { ListOwner } from './users.ts';

export interface EntryStore {
  /** The user's entries, removed ones included, by calendar id. */
  list(email: string, after: string | undefined, limit: number): Promise<Page<WithSeq<ListEntry>>>;
  /** Entries changed after `seq`, oldest change first. */
  listChanges(email: string, seq: number, after: string | undefined, limit: number): Promise<Page<WithSeq<ListEntry>>>;
  /** Writes an entry if it is still as read, and updates the calendar's subscribers; false on a conflict. */
  replace(
    user: ListOwner,
    entry: ListEntry,
    previous: WithSeq<ListEntry> | undefined,
    telling?: Telling,
  ): Promise<boolean>;
}
