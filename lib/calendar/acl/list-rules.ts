/** The rules of a calendar as a paged, syncable list. */
import type { Context, User } from '#lib/api/context';
import { listTag } from '#lib/api/etag';
import { describeRule } from '#lib/calendar/access/acl-rule';
import { openCalendar } from '#lib/calendar/access/open-calendar';
import { requireAccess } from '#lib/calendar/access/permissions';
import { holderOf } from '#lib/calendar/access/sync-holder';
import type { AclResource } from '#lib/calendar/resources/acl';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { markOfList, openPageToken, sealPageToken } from '#lib/calendar/tokens/page-token';
import { isForgotten } from '#lib/calendar/tokens/retention';
import { openSyncToken, refuseWithSyncToken, sealSyncToken } from '#lib/calendar/tokens/sync-token';

interface Query {
  readonly maxResults: number;
  readonly pageToken?: string | undefined;
  readonly showDeleted?: boolean | undefined;
  readonly syncToken?: string | undefined;
}

export async function listRules(
  calendarId: string,
  query: Query,
  context: Context<CalendarStores, User>,
): Promise<AclResource> {
  const { caller, clock, stores } = context;
  const opened = requireAccess(await openCalendar(calendarId, context), 'acl.list');
  const { calendar } = opened;
  const now = clock.now();
  const of = holderOf(opened, caller);
  const mark = markOfList(`acl ${caller.email} ${calendar.id}`, { ...query });
  const page = openPageToken(query.pageToken, mark);
  const since =
    query.syncToken === undefined
      ? undefined
      : openSyncToken('acl', query.syncToken, of, { now, sinceMs: stores.syncTokensSinceMs }).seq;
  if (since !== undefined) refuseWithSyncToken({ showDeleted: query.showDeleted === false ? false : undefined });

  const { items: rules, next } =
    since === undefined
      ? await stores.rules.list(calendar.id, page?.after, query.maxResults)
      : await stores.rules.listChanges(calendar.id, since, page?.after, query.maxResults);
  const showsRemoved = since !== undefined || query.showDeleted === true;
  const items = rules
    .filter(({ role, updatedAtMs }) => role !== 'none' || (showsRemoved && !isForgotten(updatedAtMs, now)))
    .map(describeRule);
  // The counter was read before the rules, so every later change has a higher number.
  const seq = page?.seq ?? calendar.seq;
  return {
    kind: 'calendar#acl',
    etag: listTag(of, items),
    items,
    ...(next === undefined
      ? { nextSyncToken: sealSyncToken('acl', of, seq, now) }
      : { nextPageToken: sealPageToken({ for: mark, after: next, seq }) }),
  };
}
