import type { calendar_v3 } from '@googleapis/calendar';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { useGoogleCalendar } from '#test/support/calendar/google-calendar';
import { useGateway } from '#test/support/http/use-gateway';
import { someone } from '#test/support/people';

const [alice, bob] = [someone('alice'), someone('bob')];
const gateway = useGateway();
const client = useGoogleCalendar(gateway, alice);
let calendarId: string;
beforeAll(async () => {
  calendarId = (await client.calendars.insert({ requestBody: { summary: 'S' } })).data.id ?? '';
});

const scope = { type: 'user', value: bob };
const ruleId = `user:${bob}`;

describe("Google's client and the rules of a calendar", () => {
  test('gives, reads, changes and takes away a role', async () => {
    const inserted = await client.acl.insert({
      calendarId,
      sendNotifications: false,
      requestBody: { role: 'reader', scope },
    });
    expect(inserted.data).toMatchObject({ id: ruleId, role: 'reader', scope });
    expect((await client.acl.get({ calendarId, ruleId })).data).toEqual(inserted.data);

    expect((await client.acl.patch({ calendarId, ruleId, requestBody: { role: 'writer' } })).data.role).toBe('writer');
    expect((await client.acl.update({ calendarId, ruleId, requestBody: { role: 'owner', scope } })).data.role).toBe(
      'owner',
    );
    expect((await client.acl.delete({ calendarId, ruleId })).status).toBe(204);

    await expect(client.acl.get({ calendarId, ruleId })).rejects.toMatchObject({
      status: 404,
      response: { data: { error: { errors: [{ reason: 'notFound' }] } } },
    });
  });

  test('lists, and syncs what was taken away', async () => {
    await client.acl.insert({ calendarId, requestBody: { role: 'reader', scope } });
    const { data } = await client.acl.list({ calendarId, maxResults: 250 });
    expect(data.items?.map(({ id }) => id).toSorted()).toEqual([`user:${alice}`, ruleId].toSorted());

    await client.acl.delete({ calendarId, ruleId });

    const synced = await client.acl.list({ calendarId, syncToken: data.nextSyncToken ?? '' });
    expect(synced.data.items).toEqual([expect.objectContaining({ id: ruleId, role: 'none' })]);
  });

  test('is told why a rule cannot be', async () => {
    const insert = (requestBody: calendar_v3.Schema$AclRule) =>
      expect(client.acl.insert({ calendarId, requestBody })).rejects;

    await insert({ role: 'owner', scope: { type: 'default' } }).toMatchObject({
      status: 400,
      response: { data: { error: { errors: [{ reason: 'illegalAccessRoleForDefault' }] } } },
    });
    await insert({ role: 'reader', scope: { type: 'user', value: alice } }).toMatchObject({
      status: 403,
      message: 'Cannot change your own access level.',
    });
  });
});
