/** What the ways of listing events have in common: what they are given and what they answer. */
import type { Context } from '#lib/api/context';
import type { OpenCalendar } from './access.ts';
import type { EventMatcher } from './event-query.ts';
import { describeRows, type Candidate, type Describe } from './event-rows.ts';
import type { ListRequest } from './list-request.ts';
import { isInstance } from './instance.ts';
import type { PageState } from './page-token.ts';
import type { EventResource } from './resources/event.ts';
import { hasPlainInstance } from './series-rows.ts';
import type { CalendarStores } from './stores.ts';
import type { Instant } from './time/civil.ts';
import { intervalOf, overlaps } from './time/event-time.ts';

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
export const requestFor = (request: ListRequest, { sight }: OpenCalendar): ListRequest => (sight === 'times' ? { ...request, isExpanded: true } : request);

/** How rows are described in a list. */
export function describerOf({ request, matches, context }: Listing, open: OpenCalendar): Describe {
  const { maxAttendees, timeZone, showDeleted, showHiddenInvitations } = request.query;
  const { isExpanded, listsTombstones, isSync } = requestFor(request, open);
  const rendering = { calendar: open.calendar, email: context.caller.email, rootUrl: context.request.rootUrl, timeZone, maxAttendees };
  return describeRows(open, rendering, { isExpanded, listsTombstones, isSync, showsDeleted: showDeleted === true, showsHidden: showHiddenInvitations === true, matches });
}

const isSince = ({ whole }: Candidate, { updatedMin }: ListRequest): boolean => updatedMin === undefined || whole.updatedAtMs >= updatedMin;

function isWithin({ whole, series }: Candidate, { window }: ListRequest, horizon: Instant, calendarZone: string): boolean {
  if (window.after === undefined && window.before === undefined) return true;
  if (series !== undefined && !isInstance(whole)) return hasPlainInstance(series, { window, horizon }, calendarZone);
  return overlaps(intervalOf(whole, calendarZone), window);
}

/** Leaves out what has not changed since `updatedMin`. */
export const sinceUpdatedMin =
  (request: ListRequest, describe: Describe): Describe =>
  (candidate, overlays) =>
    isSince(candidate, request) ? describe(candidate, overlays) : undefined;

/** For rows that were not found by their time: leaves out those of other times too, unless a sync has to report that they are gone. */
export const withinWindow =
  (request: ListRequest, horizon: Instant, calendarZone: string, describe: Describe): Describe =>
  (candidate, overlays) => {
    const isReported = (request.isSync && candidate.whole.status === 'cancelled') || isWithin(candidate, request, horizon, calendarZone);
    return isReported ? describe(candidate, overlays) : undefined;
  };
