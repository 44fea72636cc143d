/** The events of a calendar, a page at a time: by window, by id, by UID or by change. */
import type { Context } from '#lib/api/context';
import { openCalendar } from '#lib/calendar/access/open-calendar';
import { requireAccess } from '#lib/calendar/access/permissions';
import { holderOf } from '#lib/calendar/access/sync-holder';
import { eventsById } from '#lib/calendar/events/order/by-id';
import { eventsWithUid, eventsInWindow } from '#lib/calendar/events/order/by-time';
import type { Position, WindowQuery } from '#lib/calendar/events/order/position';
import { livingById } from '#lib/calendar/events/order/since-cleared';
import { fillPage, readPlace } from '#lib/calendar/events/rows/fill-page';
import {
  beginsSync,
  readListRequest,
  refuseLongAgo,
  remember,
  type ListQuery,
  type ListRequest,
} from '#lib/calendar/events/rows/list-request';
import { eventMatcher } from '#lib/calendar/events/rows/matcher';
import { resolveCalendarId } from '#lib/calendar/model/calendar';
import type { EventsResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { Outlines } from '#lib/calendar/stores/events';
import { markOfList, openPageToken, sealPageToken } from '#lib/calendar/tokens/page-token';
import { readSyncToken, sealSyncToken } from '#lib/calendar/tokens/sync-token';
import { listChanges } from './list-changes.ts';
import { describeList } from './list-envelope.ts';
import { planList, type Listed, type Listing, type ListPlan } from './list-plan.ts';

const writePlace = ({ start, id }: Position): string => JSON.stringify([start, id]);

function readTimePlace(text: string): Position {
  const [start, id] = readPlace(text, ['number', 'string']);
  return { start, id };
}

/** Rows of a window, instances, or what has one UID, in the order of time. */
async function listByTime(plan: ListPlan, outlines: Outlines | undefined): Promise<Listed> {
  const { open, request, after, horizon, budget, overlays, describe, stores } = plan;
  const { calendar } = open;
  const { iCalUID, maxResults } = request.query;
  const query: WindowQuery = {
    ...request,
    horizon,
    budget,
    after: after === undefined ? undefined : readTimePlace(after),
    wanted: maxResults,
    overlays,
    outlines,
  };
  const rows =
    iCalUID === undefined
      ? eventsInWindow(stores.events, calendar, query)
      : eventsWithUid(stores.events, calendar, iCalUID, query);
  const { items, last } = await fillPage(rows, overlays, describe, maxResults);
  return { open, items, next: last && writePlace(last), seq: calendar.seq };
}

/** All events, series as series, in the order of their ids. */
async function listById({ open, request, after, overlays, describe, stores }: ListPlan): Promise<Listed> {
  const { calendar } = open;
  const { maxResults } = request.query;
  const [afterId] = after === undefined ? [] : readPlace(after, ['string']);
  const events = request.listsTombstones ? stores.events : livingById(stores.events, calendar, maxResults);
  const rows = eventsById(events, calendar, { after: afterId, wanted: maxResults, overlays });
  const { items, last } = await fillPage(rows, overlays, describe, maxResults);
  return { open, items, next: last && JSON.stringify([last.whole.id]), seq: calendar.seq };
}

const isByChange = ({ isSync, query, updatedMin }: ListRequest): boolean =>
  isSync || query.orderBy === 'updated' || (updatedMin !== undefined && query.orderBy !== 'startTime');

const isByTime = ({ isExpanded, window, query }: ListRequest): boolean =>
  isExpanded || window.after !== undefined || window.before !== undefined || query.iCalUID !== undefined;

/**
 * The outlines of series are read beside the calendar, to save a step. They may lack a change that its counter has, of
 * which a later sync would then not hear: those are left for the list to read again.
 */
async function openWithOutlines({ calendarId, request, context }: Listing) {
  const reading =
    isByTime(request) && request.query.iCalUID === undefined
      ? context.stores.events.listOutlines({ id: calendarId }, request.window.after)
      : undefined;
  const [open, outlines] = await Promise.all([openCalendar(calendarId, context), reading]);
  const isBehind = outlines !== undefined && outlines.seq < (open.calendar?.outlineSeq ?? 0);
  return { open, outlines: isBehind ? undefined : outlines };
}

async function listByTimeOrId(listing: Listing): Promise<Listed> {
  const { open: opened, outlines } = await openWithOutlines(listing);
  const open = requireAccess(opened, 'events.list');
  refuseLongAgo(listing.request, listing.context.clock.now());
  const plan = planList(listing, open);
  return isByTime(plan.request) ? listByTime(plan, outlines) : listById(plan);
}

export async function listEvents(
  calendarIdSent: string,
  sent: ListQuery,
  context: Context<CalendarStores>,
): Promise<EventsResource> {
  const { caller, clock } = context;
  const calendarId = resolveCalendarId(calendarIdSent, caller.email);
  const sync = sent.syncToken === undefined ? undefined : readSyncToken('events', sent.syncToken);
  const request = readListRequest(sent, sync);
  const mark = markOfList(`${caller.email ?? ''} ${calendarId}`, { ...sent });
  const page = openPageToken(sent.pageToken, mark);
  const listing: Listing = { calendarId, request, page, matches: eventMatcher(request.query, calendarId), context };

  const listed = isByChange(request) ? await listChanges(listing, sync) : await listByTimeOrId(listing);
  const { open, items, next, seq } = listed;
  // The counter was read before the events, on the first page: what changes from then on is above it.
  const first = page !== undefined && sync === undefined ? page.seq : seq;
  return {
    ...describeList(open, sent.timeZone, items),
    ...(next !== undefined
      ? { nextPageToken: sealPageToken({ for: mark, after: next, seq: first }) }
      : beginsSync(request) && {
          nextSyncToken: sealSyncToken('events', holderOf(open, caller), first, clock.now(), remember(request.query)),
        }),
  };
}
