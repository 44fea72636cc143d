/** The events of a calendar, a page at a time: by window, by id, by UID or by change. */
import type { Context } from '#lib/api/context';
import { openCalendar } from '#lib/calendar/access/open-calendar';
import { requireAccess, type OpenCalendar } from '#lib/calendar/access/permissions';
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
  seriesHorizon,
  type ListQuery,
  type ListRequest,
} from '#lib/calendar/events/rows/list-request';
import { eventMatcher } from '#lib/calendar/events/rows/matcher';
import { readOverlays } from '#lib/calendar/events/rows/rows';
import { resolveCalendarId } from '#lib/calendar/model/calendar';
import type { EventsResource } from '#lib/calendar/resources/event';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { markOfList, openPageToken, sealPageToken } from '#lib/calendar/tokens/page-token';
import { readSyncToken, sealSyncToken } from '#lib/calendar/tokens/sync-token';
import { listChanges } from './list-changes.ts';
import { describeList } from './list-envelope.ts';
import { describerOf, requestFor, sinceUpdatedMin, type Listed, type Listing } from './listing.ts';

const writePlace = ({ start, id }: Position): string => JSON.stringify([start, id]);

function readTimePlace(text: string): Position {
  const [start, id] = readPlace(text, ['number', 'string']);
  return { start, id };
}

/** Rows of a window, instances, or what has one UID, in the order of time. */
async function listByTime(listing: Listing, opened: OpenCalendar): Promise<Listed> {
  const { context, page } = listing;
  const { clock, stores } = context;
  const request = requestFor(listing.request, opened);
  const { window, isExpanded, listsTombstones } = request;
  const { iCalUID, maxResults } = request.query;
  const after = page === undefined ? undefined : readTimePlace(page.after);
  const query: WindowQuery = {
    window,
    horizon: seriesHorizon(window, clock.now().getTime()),
    isExpanded,
    listsTombstones,
    after,
    wanted: maxResults,
  };
  const { calendar } = opened;
  const runs =
    iCalUID === undefined
      ? eventsInWindow(stores.events, calendar, query)
      : eventsWithUid(stores.events, calendar, iCalUID, query);
  const describe = sinceUpdatedMin(request, describerOf(listing, opened));
  const { items, last } = await fillPage(runs, readOverlays(opened, context), describe, maxResults);
  return { open: opened, items, next: last && writePlace(last), seq: calendar.seq };
}

/** All there is, series as series. */
async function listById(listing: Listing, opened: OpenCalendar): Promise<Listed> {
  const { context, page, request } = listing;
  const [after] = page === undefined ? [] : readPlace(page.after, ['string']);
  const { calendar } = opened;
  const { events: store } = context.stores;
  const events = request.listsTombstones ? store : livingById(store, calendar, request.query.maxResults);
  const runs = eventsById(events, calendar, after, request.query.maxResults);
  const { items, last } = await fillPage(
    runs,
    readOverlays(opened, context),
    describerOf(listing, opened),
    request.query.maxResults,
  );
  return { open: opened, items, next: last && JSON.stringify([last.whole.id]), seq: calendar.seq };
}

const isByChange = ({ isSync, query, updatedMin }: ListRequest): boolean =>
  isSync || query.orderBy === 'updated' || (updatedMin !== undefined && query.orderBy !== 'startTime');

async function listUnchanging(listing: Listing): Promise<Listed> {
  const opened = requireAccess(await openCalendar(listing.calendarId, listing.context), 'events.list');
  refuseLongAgo(listing.request, listing.context.clock.now());
  const { isExpanded, window, query } = requestFor(listing.request, opened);
  const isTimed =
    isExpanded || window.after !== undefined || window.before !== undefined || query.iCalUID !== undefined;
  return isTimed ? listByTime(listing, opened) : listById(listing, opened);
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

  const {
    open: opened,
    items,
    next,
    seq,
  } = isByChange(request) ? await listChanges(listing, sync) : await listUnchanging(listing);
  // The counter was read before the events, on the first page: what changes from then on is above it.
  const first = page !== undefined && sync === undefined ? page.seq : seq;
  return {
    ...describeList(opened, sent.timeZone, items),
    ...(next !== undefined
      ? { nextPageToken: sealPageToken({ for: mark, after: next, seq: first }) }
      : beginsSync(request) && {
          nextSyncToken: sealSyncToken('events', holderOf(opened, caller), first, clock.now(), remember(request.query)),
        }),
  };
}
