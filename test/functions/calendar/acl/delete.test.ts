import { describe, expect, test } from '@jest/globals';
import {
  calendarFixture,
  calendarPath,
  listPath,
  refusal,
  rulePath,
  setGroups,
  share,
  sweepCalendar,
} from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';
import { someone } from '#test/support/people';

interface List {
  readonly items: readonly { readonly id: string; readonly deleted?: boolean; readonly accessRole?: string }[];
  readonly nextSyncToken: string;
}

const given = useCalendarPerTest();

const listOf = async (as: string, query = ''): Promise<List> =>
  (await given.ask<List>('GET', `/users/me/calendarList${query}`, { as })).body;
const rulesFor = { default: { type: 'default' }, domain: { type: 'domain', value: 'example.com' } };

describe('calendar.acl.delete', () => {
  test('204, and the person no longer sees the calendar', async () => {
    const { ask, bob, S } = given;
    await share(given, S, bob, 'reader');

    expect(await ask('DELETE', rulePath(S, `user:${bob}`))).toMatchObject({ status: 204, text: '' });

    expect((await ask('GET', calendarPath(S), { as: bob })).status).toBe(404);
  });

  test('takes the calendar off the list of somebody who is shut out, and tells their sync', async () => {
    const { ask, bob, S } = given;
    await share(given, S, bob, 'reader');
    await ask('POST', '/users/me/calendarList', { as: bob, body: { id: S } });
    const { nextSyncToken } = await listOf(bob);

    await ask('DELETE', rulePath(S, `user:${bob}`));

    expect((await listOf(bob)).items.map(({ id }) => id)).toEqual([bob]);
    expect((await listOf(bob, `?syncToken=${nextSyncToken}`)).items).toEqual([
      expect.objectContaining({ id: S, deleted: true, accessRole: 'freeBusyReader' }),
    ]);
  });

  test.each(Object.entries(rulesFor))('the same for whoever had only the rule for %s', async (_name, scope) => {
    const { ask, bob, carol, clock, S } = given;
    await share(given, S, carol, 'writer');
    const { body: rule } = await ask<{ id: string }>('POST', rulePath(S), { body: { role: 'reader', scope } });
    for (const as of [bob, carol]) await ask('POST', '/users/me/calendarList', { as, body: { id: S } });
    const [bobs, carols] = [await listOf(bob), await listOf(carol)];

    await ask('DELETE', rulePath(S, rule.id));
    expect((await listOf(bob)).items.map(({ id }) => id)).toEqual([bob]);
    await sweepCalendar(S, clock);

    expect((await listOf(bob, `?syncToken=${bobs.nextSyncToken}`)).items).toEqual([
      expect.objectContaining({ id: S, deleted: true }),
    ]);
    expect((await listOf(carol, `?syncToken=${carols.nextSyncToken}`)).items).toEqual([]);
    expect((await listOf(carol)).items).toContainEqual(expect.objectContaining({ id: S, accessRole: 'writer' }));
  });

  test('the same for the members of a group', async () => {
    const [group, member] = [someone('team'), someone('member')];
    await setGroups({ [group]: [member] });
    const { ask, clock, S } = await calendarFixture();
    await ask('POST', rulePath(S), { body: { role: 'reader', scope: { type: 'group', value: group } } });
    expect((await ask('POST', '/users/me/calendarList', { as: member, body: { id: S } })).status).toBe(200);
    const { body: before } = await ask<List>('GET', '/users/me/calendarList', { as: member });

    await ask('DELETE', rulePath(S, `group:${group}`));
    await sweepCalendar(S, clock);

    const { body: after } = await ask<List>('GET', `/users/me/calendarList?syncToken=${before.nextSyncToken}`, {
      as: member,
    });
    expect(after.items).toEqual([expect.objectContaining({ id: S, deleted: true })]);
  });

  test('leaves the calendar on the list of somebody who may still see it, with the lesser role', async () => {
    const { ask, bob, S } = given;
    await share(given, S, bob, 'writer');
    await ask('POST', rulePath(S), { body: { role: 'freeBusyReader', scope: { type: 'default' } } });
    await ask('POST', '/users/me/calendarList', { as: bob, body: { id: S } });
    const { nextSyncToken } = await listOf(bob);

    await ask('DELETE', rulePath(S, `user:${bob}`));

    expect((await ask('GET', listPath(S), { as: bob })).body).toMatchObject({ accessRole: 'freeBusyReader' });
    expect((await listOf(bob, `?syncToken=${nextSyncToken}`)).items).toEqual([]);
  });

  test('404 for a rule that is not there, or no longer', async () => {
    const { ask, bob, S } = given;
    await share(given, S, bob, 'reader');
    await ask('DELETE', rulePath(S, `user:${bob}`));

    expect(refusal(await ask('DELETE', rulePath(S, `user:${bob}`)))).toMatchObject({ status: 404, reason: 'notFound' });
    expect(refusal(await ask('DELETE', rulePath(S, 'nonsense')))).toMatchObject({ status: 404, reason: 'notFound' });
  });

  test('412 for a stale tag', async () => {
    const { ask, bob, S } = given;
    await share(given, S, bob, 'reader');

    expect(
      (await ask('DELETE', rulePath(S, `user:${bob}`), { headers: { 'if-match': '"00000000000000000001"' } })).status,
    ).toBe(412);
    expect((await ask('GET', rulePath(S, `user:${bob}`))).status).toBe(200);
  });
});
