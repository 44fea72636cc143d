/** Storage of events. */
import type { Calendar, Clearing } from '#lib/calendar/model/calendar';
import type { Overlay, StoredItem } from '#lib/calendar/model/event';
import type { MailTo } from '#lib/calendar/model/mail-choice';
import type { Instant } from '#lib/calendar/time/civil';
import type { CalendarView } from './calendars.ts';
import type { Page } from './page.ts';

/** An event with its calendar and related items, read in one round trip. */
export interface EventView extends CalendarView {
  /** In the order of the ids; undefined for those that do not exist or have expired. Cleared ones read as cancelled. */
  readonly events: readonly (IndexedItem | undefined)[];
  /** The reader's overlays, in the same order. */
  readonly overlays: readonly (Overlay | undefined)[];
  /** The related items that were requested. */
  readonly along: readonly IndexedItem[];
}

/** Related items to read in the same round trip. */
export interface RelatedReads {
  /** The exceptions of this series, tombstones included. */
  readonly exceptionsOf?: string | undefined;
  /** Everything with this iCalendar UID. */
  readonly uid?: string | undefined;
}

export interface EventWrite {
  readonly event: StoredItem;
  /** Key in the index by time; undefined leaves it out of the index. */
  readonly timeKey: string | undefined;
  /** The event before the change: the outline of a series may have to leave its place. */
  readonly before?: StoredItem | undefined;
  /** Type of the exception's series, so that readers of the stream need not read the series. */
  readonly seriesType?: string | undefined;
  /** No client sees the change: the item keeps these numbers and its place among the changes. */
  readonly keepsPlace?: ChangeNumbers | undefined;
  /** When the database may remove the item. */
  readonly expiresAtMs?: number | undefined;
}

export interface OverlayWrite {
  readonly email: string;
  /** The store sets its `seq`. */
  readonly value: Overlay;
  /** The writer has a list entry that does not have `hasOverlays` yet. */
  readonly marksEntry: boolean;
  /** Of the event; channels may filter by type. */
  readonly eventType: string;
}

/** Somebody's overlay. */
export interface HeldOverlay {
  readonly email: string;
  readonly value: Overlay;
}

/** The numbers of an item's last change, and of its last change that everyone sees. */
export interface ChangeNumbers {
  readonly seq: number;
  readonly sharedSeq: number;
}

/** An item with its change numbers and its key by time. */
export type IndexedItem = StoredItem & ChangeNumbers & { readonly timeKey?: string | undefined };

/** Who else is informed about a change. */
export interface ChangeNotice {
  /** The event that the change is about. */
  readonly eventId: string;
  /** Address of the user who made it. */
  readonly by: string;
  readonly mail?: MailTo | undefined;
  /** Nobody is informed: no new copies for guests, no mail. */
  readonly isImport?: boolean | undefined;
  /** Guests whom an import takes off the list: the copies that they have follow. */
  readonly uninvited?: readonly string[] | undefined;
  /** No channel gets a message either. */
  readonly isQuiet?: boolean | undefined;
}

/**
 * Several items that change together, such as a series and its exceptions: all or none. A change of one user's overlay
 * alone writes no item: it takes a number, and the overlay remembers it for this user's sync.
 */
export interface EventChange {
  readonly writes: readonly EventWrite[];
  /** Stored beside the items for readers of the stream; not part of the event. */
  readonly telling?: ChangeNotice | undefined;
  /** The writer's overlay. */
  readonly overlay?: OverlayWrite | undefined;
  readonly atMs: number;
}

export interface CalendarChange {
  readonly calendar: Calendar;
  readonly change: EventChange;
}

/** A range of sort keys in the index by time. */
export interface TimeRange {
  /** Both ends are included. */
  readonly from: string;
  readonly to: string;
}

/** What a window reads of a series (see events/order/outline.ts). */
export interface Outline {
  readonly id: string;
  readonly text: string;
}

export interface Outlines {
  readonly items: readonly Outline[];
  /** The highest number of a change that they have. */
  readonly seq: number;
}

export interface Milestones {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** Without `clearedSeq`, cleared events read as before the clearing. */
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
  /** One event in each of these calendars, in the order of the ids; one call for many. */
  viewInEach(
    calendarIds: readonly string[],
    eventId: string,
  ): Promise<{ readonly calendar: Calendar | undefined; readonly event: IndexedItem | undefined }[]>;
  /**
   * Writes if every item is still at the version before its own (`version - 1`; 1 means it must not exist yet). Answers
   * the number of the change; false on a conflict. Changes of one calendar never skip a number or swap places.
   */
  write(calendar: Calendar, change: EventChange): Promise<number | false>;
  /**
   * Changes two calendars in one transaction. False on a conflict with any write to one of them, or when there are too
   * many items for one transaction.
   */
  writeBoth(one: CalendarChange, other: CalendarChange): Promise<boolean>;
  /** The series and its exceptions. */
  listSeries(calendar: Calendar, masterId: string): Promise<IndexedItem[]>;
  /** All events by id, after this id; `next` is an id too. */
  list(calendar: ReadCalendar, after: string | undefined, limit: number): Promise<Page<IndexedItem>>;
  /** Events with a key in the range, in the order of keys. */
  listByTime(calendar: Calendar, range: TimeRange, limit: number, after?: string): Promise<Page<IndexedItem>>;
  /** The outlines of series that may have instances after an instant; one or two may be of series that have none left. */
  listOutlines(calendar: Pick<Calendar, 'id'>, after: Instant | undefined): Promise<Outlines>;
  /** Events changed after `seq`, oldest change first. */
  listChanges(
    calendar: ReadCalendar,
    seq: number,
    after: string | undefined,
    limit: number,
  ): Promise<Page<IndexedItem>>;
  /** Numbers of changes around an instant: of one made at it or before, and of one made later; undefined where unknown. */
  findMilestones(calendar: ReadCalendar, at: Instant): Promise<Milestones>;
  /** The last changes, newest first. */
  listLatestChanges(calendar: ReadCalendar, limit: number): Promise<Page<IndexedItem>>;
  listByUid(calendar: Calendar, iCalUID: string): Promise<IndexedItem[]>;
  /** The overlays of all users on an event and its instances. */
  listHeldOverlays(calendarId: string, eventId: string): Promise<HeldOverlay[]>;
  /** Writes overlays of several users without a number, for an event that is about to arrive with them. */
  putOverlays(calendarId: string, overlays: readonly HeldOverlay[], eventType: string): Promise<void>;
  /** The reader's overlays on a calendar. */
  listOverlays(email: string, calendarId: string): Promise<Overlay[]>;
}
