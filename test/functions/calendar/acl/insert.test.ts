import { describe, expect, test } from '@jest/globals';
import { watchMeters, type Meter } from '#lib/api/process/meter';
import { calendarPath, refusal, rulePath, share } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

const given = useCalendarPerTest();

const give = (body: object, as = given.alice) => given.ask('POST', rulePath(given.S), { as, body });

describe('calendar.acl.insert', () => {
  describe('200', () => {
    test('CAL-101 opens the calendar to the person, and leaves it to them to put it on their list', async () => {
      const { ask, bob, S } = given;

      const made = await give({ role: 'reader', scope: { type: 'user', value: bob } });

      expect(made).toMatchObject({
        status: 200,
        body: {
          kind: 'calendar#aclRule',
          id: `user:${bob}`,
          role: 'reader',
          scope: { type: 'user', value: bob },
          etag: expect.stringMatching(/^"\d{20}"$/),
        },
      });
      const list = await ask<{ items: { id: string }[] }>('GET', '/users/me/calendarList', { as: bob });
      expect(list.body.items.map(({ id }) => id)).toEqual([bob]);
      expect(await ask('GET', `${calendarPath(S)}/events`, { as: bob })).toMatchObject({
        status: 200,
        body: { accessRole: 'reader' },
      });
    });

    test('CAL-104 a second rule for the same person replaces the first', async () => {
      const { ask, alice, bob, S } = given;
      await share(given, S, bob, 'reader');

      expect(await give({ role: 'writer', scope: { type: 'user', value: bob.toUpperCase() } })).toMatchObject({
        status: 200,
        body: { role: 'writer' },
      });

      const { body } = await ask<{ items: { id: string; role: string }[] }>('GET', rulePath(S));
      expect(body.items.map(({ id, role }) => [id, role])).toEqual([
        [`user:${alice}`, 'owner'],
        [`user:${bob}`, 'writer'],
      ]);
    });

    test('asks the database twice: what is there, then the change', async () => {
      const meters: Meter[] = [];

      await watchMeters(
        (meter) => meters.push(meter),
        () => give({ role: 'reader', scope: { type: 'user', value: given.bob } }),
      );

      expect(meters.map(({ roundTrips }) => roundTrips)).toEqual([2]);
    });

    test.each([
      ['default', undefined, 'default'],
      ['domain', 'Example.COM', 'domain:example.com'],
      ['group', 'Team@example.com', 'group:team@example.com'],
    ])('takes a rule for the scope %s', async (type, value, id) => {
      expect(await give({ role: 'reader', scope: { type, value } })).toMatchObject({ status: 200, body: { id } });
    });

    test('a rule copied from the original service, where everybody has an address', async () => {
      const scope = { type: 'default', value: '__public_principal__@public.calendar.google.com' };

      const { body } = await give({ role: 'freeBusyReader', scope });

      expect(body).toMatchObject({ id: 'default', scope: { type: 'default' } });
      expect(body['scope']).not.toHaveProperty('value');
    });

    test('the role none takes the rule away', async () => {
      const { ask, bob, S } = given;
      await share(given, S, bob, 'reader');

      expect(await give({ role: 'none', scope: { type: 'user', value: bob } })).toMatchObject({
        status: 200,
        body: { id: `user:${bob}`, role: 'none' },
      });

      expect((await ask('GET', rulePath(S, `user:${bob}`))).status).toBe(404);
      expect((await ask('GET', calendarPath(S), { as: bob })).status).toBe(404);
    });

    test('a rule that says what is there already changes nothing', async () => {
      const { bob, clock } = given;
      const first = await give({ role: 'reader', scope: { type: 'user', value: bob } });
      clock.pass({ minutes: 5 });

      const second = await give({ role: 'reader', scope: { type: 'user', value: bob } });

      expect(second.body).toEqual(first.body);
    });
  });

  describe('400', () => {
    test.each([
      [
        'everybody as writer',
        { role: 'writer', scope: { type: 'default' } },
        'illegalAccessRoleForDefault',
        'calendar',
      ],
      [
        'a user whose address is none',
        { role: 'reader', scope: { type: 'user', value: 'nope' } },
        'invalidScopeValue',
        'calendar',
      ],
      [
        'a domain with an at sign',
        { role: 'reader', scope: { type: 'domain', value: 'a@b.c' } },
        'invalidScopeValue',
        'calendar',
      ],
      [
        'everybody with an address',
        { role: 'reader', scope: { type: 'default', value: 'a@b.c' } },
        'invalidScopeValue',
        'calendar',
      ],
      ['an unknown scope', { role: 'reader', scope: { type: 'planet', value: 'a@b.c' } }, 'invalid', 'global'],
      ['no role', { scope: { type: 'user', value: 'a@b.c' } }, 'required', 'global'],
      ['no scope', { role: 'reader' }, 'required', 'global'],
    ])('%s', async (_what, body, reason, domain) => {
      expect(refusal(await give(body))).toEqual({ status: 400, reason, domain });
    });
  });

  test('CAL-105 refuses an owner by default, a user without an address, an unknown role, and a change of the own rule', async () => {
    const { ask, alice, S } = given;

    expect(refusal(await give({ role: 'owner', scope: { type: 'default' } }))).toMatchObject({
      status: 400,
      reason: 'illegalAccessRoleForDefault',
    });
    expect(refusal(await ask('DELETE', rulePath(S, `user:${alice}`)))).toEqual({
      status: 403,
      reason: 'cannotChangeOwnAcl',
      domain: 'calendar',
    });
    expect(refusal(await give({ role: 'reader', scope: { type: 'user' } }))).toMatchObject({
      status: 400,
      reason: 'invalidScopeValue',
    });
    expect(refusal(await give({ role: 'king', scope: { type: 'user', value: 'a@b.c' } }))).toMatchObject({
      status: 400,
      reason: 'invalid',
    });
  });

  describe('403', () => {
    test('cannotChangeOwnAcl for the own rule', async () => {
      expect(refusal(await give({ role: 'reader', scope: { type: 'user', value: given.alice } }))).toEqual({
        status: 403,
        reason: 'cannotChangeOwnAcl',
        domain: 'calendar',
      });
    });

    test('cannotModifyAclOfCalendarOwner for another owner', async () => {
      const { alice, bob, S } = given;
      await share(given, S, bob, 'owner');

      expect(refusal(await give({ role: 'reader', scope: { type: 'user', value: alice } }, bob))).toEqual({
        status: 403,
        reason: 'cannotModifyAclOfCalendarOwner',
        domain: 'calendar',
      });
    });

    test('comes before a look at the body', async () => {
      const { bob, S } = given;
      await share(given, S, bob, 'writer');

      expect(refusal(await give({ role: 'king' }, bob))).toMatchObject({ status: 403, reason: 'forbidden' });
    });
  });

  test('404 on a calendar that the caller may not see', async () => {
    expect((await give({ role: 'king' }, given.carol)).status).toBe(404);
  });
});
