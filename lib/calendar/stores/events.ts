/** What the rules ask of the storage of events. */
import type { Calendar, Clearing } from '#lib/calendar/model/calendar';
import type { Overlay, StoredItem } from '#lib/calendar/model/event';
import type { MailTo } from '#lib/calendar/model/mail-choice';
import type { CalendarView } from './calendars.ts';
import type { Page } from './page.ts';

/** What one operation reads of an event and what surrounds it, in one round trip. */
export interface EventView extends CalendarView {
  /** In the order asked; undefined where there is none or it has expired. Cleared ones read as cancelled. */
  readonly events: readonly (IndexedItem | undefined)[];
  /** The reader's overlays, in the same order. */
  readonly overlays: readonly (Overlay | undefined)[];
  /** What was asked for along with them. */
  readonly along: readonly IndexedItem[];
}

/** Items to be read in the same round trip. */
export interface RelatedReads {
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
   * Only one user's part changes: the item stays as it is, at its version, and merely moves to the end of the changes,
   * so that this user's sync finds it. `event` may be the master of the instance that the part belongs to.
   */
  readonly isPrivate?: boolean;
  /** Only bookkeeping changes, or what everybody knows already: the item keeps its place among the changes. */
  readonly keepsPlace?: ChangeNumbers | undefined;
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
export interface ChangeNumbers {
  readonly seq: number;
  readonly sharedSeq: number;
}

/** With its place among the changes and its place by time. */
export type IndexedItem = StoredItem & ChangeNumbers & { readonly timeKey?: string | undefined };

/** Who else hears of a change. */
export interface ChangeNotice {
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
  readonly telling?: ChangeNotice | undefined;
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
  view(
    calendarId: string,
    eventIds: readonly string[],
    email: string | undefined,
    ruleIds: readonly string[],
    along?: RelatedReads,
  ): Promise<EventView>;
  /** One event as each of these calendars has it, in the order asked; many in one call. */
  viewInEach(
    calendarIds: readonly string[],
    eventId: string,
  ): Promise<{ readonly calendar: Calendar | undefined; readonly event: IndexedItem | undefined }[]>;
  /**
   * Writes if every item is still at the version before its own (`version - 1`; 1 means it must not exist yet). Answers
   * the number of the change, or false when somebody was faster. Changes of one calendar never skip or reorder.
   */
  write(calendar: Calendar, change: EventChange): Promise<number | false>;
  /**
   * Changes of two calendars as one, or none; false when somebody was faster in one of them, were it with another
   * event, or when they are too much for one step.
   */
  writeBoth(one: CalendarChange, other: CalendarChange): Promise<boolean>;
  /** Master and exceptions whose ids begin with the master's. */
  listSeries(calendar: Calendar, masterId: string): Promise<IndexedItem[]>;
  /** All events by id, after this id; so is `next`. */
  list(calendar: ReadCalendar, after: string | undefined, limit: number): Promise<Page<IndexedItem>>;
  /** Events whose sort key in the index by time lies in the range, in its order. */
  listByTime(calendar: Calendar, range: TimeRange, limit: number, after?: string): Promise<Page<IndexedItem>>;
  /** Events changed after `seq`, oldest change first. */
  listChanges(
    calendar: ReadCalendar,
    seq: number,
    after: string | undefined,
    limit: number,
  ): Promise<Page<IndexedItem>>;
  /** The last changes, newest first. */
  listLatestChanges(calendar: ReadCalendar, limit: number): Promise<Page<IndexedItem>>;
  listByUid(calendar: Calendar, iCalUID: string): Promise<IndexedItem[]>;
  /** The reader's overlays on a calendar. */
  listOverlays(email: string, calendarId: string): Promise<Overlay[]>;
}
