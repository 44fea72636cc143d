/** The caller's calendars as a paged, syncable list. */
import type { Context, User } from '#lib/api/context';
import { ruleIdsFor, type CalendarView } from './access.ts';
import { describeEntry, describeRemovedEntry, type ListEntry } from './list-entry.ts';
import { requireUser } from './open.ts';
import { markOfList, openPageToken, sealPageToken } from './page-token.ts';
import type { CalendarListEntryResource, CalendarListResource } from './resources/calendar-list.ts';
import { isForgotten } from './retention.ts';
import { atLeast, highest, type Role } from './roles.ts';
import type { CalendarStores } from './stores.ts';
import { openSyncToken, refuseWithSyncToken, sealSyncToken } from './sync-token.ts';

interface Query {
  readonly maxResults: number;
  readonly minAccessRole?: Role | undefined;
  readonly pageToken?: string | undefined;
  readonly showDeleted?: boolean | undefined;
  readonly showHidden?: boolean | undefined;
  readonly showOwnOrganizationOnly?: boolean | undefined;
  readonly syncToken?: string | undefined;
}

const NOT_THERE: CalendarView = { calendar: undefined, rules: [], entry: undefined, user: undefined };

const domainOf = (address: string): string => address.slice(address.indexOf('@') + 1);

/** One row, or nothing when the parameters hide it. An entry whose calendar is gone or closed to the caller counts as removed. */
function rowOf(entry: ListEntry, { calendar, rules }: CalendarView, query: Query, { caller, clock }: Context<CalendarStores, User>): CalendarListEntryResource[] {
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

export async function listCalendars(query: Query, context: Context<CalendarStores, User>): Promise<CalendarListResource> {
  const { caller, clock, stores } = context;
  const now = clock.now();
  const mark = markOfList(caller.email, { ...query });
  const page = openPageToken(query.pageToken, mark);
  const since = query.syncToken === undefined ? undefined : openSyncToken('calendarList', query.syncToken, caller.email, now).seq;
  if (since !== undefined) {
    const { minAccessRole, showOwnOrganizationOnly, showDeleted, showHidden } = query;
    refuseWithSyncToken({ minAccessRole, showOwnOrganizationOnly, showDeleted: showDeleted === false ? false : undefined, showHidden: showHidden === false ? false : undefined });
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
  const views = await stores.calendars.viewAll(
    entries.map((entry) => entry.calendarId),
    caller.email,
    ruleIdsFor(caller.email, stores.groups),
  );
  const items = entries.flatMap((entry, index) => rowOf(entry, views[index] ?? NOT_THERE, query, context));
  // Whatever changes after this read gets a higher number than any entry that it saw.
  const seq = page?.seq ?? Math.max(since ?? 0, ...entries.map((entry) => entry.seq));
  const updatedAtMs = Math.max(0, ...views.map(({ user }) => user?.updatedAtMs ?? 0));
  return {
    kind: 'calendar#calendarList',
    etag: `"${String(Math.max(updatedAtMs * 1000, ...items.map(({ etag }) => Number(etag?.replaceAll('"', '')))))}"`,
    items,
    ...(next === undefined
      ? { nextSyncToken: sealSyncToken('calendarList', caller.email, seq, now) }
      : { nextPageToken: sealPageToken({ for: mark, after: next, seq }) }),
  };
}
