/** Lists in the order of changes: a sync, `updatedMin`, `orderBy=updated`. */
import { openCalendar } from '#lib/calendar/access/open-calendar';
import { requireAccess } from '#lib/calendar/access/permissions';
import { holderOf } from '#lib/calendar/access/sync-holder';
import { changesInOrder, changesToRead, readFrom, type ChangePosition } from '#lib/calendar/events/order/by-change';
import { changesSince } from '#lib/calendar/events/order/find-change';
import { fillPage, readPlace } from '#lib/calendar/events/rows/fill-page';
import { refuseLongAgo, type ListRequest } from '#lib/calendar/events/rows/list-request';
import type { Describe } from '#lib/calendar/events/rows/rows';
import type { Clearing } from '#lib/calendar/model/calendar';
import type { IndexedItem } from '#lib/calendar/stores/events';
import type { Page } from '#lib/calendar/stores/page';
import { requireServing, type SyncState } from '#lib/calendar/tokens/sync-token';
import { describeInWindow, planList, type Listed, type Listing } from './list-plan.ts';

/** How far the clocks of two writers may be apart. */
const CLOCK_SLACK_SECONDS = 60;

/** An instance's id is kept as what it adds to that of the item whose change brought it. */
const writePlace = ({ seq, item, start, id }: ChangePosition): string =>
  JSON.stringify([seq, item, start, id.slice(item.length)]);

function readChangePlace(text: string): ChangePosition {
  const [seq, item, start, suffix] = readPlace(text, ['number', 'string', 'number', 'string']);
  return { seq, item, start, id: `${item}${suffix}` };
}

interface FirstChanges {
  /** The number that they come after. */
  readonly from: number;
  readonly found: Page<IndexedItem>;
}

async function readChanges(
  { calendarId, request, context }: Listing,
  from: number,
  after: ChangePosition | undefined,
): Promise<FirstChanges> {
  return {
    from,
    found: await context.stores.events.listChanges(
      { id: calendarId },
      readFrom({ from, after }),
      undefined,
      changesToRead(request.query.maxResults),
    ),
  };
}

/** The first changes of a page. They are read beside the calendar, which is needed only to understand them. */
async function readFirst(listing: Listing, since: number, after: ChangePosition | undefined): Promise<FirstChanges> {
  const { calendarId, request, context } = listing;
  if (after !== undefined || request.updatedMin === undefined) return readChanges(listing, since, after);
  const start = await changesSince(
    context.stores.events,
    { id: calendarId },
    request.updatedMin,
    changesToRead(request.query.maxResults) * 2,
  );
  return start.found === undefined
    ? readChanges(listing, start.since, after)
    : { from: start.since, found: start.found };
}

/** Clearing a calendar changes all its events at once, wherever they stand among the changes. */
const missesClearing = (
  { request }: Listing,
  sync: SyncState | undefined,
  { clearedSeq = 0, clearedAtMs = -Infinity }: Clearing,
): boolean =>
  sync === undefined ? request.updatedMin !== undefined && request.updatedMin <= clearedAtMs : sync.seq < clearedSeq;

/** Without tombstones nothing is listed that comes before the clearing. */
const firstLiving = ({ listsTombstones }: ListRequest, { clearedSeq }: Clearing): number | undefined =>
  listsTombstones ? undefined : clearedSeq;

/** An instance can be gone for two reasons, and is still one row. */
function onceEach(describe: Describe): Describe {
  const told = new Set<string>();
  return (candidate, overlays) => {
    const row = told.has(candidate.whole.id) ? undefined : describe(candidate, overlays);
    if (row !== undefined) told.add(candidate.whole.id);
    return row;
  };
}

export async function listChanges(listing: Listing, sync: SyncState | undefined): Promise<Listed> {
  const { context, page } = listing;
  const { caller, clock, stores } = context;
  const after = page === undefined ? undefined : readChangePlace(page.after);
  const [opened, first] = await Promise.all([
    openCalendar(listing.calendarId, context),
    readFirst(listing, sync?.seq ?? 0, after),
  ]);
  requireAccess(opened, 'events.list');
  const now = clock.now();
  if (sync !== undefined) requireServing(sync, holderOf(opened, caller), { now, sinceMs: stores.syncTokensSinceMs });
  refuseLongAgo(listing.request, now);

  const plan = planList(listing, opened);
  const { request, horizon, budget, overlays } = plan;
  const { calendar } = opened;
  const restart = missesClearing(listing, sync, calendar) ? 0 : firstLiving(request, calendar);
  const isRead = restart === undefined || readFrom({ from: restart, after }) === readFrom({ from: first.from, after });
  const { from, found } = isRead ? first : await readChanges(listing, restart, after);
  const since = sync?.seq ?? from;
  const seen = { seq: Math.max(since, after?.seq ?? 0) };
  const heardAtMs = sync === undefined ? 0 : (sync.at - CLOCK_SLACK_SECONDS) * 1000;
  const query = { ...request, heardAtMs, since, from, horizon, budget, after, wanted: request.query.maxResults };
  const rows = changesInOrder({ events: stores.events, calendar, query, overlays, seen }, found);
  const { items, last } = await fillPage(rows, overlays, onceEach(describeInWindow(plan)), request.query.maxResults);
  // Clearing took a number that no event has.
  return {
    open: opened,
    items,
    next: last && writePlace(last),
    seq: last === undefined ? Math.max(seen.seq, calendar.clearedSeq ?? 0) : seen.seq,
  };
}
