import { describe, expect, test } from '@jest/globals';
import { calendar } from '#lib/runtime/calendar/serve';
import { systemClock } from '#lib/runtime/process/clock';
import { calendarFixture, calendarPath, refusal, startInstance, TestClock } from '#test/support/calendar/calendar';
import { someone } from '#test/support/people';

describe('calendar.settings.get', () => {
  test('CAL-20 200 with text as the value; 404 for a setting that there is not', async () => {
    const { ask } = await calendarFixture();

    const { status, body } = await ask('GET', '/users/me/settings/timezone');

    expect(status).toBe(200);
    expect(body).toEqual({
      kind: 'calendar#setting',
      etag: expect.stringMatching(/^"\d{16}"$/),
      id: 'timezone',
      value: 'Etc/GMT',
    });
    expect(refusal(await ask('GET', '/users/me/settings/nope'))).toEqual({
      status: 404,
      reason: 'notFound',
      domain: 'global',
    });
  });

  test('200 on the first request of somebody new', async () => {
    const { ask } = await calendarFixture();

    expect(await ask('GET', '/users/me/settings/weekStart', { as: someone('dave') })).toMatchObject({
      status: 200,
      body: { value: '0' },
    });
  });

  test('200 with the zone of the stage for somebody new, whose calendar has it, too', async () => {
    const ask = startInstance(someone('dave'), new TestClock(), { defaultTimeZone: 'Asia/Tokyo' });

    expect((await ask('GET', '/users/me/settings/timezone')).body).toMatchObject({ value: 'Asia/Tokyo' });
    expect((await ask('GET', calendarPath('primary'))).body).toMatchObject({ timeZone: 'Asia/Tokyo' });
  });

  test('200 with what was set', async () => {
    const { ask, alice } = await calendarFixture();
    const before = await ask('GET', '/users/me/settings/weekStart');

    await calendar.stores.users.changeSetting(alice, 'weekStart', '1', systemClock.now().getTime());

    const after = await ask('GET', '/users/me/settings/weekStart');
    expect(after.body).toMatchObject({ value: '1' });
    expect(after.body['etag']).not.toBe(before.body['etag']);
  });

  test('404 for names that every object has', async () => {
    const { ask } = await calendarFixture();

    expect((await ask('GET', '/users/me/settings/constructor')).status).toBe(404);
    expect((await ask('GET', '/users/me/settings/__proto__')).status).toBe(404);
  });
});
