/** Settings as a paged, syncable list, those at their default included. */
import type { User } from '#lib/calendar/model/user';
import type { SettingsResource } from '#lib/calendar/resources/settings';
import { markOfList, openPageToken, sealPageToken } from '#lib/calendar/tokens/page-token';
import { openSyncToken, sealSyncToken, type Validity } from '#lib/calendar/tokens/sync-token';
import { DEFAULT_SETTINGS, describeSetting } from './settings.ts';

interface Query {
  readonly maxResults: number;
  readonly pageToken?: string | undefined;
  readonly syncToken?: string | undefined;
}

export function listSettings(user: User, query: Query, validity: Validity): SettingsResource {
  const mark = markOfList(`settings ${user.email}`, { ...query });
  const page = openPageToken(query.pageToken, mark);
  const since =
    query.syncToken === undefined ? -1 : openSyncToken('settings', query.syncToken, user.email, validity).seq;
  const ids = Object.keys(DEFAULT_SETTINGS).filter(
    (id) => (since < 0 || (user.settings[id]?.seq ?? 0) > since) && id > (page?.after ?? ''),
  );
  const shown = ids.slice(0, query.maxResults);
  const seq = page?.seq ?? user.seq;
  return {
    kind: 'calendar#settings',
    etag: `"${String(user.updatedAtMs * 1000)}"`,
    items: shown.flatMap((id) => describeSetting(user, id) ?? []),
    ...(shown.length < ids.length
      ? { nextPageToken: sealPageToken({ for: mark, after: shown.at(-1) ?? '', seq }) }
      : { nextSyncToken: sealSyncToken('settings', user.email, seq, validity.now) }),
  };
}
