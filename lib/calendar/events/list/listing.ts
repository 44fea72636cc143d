/** What the ways of listing events have in common: what they are given and what they answer. */
import type { Context } from '#lib/api/context';
import type { OpenCalendar } from '#lib/calendar/access/permissions';
import { hasPlainInstance } from '#lib/calendar/events/order/series-rows';
import type { ListRequest } from '#lib/calendar/events/rows/list-request';
import type { EventMatcher } from '#lib/calendar/events/rows/matcher';
import { describeRows, type Candidate, type Describe } from '#lib/calendar/events/rows/rows';
import { isInstance } from '#lib/calendar/model/instance';
import type { EventResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { Instant } from '#lib/calendar/time/civil';
import { intervalOf, overlaps } from '#lib/calendar/time/event-time';
import type { PageState } from '#lib/calendar/tokens/page-token';

export interface Listing {
  /** Resolved: `primary` no longer. */
  readonly calendarId: string;
  readonly request: ListRequest;
  readonly page: PageState | undefined;
  readonly matches: EventMatcher;
  readonly context: Context<CalendarStores>;
}

export interface Listed {
  readonly open: OpenCalendar;
  readonly items: EventResource[];
  /** Where the next page begins, as a token holds it. */
  readonly next: string | undefined;
  /** What a later sync has to ask for. */
  readonly seq: number;
}

/** Who may only see when, sees instances. */
export const requestFor = (request: ListRequest, { detailLevel }: OpenCalendar): ListRequest =>
  detailLevel === 'times' ? { ...request, isExpanded: true } : request;

/** How rows are described in a list. */
export function describerOf({ request, matches, context }: Listing, open: OpenCalendar): Describe {
  const { maxAttendees, timeZone, showDeleted, showHiddenInvitations } = request.query;
  const { isExpanded, listsTombstones, isSync } = requestFor(request, open);
  const rendering = {
    calendar: open.calendar,
    email: context.caller.email,
    rootUrl: context.request.rootUrl,
    timeZone,
    maxAttendees,
  };
  return describeRows(open, rendering, {
    isExpanded,
    listsTombstones,
    isSync,
    showsDeleted: showDeleted === true,
    showsHidden: showHiddenInvitations === true,
    matches,
  });
}

const isSince = ({ whole }: Candidate, { updatedMin }: ListRequest): boolean =>
  updatedMin === undefined || whole.updatedAtMs >= updatedMin;

function isWithin(
  { whole, series }: Candidate,
  { window }: ListRequest,
  horizon: Instant,
  calendarZone: string,
): boolean {
  if (window.after === undefined && window.before === undefined) return true;
  if (series !== undefined && !isInstance(whole)) return hasPlainInstance(series, { window, horizon }, calendarZone);
  return overlaps(intervalOf(whole, calendarZone), window);
}

/** Leaves out what has not changed since `updatedMin`. */
export const sinceUpdatedMin =
  (request: ListRequest, describe: Describe): Describe =>
  (candidate, overlays) =>
    isSince(candidate, request) ? describe(candidate, overlays) : undefined;

/**
 * For rows that were not found by their time: leaves out those of other times too, unless a sync has to report that
 * they are gone.
 */
export const withinWindow =
  (request: ListRequest, horizon: Instant, calendarZone: string, describe: Describe): Describe =>
  (candidate, overlays) => {
    const isReported =
      (request.isSync && candidate.whole.status === 'cancelled') || isWithin(candidate, request, horizon, calendarZone);
    return isReported ? describe(candidate, overlays) : undefined;
  };
