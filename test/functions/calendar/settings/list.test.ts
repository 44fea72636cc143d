import { describe, expect, test } from '@jest/globals';
import { calendar } from '#lib/runtime/calendar/serve';
import { refusal } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

interface Settings {
  readonly kind: string;
  readonly etag: string;
  readonly items: readonly { readonly id: string; readonly value: string }[];
  readonly nextPageToken?: string;
  readonly nextSyncToken?: string;
}

const given = useCalendarPerTest();

const list = async (query = ''): Promise<Settings> =>
  (await given.ask<Settings>('GET', `/users/me/settings${query}`)).body;
const set = (id: string, value: string) =>
  calendar.stores.users.changeSetting(given.alice, id, value, given.clock.now().getTime());
const refused = async (query: string) => refusal(await given.ask('GET', `/users/me/settings${query}`));

describe('calendar.settings.list', () => {
  test('200 with all settings, at their defaults or not', async () => {
    await set('dateFieldOrder', 'DMY');

    const { kind, etag, items, nextPageToken } = await list();

    expect([kind, nextPageToken]).toEqual(['calendar#settings', undefined]);
    expect(etag).toMatch(/^"\d{16}"$/);
    expect(Object.fromEntries(items.map(({ id, value }) => [id, value]))).toEqual({
      autoAddHangouts: 'false',
      dateFieldOrder: 'DMY',
      defaultEventLength: '60',
      format24HourTime: 'false',
      hideInvitations: 'false',
      hideInvitationsSetting: 'NONE',
      hideWeekends: 'false',
      locale: 'en',
      remindOnRespondedEventsOnly: 'false',
      showDeclinedEvents: 'true',
      timezone: 'Etc/GMT',
      useKeyboardShortcuts: 'true',
      weekStart: '0',
    });
  });

  test('a sync tells the settings that were changed, each once', async () => {
    const { nextSyncToken = '' } = await list();
    await set('weekStart', '1');
    await set('locale', 'de');
    await set('weekStart', '6');
    await given.ask('POST', '/calendars', { body: { summary: 'Another change of the same user' } });

    const synced = await list(`?syncToken=${nextSyncToken}`);

    expect(synced.items).toEqual([
      expect.objectContaining({ id: 'locale', value: 'de' }),
      expect.objectContaining({ id: 'weekStart', value: '6' }),
    ]);
    expect((await list(`?syncToken=${synced.nextSyncToken ?? ''}`)).items).toEqual([]);
  });

  test('pages; what changes in between is told by the next sync', async () => {
    const pages = [await list('?maxResults=5')];
    await set('autoAddHangouts', 'true');
    for (let next = pages[0]?.nextPageToken; next !== undefined; next = pages.at(-1)?.nextPageToken)
      pages.push(await list(`?maxResults=5&pageToken=${next}`));

    expect(pages.map(({ items }) => items.length)).toEqual([5, 5, 3]);
    expect((await list(`?syncToken=${pages.at(-1)?.nextSyncToken ?? ''}`)).items).toEqual([
      expect.objectContaining({ id: 'autoAddHangouts' }),
    ]);
  });

  test('304 when nothing has changed', async () => {
    const { etag } = await list();

    expect((await given.ask('GET', '/users/me/settings', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('400 for what is no token; 410 for an old one', async () => {
    const { nextSyncToken = '' } = await list();
    given.clock.pass({ days: 31 });

    expect(await refused('?syncToken=garbage')).toMatchObject({
      status: 400,
      reason: 'invalid',
      location: 'syncToken',
    });
    expect(await refused(`?syncToken=${nextSyncToken}`)).toMatchObject({ status: 410, reason: 'fullSyncRequired' });
  });
});
