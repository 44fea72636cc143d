/** A calendar as stored. */
import { foldAddress } from '#lib/api/text/address';

export interface EventLabel {
  readonly id: string;
  readonly name?: string | undefined;
  readonly backgroundColor: string;
}

/** The fields that an owner may change. */
export interface CalendarDetails {
  readonly summary: string;
  readonly description?: string | undefined;
  readonly location?: string | undefined;
  readonly timeZone: string;
  readonly labels?: readonly EventLabel[] | undefined;
}

/** Of a calendar that has not changed since it was made. */
export const FIRST_SEQ = 1;

export interface Calendar extends CalendarDetails {
  readonly id: string;
  /** The user whose primary calendar this is, or the data owner of a secondary one. */
  readonly owner: string;
  readonly isPrimary: boolean;
  /** The OAuth client that created it; a token with only `calendar.app.created` sees no others. */
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
  /** The `clearedSeq` whose tombstones are all written. */
  readonly sweptSeq?: number | undefined;
  /** Deleted: invisible, while a job removes its items. */
  readonly isRemoved?: boolean | undefined;
  /** The number of the last change of an outline (see events/order/outline.ts). */
  readonly outlineSeq?: number | undefined;
  /** 1 where somebody gets reminders by mail: the stream then tells of every change. */
  readonly remindsByMail?: number | undefined;
  /** Duration classes in use (see time-index.ts). */
  readonly classes?: readonly string[] | undefined;
}

/** The end of every secondary calendar's id. */
export const SECONDARY_DOMAIN = '@group.calendar.google.com';

/** Zone of new calendars without one. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** In lower case, since addresses ignore case. `primary` is the caller's own calendar. */
export const resolveCalendarId = (calendarId: string, email: string | undefined): string =>
  calendarId === 'primary' && email !== undefined ? email : foldAddress(calendarId);

/** Whether it is this user's own primary calendar; that of somebody else is like any other on their list. */
export const isOwnPrimary = ({ isPrimary, owner }: Pick<Calendar, 'isPrimary' | 'owner'>, email: string): boolean =>
  isPrimary && owner === email;

export type Clearing = Pick<Calendar, 'clearedSeq' | 'clearedAtMs'>;
