/** The caller's calendars as a paged, syncable list. */
import type { Context, User } from '#lib/api/context';
import { domainOf } from '#lib/api/text/address';
import { requireUser } from '#lib/calendar/access/open-calendar';
import { ruleIdsFor } from '#lib/calendar/access/permissions';
import type { ListEntry } from '#lib/calendar/model/list-entry';
import { atLeast, highest, type Role } from '#lib/calendar/model/roles';
import type { CalendarListEntryResource, CalendarListResource } from '#lib/calendar/resources/calendar-list';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { CalendarView } from '#lib/calendar/stores/calendars';
import type { WithSeq, Page } from '#lib/calendar/stores/page';
import { markOfList, openPageToken, sealPageToken } from '#lib/calendar/tokens/page-token';
import { isForgotten } from '#lib/calendar/tokens/retention';
import { openSyncToken, refuseWithSyncToken, sealSyncToken } from '#lib/calendar/tokens/sync-token';
import { describeEntry, describeRemovedEntry } from './describe-entry.ts';

interface Query {
  readonly maxResults: number;
  readonly minAccessRole?: Role | undefined;
  readonly pageToken?: string | undefined;
  readonly showDeleted?: boolean | undefined;
  readonly showHidden?: boolean | undefined;
  readonly showOwnOrganizationOnly?: boolean | undefined;
  readonly syncToken?: string | undefined;
}

const NO_CALENDAR: CalendarView = { calendar: undefined, rules: [], entry: undefined, user: undefined };

const EMPTY_PAGE: Page<WithSeq<ListEntry>> = { items: [] };

/**
 * One row, or none when the parameters hide it. An entry counts as removed when its calendar is gone or closed to the
 * caller.
 */
function rowOf(
  entry: ListEntry,
  { calendar, rules }: CalendarView,
  query: Query,
  { caller, clock }: Context<CalendarStores, User>,
): CalendarListEntryResource[] {
  const isSync = query.syncToken !== undefined;
  const role = highest(rules.map((rule) => rule.role));
  if (entry.isRemoved || calendar === undefined || calendar.isRemoved === true || role === 'none') {
    const isKnown = !entry.isRemoved || !isForgotten(entry.updatedAtMs, clock.now());
    return isKnown && (isSync || query.showDeleted === true) ? [describeRemovedEntry(entry, role)] : [];
  }
  if (entry.isHidden && !isSync && query.showHidden !== true) return [];
  if (!atLeast(role, query.minAccessRole ?? 'none')) return [];
  if (query.showOwnOrganizationOnly === true && domainOf(calendar.owner) !== domainOf(caller.email)) return [];
  return [describeEntry(entry, { calendar, role }, caller.email)];
}

const newestOf = (entries: readonly WithSeq<ListEntry>[]): number => Math.max(0, ...entries.map(({ seq }) => seq));

const NEWER_AT_ONCE = 250;

/**
 * The number of the last change that a list of several pages will include, given its first page and the newer entries
 * in the order of changes. Newer entries are on later pages, up to one that sorts before the end of the first page:
 * that one changed after the page was read.
 */
function lastSeqOfAllPages(first: readonly WithSeq<ListEntry>[], newer: readonly WithSeq<ListEntry>[]): number {
  const end = first.at(-1)?.calendarId ?? '';
  const changedLater = newer.findIndex(({ calendarId }) => calendarId <= end);
  return Math.max(newestOf(first), newestOf(changedLater === -1 ? newer : newer.slice(0, changedLater)));
}

/**
 * 16 digits: the microseconds of the latest change. A change of role has no time, so the last three digits encode the
 * roles.
 */
function tagOfList(items: readonly CalendarListEntryResource[], userUpdatedAtMs: number): string {
  const tags = items.map(({ etag = '' }) => Number(etag.replaceAll('"', '')));
  const latest = Math.max(userUpdatedAtMs, ...tags.map((tag) => Math.floor(tag / 1000)));
  const roles = tags.reduce((sum, tag, index) => sum + (tag % 1000) * (index + 1), 0);
  return `"${String(latest * 1000 + (roles % 1000))}"`;
}

export async function listCalendars(
  query: Query,
  context: Context<CalendarStores, User>,
): Promise<CalendarListResource> {
  const { caller, clock, stores } = context;
  const now = clock.now();
  const mark = markOfList(caller.email, { ...query });
  const page = openPageToken(query.pageToken, mark);
  const validity = { now, sinceMs: stores.syncTokensSinceMs };
  const since =
    query.syncToken === undefined
      ? undefined
      : openSyncToken('calendarList', query.syncToken, caller.email, validity).seq;
  if (since !== undefined) {
    const { minAccessRole, showOwnOrganizationOnly, showDeleted, showHidden } = query;
    refuseWithSyncToken({
      minAccessRole,
      showOwnOrganizationOnly,
      showDeleted: showDeleted === false ? false : undefined,
      showHidden: showHidden === false ? false : undefined,
    });
  }

  const readPage = () =>
    since === undefined
      ? stores.entries.list(caller.email, page?.after, query.maxResults)
      : stores.entries.listChanges(caller.email, since, page?.after, query.maxResults);
  let { items: entries, next } = await readPage();
  if (entries.length === 0 && since === undefined && page === undefined) {
    await requireUser(context);
    ({ items: entries, next } = await readPage());
  }
  const isFirstOfMany = since === undefined && page === undefined && next !== undefined;
  const ids = entries.map((entry) => entry.calendarId);
  const [views, newer] = await Promise.all([
    stores.groups.reading(
      (groups) => ruleIdsFor(caller.email, groups),
      (ruleIds) => stores.calendars.viewAll(ids, caller.email, ruleIds),
    ),
    isFirstOfMany ? stores.entries.listChanges(caller.email, newestOf(entries), undefined, NEWER_AT_ONCE) : EMPTY_PAGE,
  ]);
  const items = entries.flatMap((entry, index) => rowOf(entry, views[index] ?? NO_CALENDAR, query, context));
  // Every later change has a higher number than any entry read here; a sync is in the order of numbers.
  const seq =
    since === undefined
      ? (page?.seq ?? lastSeqOfAllPages(entries, newer.items))
      : Math.max(since, page?.seq ?? 0, newestOf(entries));
  const updatedAtMs = Math.max(0, ...views.map(({ user }) => user?.updatedAtMs ?? 0));
  return {
    kind: 'calendar#calendarList',
    etag: tagOfList(items, updatedAtMs),
    items,
    ...(next === undefined
      ? { nextSyncToken: sealSyncToken('calendarList', caller.email, seq, now) }
      : { nextPageToken: sealPageToken({ for: mark, after: next, seq }) }),
  };
}
