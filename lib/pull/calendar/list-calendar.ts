/**
 * Lists the events of a calendar at the other service and takes them, page by page.
 *
 * The first listing remembers its page, so a pull that was killed goes on there; what changed meanwhile comes with the
 * sync token at its end. After that only changes are listed. When a token is refused (410), everything is listed again,
 * and events that were pulled and are not in the list any more are removed.
 */
import { hash } from 'node:crypto';
import { inParallel } from '#lib/api/process/in-parallel';
import { isException } from '#lib/calendar/model/event';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import type { IndexedItem } from '#lib/calendar/stores/events';
import { UpstreamError } from '#lib/pull/http/upstream-error';
import type { PulledCalendar } from '#lib/pull/stores';
import type { SeriesRows } from './plan-series.ts';
import type { PullContext } from './pull-context.ts';
import { takeEvents } from './take-series.ts';

/** Larger pages take more memory than they save time. */
const PAGE_SIZE = 1000;
/** More than any event has: without it, long guest lists could be left out. */
const MAX_ATTENDEES = 10_000;
const NATIVE_PAGE_SIZE = 500;
const CHECKS_AT_ONCE = 8;

const eventsPath = (calendarId: string): string => `calendars/${encodeURIComponent(calendarId)}/events`;

/** The other service does not accept a token any more. */
const isRefusedToken = (error: unknown): boolean =>
  error instanceof UpstreamError && (error.status === 410 || error.status === 400);

/** The next page is fetched while the last one is being written. */
async function* pagesOf(
  calendarId: string,
  query: Readonly<Record<string, string | undefined>>,
  { upstream }: PullContext,
): AsyncGenerator<EventsResource> {
  const fetchPage = (pageToken: string | undefined): Promise<EventsResource> => {
    const asked = { ...query, maxResults: PAGE_SIZE, maxAttendees: MAX_ATTENDEES, pageToken };
    const page = upstream.get<EventsResource>(eventsPath(calendarId), asked);
    // It is awaited in its turn; until then a failure is nobody's.
    page.catch(() => undefined);
    return page;
  };
  let next: Promise<EventsResource> | undefined = fetchPage(query['pageToken']);
  while (next !== undefined) {
    const page: EventsResource = await next;
    next = page.nextPageToken === undefined ? undefined : fetchPage(page.nextPageToken);
    yield page;
  }
}

/** The rows of a page, put together by series. */
function bySeries(rows: readonly EventResource[]): SeriesRows[] {
  const found = new Map<string, { id: string; event?: EventResource; exceptions: EventResource[] }>();
  const seriesOf = (id: string) => {
    const series = found.get(id) ?? { id, exceptions: [] };
    found.set(id, series);
    return series;
  };
  for (const row of rows) {
    if (row.recurringEventId === undefined) seriesOf(row.id ?? '').event = row;
    else seriesOf(row.recurringEventId).exceptions.push(row);
  }
  return [...found.values()];
}

/** Ids in little room: 48 bits of a digest, as a number. */
class SeenIds {
  readonly #digests = new Set<number>();

  static #digestOf = (id: string): number => hash('sha256', id, 'buffer').readUIntBE(0, 6);

  add(id: string): void {
    this.#digests.add(SeenIds.#digestOf(id));
  }

  has(id: string): boolean {
    return this.#digests.has(SeenIds.#digestOf(id));
  }
}

async function isGoneThere(calendarId: string, id: string, { upstream }: PullContext): Promise<boolean> {
  try {
    const event = await upstream.get<EventResource>(`${eventsPath(calendarId)}/${encodeURIComponent(id)}`);
    return event.status === 'cancelled';
  } catch (error) {
    if (error instanceof UpstreamError && (error.status === 404 || error.status === 410)) return true;
    throw error;
  }
}

/** Removes what was pulled and was not in the list; asked for by its id, the other service must not have it either. */
async function removeUnseen(calendarId: string, seen: SeenIds, context: PullContext): Promise<void> {
  const { stores } = context;
  const isUnseen = (item: IndexedItem): boolean =>
    item.isPulled === true && item.status !== 'cancelled' && !seen.has(item.id);
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const { calendar } = await stores.calendars.view(calendarId, undefined, []);
    if (calendar === undefined) return;
    const page = await stores.events.list(calendar, after, NATIVE_PAGE_SIZE);
    const unseen = page.items.filter(isUnseen);
    const gone = await inParallel(unseen, CHECKS_AT_ONCE, async (item) =>
      isException(item) || (await isGoneThere(calendarId, item.id, context)) ? [item] : [],
    );
    await takeEvents(gone.flat().map(removalOf), calendarId, context);
    after = page.next;
  }
}

const removalOf = (item: IndexedItem): SeriesRows =>
  isException(item)
    ? { id: item.recurringEventId, exceptions: [], gone: new Set([item.id]) }
    : { id: item.id, event: { id: item.id, status: 'cancelled' }, exceptions: [] };

/** Answers how far it has come: to the end, unless time was over. */
export async function listCalendar(from: PulledCalendar, context: PullContext): Promise<PulledCalendar> {
  const { calendarId } = from;
  const { pulls, email, lease, isOver } = context;
  const remember = async (state: PulledCalendar): Promise<PulledCalendar> => {
    await lease.check();
    if (!(await pulls.putCalendar(email, state, lease.holder))) await lease.take();
    return state;
  };
  const { syncToken, pageToken, isListedAgain } = from;
  const seen = new SeenIds();
  let state = from;
  try {
    for await (const page of pagesOf(calendarId, { syncToken, pageToken }, context)) {
      const { items = [], nextPageToken, nextSyncToken } = page;
      await takeEvents(bySeries(items), calendarId, context);
      if (isListedAgain === true) for (const { id } of items) seen.add(id ?? '');
      if (nextPageToken === undefined) {
        if (isListedAgain === true) await removeUnseen(calendarId, seen, context);
        return await remember({ calendarId, syncToken: nextSyncToken });
      }
      if (syncToken === undefined && isListedAgain !== true)
        state = await remember({ calendarId, pageToken: nextPageToken });
      if (isOver()) return state;
    }
    return state;
  } catch (error) {
    if (!isRefusedToken(error) || (syncToken ?? pageToken ?? state.pageToken) === undefined) throw error;
    return listCalendar(await remember({ calendarId, isListedAgain: true }), context);
  }
}
