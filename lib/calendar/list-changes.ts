/** Lists in the order of changes: a sync, `updatedMin`, `orderBy=updated`. */
import { requireAccess } from './access.ts';
import { changesSince } from './changes-since.ts';
import { changesInOrder, changesToRead, readFrom, type ChangePosition } from './event-changes.ts';
import { fillPage, readPlace } from './event-page.ts';
import { readOverlays, type Describe } from './event-rows.ts';
import { refuseLongAgo, seriesHorizon } from './list-request.ts';
import { describerOf, requestFor, sinceUpdatedMin, withinWindow, type Listed, type Listing } from './listing.ts';
import { open } from './open.ts';
import type { Filed, Page } from './stores.ts';
import { holderOf } from './sync-holder.ts';
import { requireServing, type SyncState } from './sync-token.ts';

/** How far the clocks of two writers may be apart. */
const CLOCK_SLACK_SECONDS = 60;

/** An instance's id is kept as what it adds to that of the item whose change brought it. */
const writePlace = ({ seq, item, start, id }: ChangePosition): string => JSON.stringify([seq, item, start, id.slice(item.length)]);

function readChangePlace(text: string): ChangePosition {
  const [seq, item, start, suffix] = readPlace(text, ['number', 'string', 'number', 'string']);
  return { seq, item, start, id: `${item}${suffix}` };
}

/** The first changes of a page. They are read beside the calendar, which is needed only to understand them. */
async function readFirst({ calendarId, request, context }: Listing, since: number, after: ChangePosition | undefined): Promise<{ since: number; found: Page<Filed> }> {
  const { events } = context.stores;
  const calendar = { id: calendarId };
  const limit = changesToRead(request.query.maxResults);
  const start = after === undefined && request.updatedMin !== undefined ? await changesSince(events, calendar, request.updatedMin, limit * 2) : { since, found: undefined };
  const found = start.found ?? (await events.listChanges(calendar, readFrom({ since: start.since, after }), undefined, limit));
  return { since: start.since, found };
}

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
  const [opened, { since, found }] = await Promise.all([open(listing.calendarId, context), readFirst(listing, sync?.seq ?? 0, after)]);
  requireAccess(opened, 'events.list');
  const now = clock.now();
  if (sync !== undefined) requireServing(sync, holderOf(opened, caller), now);
  refuseLongAgo(listing.request, now);

  const request = requestFor(listing.request, opened);
  const { window, isSync, isExpanded } = request;
  const horizon = seriesHorizon(window, now.getTime());
  const overlays = readOverlays(opened, context);
  const seen = { seq: Math.max(since, after?.seq ?? 0) };
  const heardAtMs = sync === undefined ? 0 : (sync.at - CLOCK_SLACK_SECONDS) * 1000;
  const query = { heardAtMs, since, isSync, isExpanded, window, horizon, after, wanted: request.query.maxResults };
  const runs = changesInOrder(stores.events, opened.calendar, query, found, overlays, seen);
  const describe = onceEach(sinceUpdatedMin(request, withinWindow(request, horizon, opened.calendar.timeZone, describerOf(listing, opened))));
  const { items, last } = await fillPage(runs, overlays, describe, request.query.maxResults);
  return { open: opened, items, next: last && writePlace(last), seq: seen.seq };
}
