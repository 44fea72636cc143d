/** @modules own */
import type { calendar_v3 } from '@googleapis/calendar';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startStreams } from '#lib/local/streams/streams';
import { readDeployment } from '#lib/package/template/deployment';
import { newCalendarTable } from '#test/support/calendar/calendar-table';
import { useGoogleCalendar } from '#test/support/calendar/google-calendar';
import { eventually } from '#test/support/eventually';
import { messages, startReceiver, type Receiver } from '#test/support/http/receiver';
import { useGateway } from '#test/support/http/use-gateway';
import { someone } from '#test/support/people';

const alice = someone();
const gateway = useGateway();
const client = useGoogleCalendar(gateway, alice, { clientId: 'app' });
let receiver: Receiver;
let streams: { stop(): Promise<void> };

/**
 * On a table of their own, where nobody else's changes have to be told. The functions read its name when they are first
 * called.
 */
beforeAll(async () => {
  const [table, started] = await Promise.all([newCalendarTable(), startReceiver()]);
  receiver = started;
  process.env['CALENDAR_TABLE'] = table.name;
  streams = startStreams({
    functions: readDeployment('test').functions.filter(({ name }) => name === 'notify'),
    tables: [table],
    checkpoints: { get: () => undefined, set: () => undefined },
    discard: ({ reason }) => Promise.reject(new Error(reason)),
  });
});
afterAll(async () => {
  await streams.stop();
  await receiver.stop();
});

const channel = (): calendar_v3.Schema$Channel & { id: string } => ({
  id: someone('channel').replace(/@.*/, ''),
  type: 'web_hook',
  address: `${receiver.url}/hook`,
  token: 'tenant=42',
  params: { ttl: '600' },
});
const heardBy = (id: string): string[] => messages(receiver.received).filter((message) => message.startsWith(id));

describe("Google's client and channels", () => {
  test('watches events, hears of a change, stops and hears no more', async () => {
    const requestBody = channel();
    const { status, data } = await client.events.watch({ calendarId: 'primary', requestBody });
    expect([status, data.kind, data.id, data.token]).toEqual([200, 'api#channel', requestBody.id, 'tenant=42']);
    await eventually(() => heardBy(requestBody.id).includes(`${requestBody.id} 1 sync`));

    const insert = () =>
      client.events.insert({
        calendarId: 'primary',
        requestBody: { start: { dateTime: '2026-03-10T09:00:00Z' }, end: { dateTime: '2026-03-10T10:00:00Z' } },
      });
    await insert();
    await eventually(() => heardBy(requestBody.id).length > 1);
    expect(heardBy(requestBody.id).slice(0, 2)).toEqual([`${requestBody.id} 1 sync`, `${requestBody.id} 2 exists`]);

    const other = channel();
    await client.events.watch({ calendarId: 'primary', requestBody: other });
    const stopped = await client.channels.stop({
      requestBody: { id: requestBody.id, resourceId: data.resourceId ?? '' },
    });
    expect(stopped.status).toBe(204);
    const before = heardBy(requestBody.id).length;
    await insert();
    await eventually(() => heardBy(other.id).length > 1);
    expect(heardBy(requestBody.id)).toHaveLength(before);
  });

  test('watches rules, the list and settings', async () => {
    const answers = await Promise.all([
      client.acl.watch({ calendarId: 'primary', requestBody: channel() }),
      client.calendarList.watch({ requestBody: channel() }),
      client.settings.watch({ requestBody: channel() }),
    ]);

    expect(answers.map(({ status, data }) => [status, new URL(data.resourceUri ?? '').pathname])).toEqual([
      [200, `/calendar/v3/calendars/${alice}/acl`],
      [200, '/calendar/v3/users/me/calendarList'],
      [200, '/calendar/v3/users/me/settings'],
    ]);
  });

  test('throws what is wrong with a channel', async () => {
    await expect(
      client.events.watch({
        calendarId: 'primary',
        requestBody: { ...channel(), address: 'http://hooks.example.com/' },
      }),
    ).rejects.toMatchObject({
      status: 400,
      message: 'WebHook callback must be HTTPS: http://hooks.example.com/',
    });
    await expect(client.channels.stop({ requestBody: { id: 'nope', resourceId: 'r' } })).rejects.toMatchObject({
      status: 404,
      message: "Channel 'nope' not found for project 'app'",
    });
  });
});
