import { beforeEach, describe, expect, test } from '@jest/globals';
import { refusal, rulePath, share } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

const given = useCalendarPerTest();
let rule: string;
beforeEach(async () => {
  await share(given, given.S, given.bob, 'reader');
  rule = rulePath(given.S, `user:${given.bob}`);
});

describe('calendar.acl.patch', () => {
  test('200 with the new role and a new tag', async () => {
    const { ask, bob } = given;
    const before = await ask('GET', rule);

    const { status, body } = await ask('PATCH', rule, { body: { role: 'writer' } });

    expect(status).toBe(200);
    expect(body).toMatchObject({ id: `user:${bob}`, role: 'writer' });
    expect(body['etag']).not.toBe(before.body['etag']);
    expect((await ask('GET', rule)).body).toEqual(body);
  });

  test('200 and nothing changes for an empty body', async () => {
    const { ask } = given;
    const before = await ask('GET', rule);

    expect((await ask('PATCH', rule, { body: {} })).body).toEqual(before.body);
  });

  test('the role none takes the rule away', async () => {
    const { ask } = given;

    expect(await ask('PATCH', rule, { body: { role: 'none' } })).toMatchObject({ status: 200, body: { role: 'none' } });

    expect((await ask('GET', rule)).status).toBe(404);
  });

  test('400 for another scope, an unknown role or none at all', async () => {
    const { ask, carol } = given;
    const patch = async (body: object) => refusal(await ask('PATCH', rule, { body }));

    expect(await patch({ scope: { type: 'user', value: carol } })).toEqual({
      status: 400,
      reason: 'invalid',
      domain: 'global',
    });
    expect(await patch({ scope: { type: 'group' } })).toMatchObject({ status: 400, reason: 'invalid' });
    expect(await patch({ role: 'king' })).toMatchObject({ status: 400, reason: 'invalid' });
    for (const role of [null, ''])
      expect(await ask('PATCH', rule, { body: { role } })).toMatchObject({
        status: 400,
        body: { error: { message: 'Missing role.', errors: [{ reason: 'required' }] } },
      });
  });

  test('412 conditionNotMet for a stale tag, before a look at the body; 200 for the current one', async () => {
    const { ask } = given;
    const { body } = await ask<{ etag: string }>('GET', rule);
    await ask('PATCH', rule, { body: { role: 'writer' } });

    expect(refusal(await ask('PATCH', rule, { body: { role: 'king' }, headers: { 'if-match': body.etag } }))).toEqual({
      status: 412,
      reason: 'conditionNotMet',
      domain: 'global',
      locationType: 'header',
      location: 'If-Match',
    });
    expect((await ask('PATCH', rule, { body: { role: 'owner' }, headers: { 'if-match': '*' } })).status).toBe(200);
  });

  test('404 for a rule that is not there', async () => {
    expect((await given.ask('PATCH', rulePath(given.S, 'default'), { body: { role: 'reader' } })).status).toBe(404);
  });
});
