/**
 * How a list of events is made. `listEvents` reads what is asked for into a `Listing`; once the calendar is open, one
 * `ListPlan` is made of it, and whatever lists by time, by id or by change works from that plan alone:
 *
 *   parameters -> Listing -> (open the calendar) -> ListPlan -> batches of rows (events/order) -> page (events/rows)
 *
 * For example `timeMin=2026-03-02T00:00:00Z&singleEvents=true` by somebody who sees free/busy only: the listing has a
 * window and asks for instances; the plan adds where endless series stop (`horizon`) and a `describe` that shows times
 * without details; `by-time.ts` brings the rows in order, and `fill-page.ts` takes the first 250 that `describe` shows.
 */
import type { Context } from '#lib/api/context';
import type { OpenCalendar } from '#lib/calendar/access/permissions';
import { hasPlainInstance } from '#lib/calendar/events/order/series-rows';
import { MAX_EXPANSIONS } from '#lib/calendar/events/rows/fill-page';
import { seriesHorizon, type ListRequest } from '#lib/calendar/events/rows/list-request';
import type { EventMatcher } from '#lib/calendar/events/rows/matcher';
import {
  describeRows,
  readOverlays,
  type Candidate,
  type Describe,
  type Overlays,
} from '#lib/calendar/events/rows/rows';
import { isInstance } from '#lib/calendar/model/instance';
import { ExpansionBudget } from '#lib/calendar/recurrence/budget';
import type { EventResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { Instant } from '#lib/calendar/time/civil';
import { intervalOf, overlaps } from '#lib/calendar/time/event-time';
import type { PageState } from '#lib/calendar/tokens/page-token';

/** What is asked for, before the calendar is open. */
export interface Listing {
  /** An address or id; `primary` is resolved already. */
  readonly calendarId: string;
  readonly request: ListRequest;
  readonly page: PageState | undefined;
  readonly matches: EventMatcher;
  readonly context: Context<CalendarStores>;
}

/** Everything that the ways of listing need. */
export interface ListPlan {
  readonly open: OpenCalendar;
  /** As it applies to this reader. */
  readonly request: ListRequest;
  /** Where the page before ended, as its token says; undefined on the first page. */
  readonly after: string | undefined;
  /** Where an endless series stops. */
  readonly horizon: Instant;
  readonly budget: ExpansionBudget;
  /** The reader's own parts of the events; their read has begun. */
  readonly overlays: Promise<Overlays>;
  /** A row as this reader sees it; undefined where it is not listed. */
  readonly describe: Describe;
  readonly stores: CalendarStores;
}

export interface Listed {
  readonly open: OpenCalendar;
  readonly items: EventResource[];
  /** Where the next page begins, as a token holds it. */
  readonly next: string | undefined;
  /** What a later sync has to ask for. */
  readonly seq: number;
}

const isSince = ({ whole }: Candidate, { updatedMin }: ListRequest): boolean =>
  updatedMin === undefined || whole.updatedAtMs >= updatedMin;

/** Readers who may see only when events take place see instances, not series. */
const requestFor = (request: ListRequest, { detailLevel }: OpenCalendar): ListRequest =>
  detailLevel === 'times' ? { ...request, isExpanded: true } : request;

export function planList({ request: asked, page, matches, context }: Listing, open: OpenCalendar): ListPlan {
  const { caller, clock, stores } = context;
  const request = requestFor(asked, open);
  const { maxAttendees, timeZone, showDeleted, showHiddenInvitations } = request.query;
  const describe = describeRows(
    open,
    { calendar: open.calendar, email: caller.email, rootUrl: context.request.rootUrl, timeZone, maxAttendees },
    { ...request, showsDeleted: showDeleted === true, showsHidden: showHiddenInvitations === true, matches },
  );
  const overlays = readOverlays(open, context);
  // Whoever awaits it sees a failure; a request that ends before does not leave an unhandled one behind.
  overlays.catch(() => undefined);
  return {
    open,
    request,
    after: page?.after,
    horizon: seriesHorizon(request.window, clock.now().getTime()),
    budget: new ExpansionBudget(MAX_EXPANSIONS),
    overlays,
    // Only what has changed since `updatedMin` is listed.
    describe: (candidate, overlays) => (isSince(candidate, request) ? describe(candidate, overlays) : undefined),
    stores,
  };
}

function isInWindow({ whole, series }: Candidate, { request, open, budget }: ListPlan): boolean {
  const { window } = request;
  const { timeZone } = open.calendar;
  if (window.after === undefined && window.before === undefined) return true;
  if (series !== undefined && !isInstance(whole)) return hasPlainInstance(series, { window, budget }, timeZone);
  return overlaps(intervalOf(whole, timeZone), window);
}

/** For rows that were not found by their time: a sync reports cancelled ones of any time, so that readers drop them. */
export const describeInWindow =
  (plan: ListPlan): Describe =>
  (candidate, overlays) => {
    const isReported = (plan.request.isSync && candidate.whole.status === 'cancelled') || isInWindow(candidate, plan);
    return isReported ? plan.describe(candidate, overlays) : undefined;
  };
