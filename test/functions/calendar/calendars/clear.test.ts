import { beforeEach, describe, expect, test } from '@jest/globals';
import { calendarFixture, calendarPath, refusal, share, type Fixture } from '#test/support/calendar';

interface Events {
  readonly items: readonly { readonly id: string; readonly status: string }[];
  readonly nextSyncToken: string;
}

let given: Fixture;
beforeEach(async () => {
  given = await calendarFixture();
});

const clear = (calendarId: string, more: { as?: string; headers?: Record<string, string> } = {}) => given.ask('POST', `${calendarPath(calendarId)}/clear`, more);
const events = async (query = ''): Promise<Events> => (await given.ask<Events>('GET', `/calendars/primary/events${query}`)).body;
const addEvent = async (id: string): Promise<void> => {
  const times = { start: { dateTime: '2026-03-03T09:00:00Z' }, end: { dateTime: '2026-03-03T10:00:00Z' } };
  await given.ask('POST', '/calendars/primary/events', { body: { id, summary: id, ...times } });
};

describe('calendar.calendars.clear', () => {
  test('CAL-11 400 for a secondary calendar; 204 for a main one, which is then empty', async () => {
    for (const id of ['first', 'other']) await addEvent(id);
    const { items, nextSyncToken } = await events();
    expect(items).toHaveLength(2);

    expect(refusal(await clear(given.S))).toEqual({ status: 400, reason: 'invalid', domain: 'global' });
    expect(await clear('primary')).toMatchObject({ status: 204, text: '' });

    expect((await events()).items).toEqual([]);
    const synced = await events(`?syncToken=${nextSyncToken}`);
    expect(synced.items.map(({ id, status }) => [id, status])).toEqual(expect.arrayContaining([['first', 'cancelled'], ['other', 'cancelled']]));
  });

  test('what comes afterwards stays', async () => {
    await addEvent('first');
    await clear('primary');

    await addEvent('later');

    expect((await events()).items.map(({ id }) => id)).toEqual(['later']);
  });

  test('403 for whoever does not own it', async () => {
    const { alice, bob } = given;
    await share(given, 'primary', bob, 'writer');

    expect(refusal(await clear(alice, { as: bob }))).toMatchObject({ status: 403, reason: 'forbidden' });
  });

  test('412 for a stale tag', async () => {
    expect((await clear('primary', { headers: { 'if-match': '"stale"' } })).status).toBe(412);
  });
});
