/** A calendar as it is kept. */
import { foldAddress } from '#lib/api/text/address';

export interface EventLabel {
  readonly id: string;
  readonly name?: string | undefined;
  readonly backgroundColor: string;
}

/** What an owner may change. */
export interface CalendarDetails {
  readonly summary: string;
  readonly description?: string | undefined;
  readonly location?: string | undefined;
  readonly timeZone: string;
  readonly labels?: readonly EventLabel[] | undefined;
}

export interface Calendar extends CalendarDetails {
  readonly id: string;
  /** The user whose primary calendar this is, or the data owner of a secondary one. */
  readonly owner: string;
  readonly isPrimary: boolean;
  /** The OAuth client that made it; a token with only `calendar.app.created` sees no others. */
  readonly clientId?: string | undefined;
  /** Counts the changes of events and rules. */
  readonly seq: number;
  /** Counts the changes of the details. */
  readonly version: number;
  readonly updatedAtMs: number;
  readonly eventsUpdatedAtMs: number;
  /** Events last changed at or before this `seq` were cleared. */
  readonly clearedSeq?: number | undefined;
  readonly clearedAtMs?: number | undefined;
  /** The `clearedSeq` whose events have all got their tombstones. */
  readonly sweptSeq?: number | undefined;
  /** Deleted: invisible, and being swept. */
  readonly isRemoved?: boolean | undefined;
  /** Duration classes in use (see time-index.ts). */
  readonly classes?: readonly string[] | undefined;
}

/** Ends the id of every secondary calendar. */
export const SECONDARY_DOMAIN = '@group.calendar.google.com';

/** New calendars have no zone of their own unless one is given. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** Lower case: addresses compare without regard to case. `primary` is the caller's own. */
export const resolveCalendarId = (calendarId: string, email: string | undefined): string =>
  calendarId === 'primary' && email !== undefined ? email : foldAddress(calendarId);

/** Somebody else's main calendar is nothing special on one's own list. */
export const isOwnPrimary = ({ isPrimary, owner }: Pick<Calendar, 'isPrimary' | 'owner'>, email: string): boolean =>
  isPrimary && owner === email;

export type Clearing = Pick<Calendar, 'clearedSeq' | 'clearedAtMs'>;
