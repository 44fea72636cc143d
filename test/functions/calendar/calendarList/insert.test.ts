import { beforeEach, describe, expect, test } from '@jest/globals';
import { SCOPE } from '#lib/calendar/scopes';
import { listPath, refusal, share } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

const given = useCalendarPerTest();
beforeEach(async () => {
  await share(given, given.S, given.bob, 'freeBusyReader');
});

const add = (body: object, query = '') => given.ask('POST', `/users/me/calendarList${query}`, { as: given.bob, body });

describe('calendar.calendarList.insert', () => {
  test('200 with the calendar as it was set up', async () => {
    const { alice, S } = given;

    const { status, body } = await add({
      id: S.toUpperCase(),
      summaryOverride: 'Alice',
      colorId: '3',
      selected: true,
      defaultReminders: [{ method: 'email', minutes: 5 }],
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: S,
      summary: 'S',
      summaryOverride: 'Alice',
      colorId: '3',
      backgroundColor: '#f83a22',
      selected: true,
      accessRole: 'freeBusyReader',
      dataOwner: alice,
      defaultReminders: [{ method: 'email', minutes: 5 }],
    });
  });

  test('200 with the defaults when only an id is given', async () => {
    const { body } = await add({ id: given.S });

    expect(body).toMatchObject({ defaultReminders: [], backgroundColor: expect.stringMatching(/^#[0-9a-f]{6}$/) });
    for (const absent of ['selected', 'hidden', 'primary', 'summaryOverride', 'notificationSettings', 'deleted'])
      expect(body).not.toHaveProperty(absent);
  });

  test('200 for what is on the list already: what is sent changes, the rest stays', async () => {
    await add({ id: given.S, summaryOverride: 'Alice', colorId: '3' });

    expect(await add({ id: given.S, colorId: '4' })).toMatchObject({
      status: 200,
      body: { summaryOverride: 'Alice', colorId: '4' },
    });
  });

  test('200 brings back what was taken off', async () => {
    const { ask, bob, S } = given;
    await add({ id: S, summaryOverride: 'Alice' });
    await ask('DELETE', listPath(S), { as: bob });

    expect(await add({ id: S })).toMatchObject({ status: 200, body: { id: S, summaryOverride: 'Alice' } });

    expect((await ask('GET', listPath(S), { as: bob })).status).toBe(200);
  });

  test('200 for `primary`, the own calendar', async () => {
    expect(await add({ id: 'primary', colorId: '2' })).toMatchObject({
      status: 200,
      body: { id: given.bob, primary: true, colorId: '2' },
    });
  });

  test('200 for colours outside the palette, when they are announced', async () => {
    const colors = { backgroundColor: '#f83a23', foregroundColor: '#FFFFFF' };

    expect((await add({ id: given.S, ...colors }, '?colorRgbFormat=true')).body).toMatchObject({
      backgroundColor: '#f83a23',
      foregroundColor: '#ffffff',
      colorId: '3',
    });
  });

  test('400 required without an id', async () => {
    expect(refusal(await add({ colorId: '1' }))).toEqual({ status: 400, reason: 'required', domain: 'global' });
  });

  test('403 for a token that is confined to the calendars of its client', async () => {
    const { ask, S } = given;

    expect(
      refusal(await ask('POST', '/users/me/calendarList', { scopes: [SCOPE.appCreated], body: { id: S } })),
    ).toMatchObject({ status: 403, reason: 'insufficientPermissions' });
  });

  test('404 for a calendar that the caller may not see', async () => {
    const { ask, carol, S } = given;

    expect(refusal(await ask('POST', '/users/me/calendarList', { as: carol, body: { id: S } }))).toMatchObject({
      status: 404,
      reason: 'notFound',
    });
  });
});
