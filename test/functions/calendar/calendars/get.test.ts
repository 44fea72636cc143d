import { describe, expect, test } from '@jest/globals';
import { SCOPE } from '#lib/calendar/scopes';
import { calendarFixture, calendarPath, refusal, share } from '#test/support/calendar/calendar';
import { someone } from '#test/support/people';

describe('calendar.calendars.get', () => {
  test('CAL-02 `primary` and the address are the same calendar', async () => {
    const { ask, alice } = await calendarFixture();

    const byName = await ask('GET', '/calendars/primary');
    const byAddress = await ask('GET', calendarPath(alice));

    expect(byName.body).toEqual(byAddress.body);
    expect(byName).toMatchObject({
      status: 200,
      body: {
        kind: 'calendar#calendar',
        id: alice,
        summary: alice,
        timeZone: 'Europe/Zurich',
        etag: expect.stringMatching(/^"[\w-]{27}"$/),
      },
    });
    expect(byName.headers['etag']).toBe(byName.body['etag']);
  });

  test('200 on the first request of somebody new', async () => {
    const { ask } = await calendarFixture();
    const dave = someone('dave');

    expect(await ask('GET', '/calendars/primary', { as: dave })).toMatchObject({
      status: 200,
      body: { id: dave, timeZone: 'UTC' },
    });
  });

  test('200 for whoever may at least see when it is taken, in any case of its id', async () => {
    const given = await calendarFixture();
    const { ask, bob, S } = given;
    await share(given, S, bob, 'freeBusyReader');

    expect(await ask('GET', calendarPath(S.toUpperCase()), { as: bob })).toMatchObject({
      status: 200,
      body: { id: S },
    });
  });

  test('404 for everybody else', async () => {
    const { ask, carol, S } = await calendarFixture();

    expect(refusal(await ask('GET', calendarPath(S), { as: carol }))).toEqual({
      status: 404,
      reason: 'notFound',
      domain: 'global',
    });
    expect((await ask('GET', calendarPath('nobody@example.com'))).status).toBe(404);
  });

  test('304 when nothing has changed', async () => {
    const { ask, S } = await calendarFixture();
    const { headers } = await ask('GET', calendarPath(S));

    expect(await ask('GET', calendarPath(S), { headers: { 'if-none-match': headers['etag'] ?? '' } })).toMatchObject({
      status: 304,
      text: '',
    });
  });

  test('a token for the calendars of one client opens no others', async () => {
    const { ask, S } = await calendarFixture();
    const scopes = [SCOPE.appCreated];
    const made = await ask<{ id: string }>('POST', '/calendars', {
      scopes,
      clientId: 'app',
      body: { summary: 'Made by the app' },
    });
    const read = async (id: string, clientId: string, more: string[] = []) =>
      (await ask('GET', calendarPath(id), { scopes: [...scopes, ...more], clientId })).status;

    expect(await read(made.body.id, 'app')).toBe(200);
    expect(await read(made.body.id, 'other')).toBe(404);
    expect(await read(S, 'app')).toBe(404);
    expect(await read(S, 'app', [SCOPE.settingsReadonly])).toBe(404);
    expect(await read(S, 'app', [SCOPE.readonly])).toBe(200);
  });
});
