import { beforeEach, describe, expect, test } from '@jest/globals';
import { calendarFixture, calendarPath, listPath, refusal, rulePath, share, type Fixture } from '#test/support/calendar';

interface List {
  readonly items: readonly { readonly id: string; readonly deleted?: boolean }[];
  readonly nextSyncToken: string;
}

let given: Fixture;
beforeEach(async () => {
  given = await calendarFixture();
});

const listOf = async (as: string, query = ''): Promise<List> => (await given.ask<List>('GET', `/users/me/calendarList${query}`, { as })).body;

describe('calendar.calendars.delete', () => {
  test('CAL-10 204; the calendar is gone, and a sync of the list says so', async () => {
    const { ask, alice, S } = given;
    const { nextSyncToken } = await listOf(alice);

    expect(await ask('DELETE', calendarPath(S))).toMatchObject({ status: 204, text: '' });

    expect(refusal(await ask('GET', calendarPath(S)))).toMatchObject({ status: 404, reason: 'notFound' });
    expect((await listOf(alice)).items.map(({ id }) => id)).toEqual([alice]);
    expect((await listOf(alice, `?syncToken=${nextSyncToken}`)).items).toEqual([
      { kind: 'calendar#calendarListEntry', etag: expect.stringMatching(/^"\d{16}"$/), id: S, deleted: true },
    ]);
  });

  test('takes it off the lists of everybody else too', async () => {
    const { ask, bob, S } = given;
    await share(given, S, bob, 'reader');
    await ask('POST', '/users/me/calendarList', { as: bob, body: { id: S } });
    const { nextSyncToken } = await listOf(bob);

    await ask('DELETE', calendarPath(S));

    expect((await listOf(bob, `?syncToken=${nextSyncToken}`)).items).toEqual([expect.objectContaining({ id: S, deleted: true })]);
    expect((await ask('GET', listPath(S), { as: bob })).status).toBe(404);
  });

  test('404 for every operation on it from then on', async () => {
    const { ask, bob, S } = given;
    await ask('DELETE', calendarPath(S));

    const answers = await Promise.all([
      ask('DELETE', calendarPath(S)),
      ask('PATCH', calendarPath(S), { body: { summary: 'T' } }),
      ask('POST', rulePath(S), { body: { role: 'reader', scope: { type: 'user', value: bob } } }),
      ask('POST', '/users/me/calendarList', { body: { id: S } }),
      ask('GET', rulePath(S)),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  test('CAL-09 400 cannotDeletePrimaryCalendar for the own primary calendar', async () => {
    expect(refusal(await given.ask('DELETE', '/calendars/primary'))).toEqual({ status: 400, reason: 'cannotDeletePrimaryCalendar', domain: 'calendar' });
  });

  test('CAL-12 403 for an owner who is not the data owner', async () => {
    const { ask, bob, S } = given;
    await share(given, S, bob, 'owner');

    expect(refusal(await ask('DELETE', calendarPath(S), { as: bob }))).toEqual({ status: 403, reason: 'forbidden', domain: 'global' });
    expect((await ask('GET', calendarPath(S))).status).toBe(200);
  });

  test('412 for a stale tag', async () => {
    const { ask, S } = given;

    expect((await ask('DELETE', calendarPath(S), { headers: { 'if-match': '"stale"' } })).status).toBe(412);
    expect((await ask('GET', calendarPath(S))).status).toBe(200);
  });
});
