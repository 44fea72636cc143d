import { describe, expect, test } from '@jest/globals';
import { watchMeters, type Meter } from '#lib/api/process/meter';
import { calendarPath, eventsPath, refusal, share, sweepCalendar, TUESDAYS } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

interface Events {
  readonly items: readonly { readonly id: string; readonly status: string }[];
  readonly nextSyncToken: string;
}

const given = useCalendarPerTest();

const clear = (calendarId: string, more: { as?: string; headers?: Record<string, string> } = {}) =>
  given.ask('POST', `${calendarPath(calendarId)}/clear`, more);
const events = async (query = ''): Promise<Events> =>
  (await given.ask<Events>('GET', `/calendars/primary/events${query}`)).body;
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
    expect(synced.items.map(({ id, status }) => [id, status])).toEqual(
      expect.arrayContaining([
        ['first', 'cancelled'],
        ['other', 'cancelled'],
      ]),
    );
  });

  test('answers after two calls to the database, however much there is', async () => {
    await addEvent('first');
    const meters: Meter[] = [];

    await watchMeters(
      (meter) => meters.push(meter),
      () => clear('primary'),
    );

    expect(meters.map(({ roundTrips, calls }) => [roundTrips, calls.length])).toEqual([[2, 2]]);
  });

  test('every way to read says so before and after the sweep: get, list, instances, sync, updatedMin', async () => {
    const { ask, clock } = given;
    await addEvent('first');
    await addEvent('gone1');
    await ask('DELETE', eventsPath('primary', 'gone1'));
    await ask('POST', eventsPath(), { body: { ...TUESDAYS, id: 'serie' } });
    await ask('PATCH', eventsPath('primary', 'serie_20260324T130000Z'), { body: { summary: 'Own' } });
    const before = await ask('GET', eventsPath('primary', 'first'));
    const [plain, expanded] = [await events(), await events('?singleEvents=true')];
    clock.pass({ minutes: 10 });
    const since = clock.now().toISOString();

    await clear('primary');

    const stateOf = ({ items }: Events) => items.map(({ id, status }) => `${id} ${status}`).toSorted();
    const look = async () => {
      const read = await ask('GET', eventsPath('primary', 'first'), {
        headers: { 'if-none-match': String(before.body['etag']) },
      });
      expect([read.status, read.body['status'], read.body['summary']]).toEqual([200, 'cancelled', 'first']);
      expect(Date.parse(String(read.body['updated']))).toBeGreaterThanOrEqual(Date.parse(since));
      expect((await ask('GET', `${eventsPath('primary', 'serie')}/instances`)).status).toBe(404);
      expect((await ask('DELETE', eventsPath('primary', 'first'))).status).toBe(410);
      expect(stateOf(await events('?singleEvents=true'))).toEqual([]);
      expect(stateOf(await events(`?updatedMin=${since}`))).toEqual([
        'first cancelled',
        'serie cancelled',
        'serie_20260324T130000Z cancelled',
      ]);
      expect(stateOf(await events(`?syncToken=${plain.nextSyncToken}`))).toEqual([
        'first cancelled',
        'serie cancelled',
        'serie_20260324T130000Z cancelled',
      ]);
      expect(stateOf(await events(`?syncToken=${expanded.nextSyncToken}`))).toEqual(
        [
          'first',
          'serie_20260317T130000Z',
          'serie_20260324T130000Z',
          'serie_20260331T120000Z',
          'serie_20260407T120000Z',
        ].map((id) => `${id} cancelled`),
      );
      expect(stateOf(await events('?showDeleted=true'))).toEqual(
        ['first', 'gone1', 'serie', 'serie_20260324T130000Z'].map((id) => `${id} cancelled`),
      );
    };
    await look();
    const heard = await events(`?syncToken=${plain.nextSyncToken}`);
    expect((await events(`?syncToken=${heard.nextSyncToken}`)).items).toEqual([]);
    await sweepCalendar(given.alice, clock);
    await look();
  });

  test('what was cleared can be brought back', async () => {
    await addEvent('first');
    await clear('primary');

    const { status, body } = await given.ask('PATCH', eventsPath('primary', 'first'), {
      body: { status: 'confirmed' },
    });

    expect([status, body['status'], body['summary']]).toEqual([200, 'confirmed', 'first']);
    await sweepCalendar(given.alice, given.clock);
    expect((await events()).items.map(({ id }) => id)).toEqual(['first']);
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
