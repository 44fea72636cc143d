import type { calendar_v3 } from '@googleapis/calendar';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { googleCalendar } from '#test/support/calendar/google-calendar';
import { useGateway } from '#test/support/http/use-gateway';
import { someone } from '#test/support/people';

const [alice, bob] = [someone('alice'), someone('bob')];
const gateway = useGateway();
let list: calendar_v3.Resource$Calendarlist;
let calendarId: string;
beforeAll(async () => {
  const owner = await googleCalendar(gateway, alice);
  calendarId = (await owner.calendars.insert({ requestBody: { summary: 'S' } })).data.id ?? '';
  await owner.acl.insert({ calendarId, requestBody: { role: 'reader', scope: { type: 'user', value: bob } } });
  list = (await googleCalendar(gateway, bob)).calendarList;
});

describe("Google's client and the caller's list", () => {
  test('adds, reads, changes and takes off a calendar, and syncs along', async () => {
    const first = await list.list({});
    expect(first.data.items).toEqual([expect.objectContaining({ id: bob, primary: true })]);

    const inserted = await list.insert({
      colorRgbFormat: true,
      requestBody: { id: calendarId, backgroundColor: '#0088aa', foregroundColor: '#ffffff' },
    });
    expect(inserted.data).toMatchObject({
      id: calendarId,
      backgroundColor: '#0088aa',
      foregroundColor: '#ffffff',
      accessRole: 'reader',
    });
    expect((await list.get({ calendarId })).data).toEqual(inserted.data);
    expect(
      (await list.patch({ calendarId, requestBody: { summaryOverride: 'Alice', selected: true } })).data,
    ).toMatchObject({ summaryOverride: 'Alice', selected: true });
    expect((await list.update({ calendarId, requestBody: { colorId: '5' } })).data).toMatchObject({
      colorId: '5',
      backgroundColor: '#ff7537',
    });
    const second = await list.list({ syncToken: first.data.nextSyncToken ?? '' });
    expect(second.data.items).toEqual([expect.objectContaining({ id: calendarId, colorId: '5' })]);

    expect((await list.delete({ calendarId })).status).toBe(204);
    const third = await list.list({ syncToken: second.data.nextSyncToken ?? '' });
    expect(third.data.items).toEqual([expect.objectContaining({ id: calendarId, deleted: true })]);
  });

  test('is told why', async () => {
    await expect(list.delete({ calendarId: 'primary' })).rejects.toMatchObject({
      status: 403,
      response: { data: { error: { errors: [{ reason: 'cannotChangeOwnPrimarySubscription' }] } } },
    });
    await expect(list.insert({ requestBody: { id: 'nobody@example.com' } })).rejects.toMatchObject({ status: 404 });
    await expect(list.list({ syncToken: 'garbage' })).rejects.toMatchObject({
      status: 400,
      response: { data: { error: { errors: [{ reason: 'invalid', location: 'syncToken' }] } } },
    });
  });
});
