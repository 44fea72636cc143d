import { describe, expect, test } from '@jest/globals';
import { calendarPath, listPath, refusal, rulePath, share } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';
import { someone } from '#test/support/people';

interface List {
  readonly kind: string;
  readonly etag: string;
  readonly items: readonly {
    readonly id: string;
    readonly deleted?: boolean;
    readonly hidden?: boolean;
    readonly accessRole?: string;
  }[];
  readonly nextPageToken?: string;
  readonly nextSyncToken?: string;
}

const given = useCalendarPerTest();

const list = async (query = '', as = given.alice): Promise<List> =>
  (await given.ask<List>('GET', `/users/me/calendarList${query}`, { as })).body;
const idsOf = ({ items }: List): string[] => items.map(({ id }) => id);
const refused = async (query: string) => refusal(await given.ask('GET', `/users/me/calendarList${query}`));

describe('calendar.calendarList.list', () => {
  test('CAL-01 somebody new has one calendar, their own', async () => {
    const dave = someone('dave');

    const body = await list('', dave);

    expect(body).toEqual({
      kind: 'calendar#calendarList',
      etag: expect.stringMatching(/^"\d{16}"$/),
      items: [expect.objectContaining({ id: dave, primary: true, accessRole: 'owner' })],
      nextSyncToken: expect.any(String),
    });
  });

  test('CAL-17 a hidden calendar is listed only when asked for', async () => {
    const { ask, alice, S } = given;

    expect((await ask('PATCH', listPath(S), { body: { hidden: true } })).body).toMatchObject({ hidden: true });

    expect(idsOf(await list())).toEqual([alice]);
    expect((await list('?showHidden=true')).items).toContainEqual(expect.objectContaining({ id: S, hidden: true }));
  });

  test('minAccessRole leaves out those with less', async () => {
    const { ask, bob, S } = given;
    await share(given, S, bob, 'reader');
    await ask('POST', '/users/me/calendarList', { as: bob, body: { id: S } });

    expect(idsOf(await list('?minAccessRole=reader', bob)).toSorted()).toEqual([bob, S].toSorted());
    expect(idsOf(await list('?minAccessRole=writerWithoutPrivateAccess', bob))).toEqual([bob]);
  });

  test('a sync tells what the user changed, and nothing of what the owner changed', async () => {
    const { ask, bob, S } = given;
    await share(given, S, bob, 'reader');
    await ask('POST', '/users/me/calendarList', { as: bob, body: { id: S } });
    const { nextSyncToken = '' } = await list('', bob);
    await ask('PATCH', calendarPath(S), { body: { summary: 'T', timeZone: 'Asia/Tokyo' } });
    await share(given, S, bob, 'writer');
    expect((await list(`?syncToken=${nextSyncToken}`, bob)).items).toEqual([]);

    await ask('PATCH', listPath(S), { as: bob, body: { hidden: true } });

    const synced = await list(`?syncToken=${nextSyncToken}`, bob);
    expect(synced.items).toEqual([
      expect.objectContaining({ id: S, hidden: true, summary: 'T', accessRole: 'writer' }),
    ]);
    expect((await list(`?syncToken=${synced.nextSyncToken ?? ''}`, bob)).items).toEqual([]);
  });

  test('an entry that was taken off is listed as deleted when asked for', async () => {
    const { ask, bob, S } = given;
    await share(given, S, bob, 'reader');
    await ask('POST', '/users/me/calendarList', { as: bob, body: { id: S } });
    const { nextSyncToken = '' } = await list('', bob);
    await ask('DELETE', listPath(S), { as: bob });
    const deleted = {
      kind: 'calendar#calendarListEntry',
      etag: expect.any(String),
      id: S,
      accessRole: 'reader',
      deleted: true,
    };

    expect(idsOf(await list('', bob))).toEqual([bob]);
    expect((await list('?showDeleted=true', bob)).items).toContainEqual(deleted);
    expect((await list(`?syncToken=${nextSyncToken}`, bob)).items).toEqual([deleted]);
  });

  test('a calendar that their domain may no longer see is gone from the list at once', async () => {
    const { ask, bob, S } = given;
    const scope = { type: 'domain', value: bob.split('@')[1] };
    const { body } = await ask<{ id: string }>('POST', rulePath(S), { body: { role: 'reader', scope } });
    await ask('POST', '/users/me/calendarList', { as: bob, body: { id: S } });
    expect(idsOf(await list('', bob))).toContain(S);

    await ask('DELETE', rulePath(S, body.id));

    expect(idsOf(await list('', bob))).toEqual([bob]);
    expect((await list('?showDeleted=true', bob)).items).toContainEqual(
      expect.objectContaining({ id: S, deleted: true, accessRole: 'freeBusyReader' }),
    );
  });

  test('pages until there is no next one', async () => {
    const { ask, alice, S } = given;
    const { body } = await ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Third' } });

    const ids: string[] = [];
    let page = await list('?maxResults=1');
    for (; page.nextPageToken !== undefined; page = await list(`?maxResults=1&pageToken=${page.nextPageToken}`))
      ids.push(...idsOf(page));
    ids.push(...idsOf(page));

    expect(ids.toSorted()).toEqual([alice, S, body.id].toSorted());
    expect(page.nextSyncToken).toEqual(expect.any(String));
  });

  test('showOwnOrganizationOnly leaves out calendars of other domains', async () => {
    const { ask, S } = given;
    const guest = someone('guest').replace('example.com', 'elsewhere.test');
    await ask('POST', rulePath(S), { body: { role: 'reader', scope: { type: 'user', value: guest } } });
    await ask('POST', '/users/me/calendarList', { as: guest, body: { id: S } });

    expect(idsOf(await list('?showOwnOrganizationOnly=true', guest))).toEqual([guest]);
  });

  test.each(['minAccessRole=owner', 'showOwnOrganizationOnly=true', 'showDeleted=false', 'showHidden=false'])(
    '400 for a sync token with %s',
    async (parameter) => {
      const { nextSyncToken = '' } = await list();

      expect(await refused(`?syncToken=${nextSyncToken}&${parameter}`)).toMatchObject({
        status: 400,
        reason: 'invalid',
        location: parameter.split('=')[0],
      });
    },
  );

  test('400 for what is no token; 410 for the token of somebody else, and for an old one', async () => {
    const { bob, clock } = given;
    const { nextSyncToken: bobs = '' } = await list('', bob);
    const { nextSyncToken = '' } = await list();
    clock.pass({ days: 31 });

    expect(await refused('?syncToken=garbage')).toMatchObject({ status: 400, reason: 'invalid' });
    expect(await refused(`?syncToken=${bobs}`)).toMatchObject({ status: 410, reason: 'fullSyncRequired' });
    expect(await refused(`?syncToken=${nextSyncToken}`)).toMatchObject({ status: 410, reason: 'fullSyncRequired' });
  });
});
