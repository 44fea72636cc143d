/** Lists of calendars that take several requests: pages, the sync after them, and asking whether anything is new. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { CalendarListResource } from '#lib/calendar/resources/calendar-list';
import { listPath, rulePath, share } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

const given = useCalendarPerTest();
beforeEach(async () => {
  for (const summary of ['Second', 'Third']) await given.ask('POST', '/calendars', { body: { summary } });
});

/** Page by page, one entry on each. */
async function listAll(query = ''): Promise<{ ids: (string | undefined)[]; token: string }> {
  const ids: (string | undefined)[] = [];
  let pageToken = '';
  for (;;) {
    const { body } = await given.ask<CalendarListResource>(
      'GET',
      `/users/me/calendarList?maxResults=1${query}${pageToken}`,
    );
    ids.push(...(body.items ?? []).map(({ id }) => id));
    if (body.nextPageToken === undefined)
      return { ids, token: `&syncToken=${encodeURIComponent(body.nextSyncToken ?? '')}` };
    pageToken = `&pageToken=${encodeURIComponent(body.nextPageToken)}`;
  }
}

describe('calendar.calendarList.list in pages', () => {
  test('a sync after it tells nothing that was on one of the pages', async () => {
    const { ids, token } = await listAll();

    expect(ids).toHaveLength(4);
    expect((await listAll(token)).ids).toEqual([]);
  });

  test('a sync in pages tells each change once, and the next one nothing', async () => {
    const { ids, token } = await listAll();
    for (const id of ids) await given.ask('PATCH', listPath(id ?? ''), { body: { summaryOverride: 'mine' } });

    const synced = await listAll(token);

    expect(synced.ids).toEqual(ids);
    expect((await listAll(synced.token)).ids).toEqual([]);
  });

  test('what changes between two pages is told by the sync', async () => {
    const first = (await given.ask<CalendarListResource>('GET', '/users/me/calendarList?maxResults=1')).body;
    const [changed] = first.items ?? [];
    await given.ask('PATCH', listPath(changed?.id ?? ''), { body: { summaryOverride: 'mine' } });

    let { nextPageToken, nextSyncToken } = first;
    while (nextPageToken !== undefined) {
      ({ nextPageToken, nextSyncToken } = (
        await given.ask<CalendarListResource>(
          'GET',
          `/users/me/calendarList?maxResults=1&pageToken=${encodeURIComponent(nextPageToken)}`,
        )
      ).body);
    }

    expect((await listAll(`&syncToken=${encodeURIComponent(nextSyncToken ?? '')}`)).ids).toEqual([changed?.id]);
  });
});

test('calendar.calendarList.list with If-None-Match answers a role that changed, on whichever calendar', async () => {
  const { ask, bob, S } = given;
  const { body: other } = await ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Later' } });
  for (const id of [S, other.id]) {
    await share(given, id, bob, 'reader');
    await ask('POST', '/users/me/calendarList', { as: bob, body: { id } });
  }
  for (const id of [S, other.id]) {
    const { body } = await ask<CalendarListResource>('GET', '/users/me/calendarList', { as: bob });
    const unchanged = { as: bob, headers: { 'if-none-match': body.etag ?? '' } };
    expect((await ask('GET', '/users/me/calendarList', unchanged)).status).toBe(304);

    await ask('PATCH', rulePath(id, `user:${bob}`), { body: { role: 'writer' } });

    expect((await ask('GET', '/users/me/calendarList', unchanged)).status).toBe(200);
  }
});
