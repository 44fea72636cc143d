import { describe, expect, test } from '@jest/globals';
import { refusal, rulePath, share } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';
import { someone } from '#test/support/people';

interface Rules {
  readonly kind: string;
  readonly etag: string;
  readonly items: readonly { readonly id: string; readonly role: string }[];
  readonly nextPageToken?: string;
  readonly nextSyncToken?: string;
}

const given = useCalendarPerTest();

const list = async (query = ''): Promise<Rules> => (await given.ask<Rules>('GET', `${rulePath(given.S)}${query}`)).body;
const rolesOf = ({ items }: Rules): Record<string, string> =>
  Object.fromEntries(items.map(({ id, role }) => [id, role]));
const refused = async (query: string) => refusal(await given.ask('GET', `${rulePath(given.S)}${query}`));

describe('calendar.acl.list', () => {
  test('200 with the rules of a new calendar, their tag and a sync token', async () => {
    const { alice } = given;

    expect(await list()).toEqual({
      kind: 'calendar#acl',
      etag: expect.stringMatching(/^"p[0-9a-v]{15}"$/),
      items: [expect.objectContaining({ id: `user:${alice}`, role: 'owner' })],
      nextSyncToken: expect.any(String),
    });
  });

  test('the tag moves with the rules only', async () => {
    const { bob, clock, S } = given;
    const first = await list();
    clock.pass({ minutes: 1 });
    expect((await list()).etag).toBe(first.etag);

    await share(given, S, bob, 'reader');

    expect((await list()).etag).not.toBe(first.etag);
  });

  test('CAL-106 a removed rule is listed with the role none when asked for, and by the next sync', async () => {
    const { ask, alice, bob, S } = given;
    await share(given, S, bob, 'reader');
    const { nextSyncToken = '' } = await list();

    expect((await ask('DELETE', rulePath(S, `user:${bob}`))).status).toBe(204);

    expect(rolesOf(await list())).toEqual({ [`user:${alice}`]: 'owner' });
    expect(rolesOf(await list('?showDeleted=true'))).toEqual({ [`user:${alice}`]: 'owner', [`user:${bob}`]: 'none' });
    const synced = await list(`?syncToken=${nextSyncToken}`);
    expect(rolesOf(synced)).toEqual({ [`user:${bob}`]: 'none' });
    expect(rolesOf(await list(`?syncToken=${synced.nextSyncToken ?? ''}`))).toEqual({});
  });

  test('a sync tells each change once, in its last state', async () => {
    const { bob, carol, S } = given;
    const { nextSyncToken = '' } = await list();
    await share(given, S, bob, 'reader');
    await share(given, S, carol, 'reader');
    await share(given, S, bob, 'writer');

    expect(rolesOf(await list(`?syncToken=${nextSyncToken}`))).toEqual({
      [`user:${bob}`]: 'writer',
      [`user:${carol}`]: 'reader',
    });
  });

  test('pages; the last one alone has a sync token, which covers what changed in between', async () => {
    const { bob, carol, S } = given;
    for (const email of [bob, carol]) await share(given, S, email, 'reader');

    const first = await list('?maxResults=1');
    const late = someone('aaron');
    await share(given, S, late, 'reader');
    const pages = [first];
    while (pages.at(-1)?.nextPageToken !== undefined)
      pages.push(await list(`?maxResults=1&pageToken=${pages.at(-1)?.nextPageToken ?? ''}`));

    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(
      expect.arrayContaining([`user:${bob}`, `user:${carol}`]),
    );
    expect(pages.slice(0, -1).every(({ nextSyncToken }) => nextSyncToken === undefined)).toBe(true);
    expect(rolesOf(await list(`?syncToken=${pages.at(-1)?.nextSyncToken ?? ''}`))).toMatchObject({
      [`user:${late}`]: 'reader',
    });
  });

  test('400 for what is no token, or no token of this list', async () => {
    const { ask } = given;
    const settings = await ask<Rules>('GET', '/users/me/settings');
    const { nextSyncToken = '' } = await list();

    expect(await refused('?syncToken=garbage')).toMatchObject({
      status: 400,
      reason: 'invalid',
      location: 'syncToken',
    });
    expect(await refused(`?syncToken=${settings.body.nextSyncToken ?? ''}`)).toMatchObject({
      status: 400,
      reason: 'invalid',
    });
    expect(await refused(`?syncToken=${nextSyncToken}&showDeleted=false`)).toMatchObject({
      status: 400,
      location: 'showDeleted',
    });
    expect(await refused('?pageToken=garbage')).toMatchObject({
      status: 400,
      reason: 'invalid',
      location: 'pageToken',
    });
  });

  test('410 for the token of another calendar, and for an old one', async () => {
    const { ask, clock } = given;
    const other = await ask<Rules>('GET', rulePath('primary'));
    const { nextSyncToken = '' } = await list();
    expect(await refused(`?syncToken=${other.body.nextSyncToken ?? ''}`)).toEqual({
      status: 410,
      reason: 'fullSyncRequired',
      domain: 'calendar',
      locationType: 'parameter',
      location: 'syncToken',
    });

    clock.pass({ days: 31 });

    expect(await refused(`?syncToken=${nextSyncToken}`)).toMatchObject({ status: 410, reason: 'fullSyncRequired' });
  });

  test('410 for a token from before the role of its holder changed, and only for that holder', async () => {
    const { ask, bob, carol, S } = given;
    const begin = async (as: string): Promise<string> =>
      (await ask<Rules>('GET', rulePath(S), { as })).body.nextSyncToken ?? '';
    const sync = async (as: string, token: string) =>
      refusal(await ask('GET', `${rulePath(S)}?syncToken=${token}`, { as }));
    for (const email of [bob, carol]) await share(given, S, email, 'owner');
    const [ofBob, ofCarol] = [await begin(bob), await begin(carol)];

    await share(given, S, bob, 'writer');
    expect(await sync(bob, ofBob)).toMatchObject({ status: 410, reason: 'fullSyncRequired', location: 'syncToken' });
    expect(await sync(carol, ofCarol)).toEqual({ status: 200 });

    const asWriter = await begin(bob);
    expect(await sync(bob, asWriter)).toEqual({ status: 200 });
    await ask('DELETE', rulePath(S, `user:${bob}`));
    expect(await sync(bob, asWriter)).toMatchObject({ status: 404, reason: 'notFound' });
    given.clock.pass({ minutes: 1 });
    await share(given, S, bob, 'writer');
    expect(await sync(bob, asWriter)).toMatchObject({ status: 410, reason: 'fullSyncRequired' });
  });

  test('a removed rule is forgotten after 30 days', async () => {
    const { ask, bob, clock, S } = given;
    await share(given, S, bob, 'reader');
    await ask('DELETE', rulePath(S, `user:${bob}`));
    clock.pass({ days: 29 });
    expect(rolesOf(await list('?showDeleted=true'))).toHaveProperty([`user:${bob}`]);

    clock.pass({ days: 2 });

    expect(rolesOf(await list('?showDeleted=true'))).not.toHaveProperty([`user:${bob}`]);
  });
});
