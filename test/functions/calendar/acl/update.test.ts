import { beforeEach, describe, expect, test } from '@jest/globals';
import { refusal, rulePath, share } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

const given = useCalendarPerTest();
let rule: string;
beforeEach(async () => {
  await share(given, given.S, given.bob, 'reader');
  rule = rulePath(given.S, `user:${given.bob}`);
});

describe('calendar.acl.update', () => {
  test('200 with the new role', async () => {
    const { ask, bob } = given;
    const scope = { type: 'user', value: bob.toUpperCase() };

    expect(await ask('PUT', rule, { body: { role: 'owner', scope } })).toMatchObject({
      status: 200,
      body: { id: `user:${bob}`, role: 'owner' },
    });

    expect((await ask('GET', rule)).body).toMatchObject({ role: 'owner' });
  });

  test('200 for the rule of a group', async () => {
    const { ask, S } = given;
    const scope = { type: 'group', value: 'team@example.com' };
    await ask('POST', rulePath(S), { body: { role: 'reader', scope } });

    expect(await ask('PUT', rulePath(S, 'group:team@example.com'), { body: { role: 'writer', scope } })).toMatchObject({
      status: 200,
      body: { role: 'writer' },
    });
  });

  test('400 without a scope, with another one, or without a role', async () => {
    const { ask, bob, carol } = given;
    const put = async (body: object) => refusal(await ask('PUT', rule, { body }));

    expect(await put({ role: 'writer' })).toMatchObject({ status: 400, reason: 'required' });
    expect(await put({ role: 'writer', scope: { type: 'user', value: carol } })).toMatchObject({
      status: 400,
      reason: 'invalid',
    });
    expect(await put({ scope: { type: 'user', value: bob } })).toMatchObject({ status: 400, reason: 'required' });
  });

  test('403 for the own rule and for that of the data owner', async () => {
    const { ask, alice, bob, S } = given;
    await share(given, S, bob, 'owner');
    const demote = async (email: string) =>
      refusal(
        await ask('PUT', rulePath(S, `user:${email}`), {
          as: bob,
          body: { role: 'reader', scope: { type: 'user', value: email } },
        }),
      );

    expect(await demote(bob)).toMatchObject({ status: 403, reason: 'cannotChangeOwnAcl' });
    expect(await demote(alice)).toMatchObject({ status: 403, reason: 'cannotModifyAclOfCalendarOwner' });
  });

  test('412 for a stale tag', async () => {
    const { ask, bob } = given;
    const body = { role: 'writer', scope: { type: 'user', value: bob } };

    expect((await ask('PUT', rule, { body, headers: { 'if-match': '"00000000000000000001"' } })).status).toBe(412);
  });

  test('404 for a rule that is not there', async () => {
    expect(
      (await given.ask('PUT', rulePath(given.S, 'default'), { body: { role: 'reader', scope: { type: 'default' } } }))
        .status,
    ).toBe(404);
  });
});
