import { describe, expect, test } from '@jest/globals';
import { SCOPE } from '#lib/calendar/scopes';
import { refusal, rulePath, share } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

const given = useCalendarPerTest();

describe('calendar.acl.get', () => {
  test('200 with the rule, whatever the case of its id', async () => {
    const { ask, alice, S } = given;

    const { status, body } = await ask('GET', rulePath(S, `user:${alice.toUpperCase()}`));

    expect(status).toBe(200);
    expect(body).toEqual({
      kind: 'calendar#aclRule',
      etag: expect.stringMatching(/^"\d{20}"$/),
      id: `user:${alice}`,
      scope: { type: 'user', value: alice },
      role: 'owner',
    });
  });

  test('200 for a writer', async () => {
    const { ask, alice, bob, S } = given;
    await share(given, S, bob, 'writer');

    expect((await ask('GET', rulePath(S, `user:${alice}`), { as: bob })).status).toBe(200);
  });

  test('CAL-06 a token that may only read gets one rule, but no list of rules', async () => {
    const { ask, alice } = given;
    const scopes = [SCOPE.readonly];

    expect(refusal(await ask('GET', rulePath('primary'), { scopes }))).toMatchObject({
      status: 403,
      reason: 'insufficientPermissions',
    });
    expect((await ask('GET', rulePath('primary', `user:${alice}`), { scopes })).status).toBe(200);
  });

  test('304 when nothing has changed', async () => {
    const { ask, alice, S } = given;
    const { body } = await ask<{ etag: string }>('GET', rulePath(S, `user:${alice}`));

    expect(await ask('GET', rulePath(S, `user:${alice}`), { headers: { 'if-none-match': body.etag } })).toMatchObject({
      status: 304,
      text: '',
    });
  });

  test('403 for a reader, 404 for a rule that is not there or no longer', async () => {
    const { ask, bob, carol, S } = given;
    await share(given, S, bob, 'reader');
    await share(given, S, carol, 'reader');
    await ask('DELETE', rulePath(S, `user:${carol}`));

    expect(refusal(await ask('GET', rulePath(S, `user:${bob}`), { as: bob }))).toEqual({
      status: 403,
      reason: 'forbidden',
      domain: 'global',
    });
    expect(refusal(await ask('GET', rulePath(S, 'default')))).toMatchObject({ status: 404, reason: 'notFound' });
    expect(refusal(await ask('GET', rulePath(S, `user:${carol}`)))).toMatchObject({ status: 404, reason: 'notFound' });
  });
});
