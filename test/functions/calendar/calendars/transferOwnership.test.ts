import { describe, expect, test } from '@jest/globals';
import { calendarPath, listPath, refusal, rulePath, share } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';
import { someone } from '#test/support/people';

const admin = someone('admin');

const given = useCalendarPerTest({ admins: [admin] });

const transfer = (calendarId: string, query: string, as = admin) =>
  given.ask('POST', `${calendarPath(calendarId)}/transferOwnership${query}`, { as });
const to = (email: string, useAdminAccess = true) =>
  `?newDataOwner=${encodeURIComponent(email)}&useAdminAccess=${String(useAdminAccess)}`;

describe('calendar.calendars.transferOwnership', () => {
  test('204; the new data owner may delete the calendar, the old one stays an owner', async () => {
    const { ask, alice, bob, S } = given;
    const before = await ask('GET', calendarPath(S));

    expect(await transfer(S, to(bob.toUpperCase()))).toMatchObject({ status: 204, text: '' });

    const after = await ask('GET', calendarPath(S), { as: bob });
    expect(after.body).toMatchObject({ dataOwner: bob });
    expect(after.body['etag']).not.toBe(before.body['etag']);
    const rules = await ask<{ items: { id: string; role: string }[] }>('GET', rulePath(S));
    expect(rules.body.items.map(({ id, role }) => [id, role]).toSorted()).toEqual(
      [
        [`user:${alice}`, 'owner'],
        [`user:${bob}`, 'owner'],
      ].toSorted(),
    );
    expect((await ask('DELETE', calendarPath(S))).status).toBe(403);
    expect((await ask('DELETE', listPath(S))).status).toBe(204);
    expect((await ask('DELETE', calendarPath(S), { as: bob })).status).toBe(204);
  });

  test.each([
    [
      'somebody with a list',
      async (email: string) => void (await given.ask('GET', '/users/me/calendarList', { as: email })),
    ],
    ['somebody who was never here', () => Promise.resolve()],
    [
      'somebody who had taken it off the list',
      async (email: string) => {
        await share(given, given.S, email, 'reader');
        await given.ask('POST', '/users/me/calendarList', { as: email, body: { id: given.S, colorId: '3' } });
        await given.ask('DELETE', listPath(given.S), { as: email });
      },
    ],
  ])('%s finds the calendar there, and it stays', async (_who, arrive) => {
    const { ask, bob, S } = given;
    await arrive(bob);

    await transfer(S, to(bob));

    const list = await ask<{ items: { id: string; accessRole: string; dataOwner?: string }[] }>(
      'GET',
      '/users/me/calendarList',
      { as: bob },
    );
    expect(list.body.items).toContainEqual(expect.objectContaining({ id: S, accessRole: 'owner', dataOwner: bob }));
    expect(list.body.items.map(({ id }) => id).toSorted()).toEqual([bob, S].toSorted());
    expect(refusal(await ask('DELETE', listPath(S), { as: bob }))).toMatchObject({
      status: 403,
      reason: 'cannotUnsubscribeFromOwnedCalendar',
    });
  });

  test('204 and nothing changes for the one who owns it', async () => {
    const { ask, alice, S } = given;
    const before = await ask('GET', calendarPath(S));

    expect((await transfer(S, to(alice))).status).toBe(204);

    expect((await ask('GET', calendarPath(S))).body).toEqual(before.body);
  });

  test('400 without a parameter, without admin access, for no address and for a main calendar', async () => {
    const { alice, bob, S } = given;

    expect(refusal(await transfer(S, '?useAdminAccess=true'))).toMatchObject({
      status: 400,
      reason: 'required',
      location: 'newDataOwner',
    });
    expect(refusal(await transfer(S, `?newDataOwner=${bob}`))).toMatchObject({
      status: 400,
      reason: 'required',
      location: 'useAdminAccess',
    });
    for (const whoever of [undefined, alice])
      expect(refusal(await transfer(S, to(bob, false), whoever))).toMatchObject({
        status: 400,
        reason: 'invalid',
        location: 'useAdminAccess',
      });
    expect(refusal(await transfer(S, to('nobody')))).toMatchObject({
      status: 400,
      reason: 'invalid',
      location: 'newDataOwner',
    });
    expect(refusal(await transfer(alice, to(bob)))).toMatchObject({ status: 400, reason: 'invalid' });
  });

  test('403 for those who do not look after the stage, 404 when they may not see the calendar', async () => {
    const { alice, bob, carol, S } = given;

    expect(refusal(await transfer(S, to(bob), alice))).toMatchObject({ status: 403, reason: 'forbidden' });
    expect(refusal(await transfer(S, to(bob), carol))).toMatchObject({ status: 404, reason: 'notFound' });
    expect(refusal(await transfer('nothing@example.com', to(bob)))).toMatchObject({ status: 404, reason: 'notFound' });
  });
});
