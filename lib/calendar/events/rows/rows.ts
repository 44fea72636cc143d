/** The rows of a list: which events are listed at all, and as what. */
import type { Context } from '#lib/api/context';
import { visibleEvent } from '#lib/calendar/access/event-visibility';
import type { OpenCalendar } from '#lib/calendar/access/permissions';
import { describeEvent, describeTombstone, type Rendering } from '#lib/calendar/events/read/describe-event';
import { isMaster, type Overlay, type StoredEvent } from '#lib/calendar/model/event';
import { isHiddenInvitation } from '#lib/calendar/model/guest-copy';
import { hasException, isInstance, type WholeEvent } from '#lib/calendar/model/instance';
import type { EventResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { ListRequest } from './list-request.ts';
import type { EventMatcher } from './matcher.ts';

/** Something that may become a row. */
export interface Candidate {
  readonly whole: WholeEvent;
  /** The series of an instance; a series is its own. */
  readonly series?: StoredEvent | undefined;
}

export type Overlays = ReadonlyMap<string, Overlay>;

export const isLivingSeries = (series: StoredEvent | undefined): boolean =>
  series !== undefined && isMaster(series) && series.status !== 'cancelled';

const isSeries = (event: WholeEvent): boolean =>
  !isInstance(event) && event.recurrence !== undefined && event.recurrence.length > 0;

/** Cancelled by itself, in a series that goes on. */
const isCancelledInstance = ({ whole, series }: Candidate): boolean =>
  isInstance(whole) && series !== undefined && isLivingSeries(series) && hasException(series, whole.id);

type Deletions = Pick<ListRequest, 'isExpanded' | 'listsTombstones'>;

/**
 * Deleted events are left out, except cancelled instances where their series is listed: a client could not tell
 * otherwise.
 */
export function isListed(candidate: Candidate, { isExpanded, listsTombstones }: Deletions): boolean {
  const { whole } = candidate;
  if (isSeries(whole) && isExpanded) return false;
  return whole.status !== 'cancelled' || listsTombstones || (!isExpanded && isCancelledInstance(candidate));
}

/** The reader's own parts of the calendar's events; the list entry says whether there are any. */
export async function readOverlays(
  { calendar, entry }: OpenCalendar,
  { caller, stores }: Pick<Context<CalendarStores>, 'caller' | 'stores'>,
): Promise<Overlays> {
  const isWorthReading = caller.email !== undefined && (entry === undefined || entry.hasOverlays === true);
  const overlays = isWorthReading ? await stores.events.listOverlays(caller.email, calendar.id) : [];
  return new Map(overlays.map((overlay) => [overlay.eventId, overlay]));
}

/** That of the instance, else that of its series. */
export const overlayOf = ({ id, recurringEventId }: WholeEvent, overlays: Overlays): Overlay | undefined =>
  overlays.get(id) ?? (recurringEventId === undefined ? undefined : overlays.get(recurringEventId));

export interface RowOptions extends Deletions, Pick<ListRequest, 'isSync'> {
  readonly showsDeleted: boolean;
  /** Invitations that the calendar's owner has hidden until they are answered. */
  readonly showsHidden: boolean;
  readonly matches: EventMatcher;
}

export type Describe = (candidate: Candidate, overlays: Overlays) => EventResource | undefined;

/** A row as the reader sees it; undefined when it is none. */
export function describeRows(
  { detailLevel }: Pick<OpenCalendar, 'detailLevel'>,
  rendering: Rendering,
  options: RowOptions,
): Describe {
  const reader = { email: rendering.email, detailLevel };
  return (candidate, overlays) => {
    const { whole } = candidate;
    const isHidden = !options.showsHidden && isHiddenInvitation(whole, rendering.calendar.id);
    if (isHidden || !isListed(candidate, options)) return undefined;
    const overlay = overlayOf(whole, overlays);
    const visible = visibleEvent(whole, reader);
    // It may have been visible before: to the reader it is gone.
    if (visible === undefined)
      return options.isSync ? describeTombstone({ ...whole, status: 'cancelled' }, overlay, rendering) : undefined;
    if (!options.matches(visible)) return undefined;
    const isBare = whole.status === 'cancelled' && (!options.showsDeleted || isCancelledInstance(candidate));
    return isBare ? describeTombstone(whole, overlay, rendering) : describeEvent(visible, overlay, rendering);
  };
}
