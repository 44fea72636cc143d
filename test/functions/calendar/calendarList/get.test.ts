import { describe, expect, test } from '@jest/globals';
import { calendarFixture, calendarPath, listPath, refusal, share } from '#test/support/calendar/calendar';

describe('calendar.calendarList.get', () => {
  test('200 with how the caller has set up the main calendar', async () => {
    const { ask, alice } = await calendarFixture();

    const { status, body } = await ask('GET', listPath('primary'));

    expect(status).toBe(200);
    expect(body).toEqual({
      kind: 'calendar#calendarListEntry',
      etag: expect.stringMatching(/^"\d{16}"$/),
      id: alice,
      summary: alice,
      timeZone: 'Europe/Zurich',
      colorId: '14',
      backgroundColor: '#9fe1e7',
      foregroundColor: '#000000',
      selected: true,
      accessRole: 'owner',
      defaultReminders: [{ method: 'popup', minutes: 30 }],
      notificationSettings: {
        notifications: ['eventCreation', 'eventChange', 'eventCancellation', 'eventResponse'].map((type) => ({
          type,
          method: 'email',
        })),
      },
      primary: true,
      conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
    });
  });

  test('CAL-14 404 for a calendar that is readable but not on the list; 200 once it is', async () => {
    const given = await calendarFixture();
    const { ask, bob, S } = given;
    await share(given, S, bob, 'reader');
    expect(refusal(await ask('GET', listPath(S), { as: bob }))).toMatchObject({ status: 404, reason: 'notFound' });

    await ask('POST', '/users/me/calendarList', { as: bob, body: { id: S } });

    expect(await ask('GET', listPath(S), { as: bob })).toMatchObject({
      status: 200,
      body: { id: S, accessRole: 'reader' },
    });
  });

  test("200: somebody else's main calendar is not one's own", async () => {
    const given = await calendarFixture();
    const { ask, alice, bob } = given;
    await share(given, 'primary', bob, 'owner');
    await ask('POST', '/users/me/calendarList', { as: bob, body: { id: alice } });

    expect((await ask('GET', listPath(alice), { as: bob })).body).not.toHaveProperty('primary');
  });

  test('the title follows the calendar, and the tag with it', async () => {
    const { ask, clock, S } = await calendarFixture();
    const before = await ask('GET', listPath(S));
    clock.pass({ minutes: 1 });

    await ask('PATCH', calendarPath(S), { body: { summary: 'T' } });

    const after = await ask('GET', listPath(S));
    expect(after.body).toMatchObject({ summary: 'T' });
    expect(after.body['etag']).not.toBe(before.body['etag']);
  });
});
