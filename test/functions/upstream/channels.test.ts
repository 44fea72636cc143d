/** Channels of a calendar that is elsewhere: opened, told and ended through the gateway. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startAlmanac, type Almanac } from '#lib/testing/start-almanac';
import { eventually } from '#test/support/eventually';
import { messages, startReceiver, type Receiver } from '#test/support/http/receiver';

const ALICE = 'alice@example.com';
const EVENTS = 'calendar/v3/calendars/primary/events';
const MEETING = { start: { dateTime: '2026-04-01T09:00:00Z' }, end: { dateTime: '2026-04-01T10:00:00Z' } };

let upstream: Almanac;
let gateway: Almanac;
let receiver: Receiver;
let token: string;

beforeAll(async () => {
  [upstream, receiver] = await Promise.all([startAlmanac({ services: ['calendar'] }), startReceiver()]);
  gateway = await startAlmanac({ services: ['calendar'], upstream: { calendar: upstream.url } });
  token = await upstream.token(ALICE);
});
afterAll(() => Promise.all([gateway.stop(), upstream.stop(), receiver.stop()]));

async function post(almanac: Almanac, path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(new URL(path, almanac.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
}

const channel = (id: string) => ({ id, type: 'web_hook', address: `${receiver.url}/client`, token: 'tenant=1' });
const heardBy = (id: string): string[] => messages(receiver.received).filter((message) => message.startsWith(`${id} `));
/** Addresses that the upstream sends to. */
const hooks = async (): Promise<string[]> => [...new Set((await upstream.webhooks()).map(({ url }) => url))];

describe('a channel', () => {
  test('is opened on both sides, hands messages on with our numbers, and is ended on both', async () => {
    const { status, body } = await post(gateway, `${EVENTS}/watch?eventTypes=default`, channel('one'));
    expect([status, body['id'], body['token']]).toEqual([200, 'one', 'tenant=1']);
    expect(String(body['resourceUri'])).toMatch(new RegExp(`^${gateway.url}calendar/v3/calendars/${ALICE}/events\\?`));
    await eventually(() => heardBy('one').includes('one 1 sync'));

    await post(upstream, EVENTS, MEETING);
    await eventually(() => heardBy('one').length > 1);
    expect(heardBy('one').slice(0, 2)).toEqual(['one 1 sync', 'one 2 exists']);
    const [hook = ''] = await hooks();
    expect(hook).toMatch(new RegExp(`^${gateway.url}hooks/[\\w-]{27}\\.[\\w-]{20}$`));
    expect(receiver.received.every(({ headers }) => headers['x-goog-channel-token'] === 'tenant=1')).toBe(true);

    const before = (await upstream.webhooks()).length;
    const stopped = await post(gateway, 'calendar/v3/channels/stop', { id: 'one', resourceId: body['resourceId'] });
    expect(stopped.status).toBe(204);
    await post(upstream, EVENTS, MEETING);
    expect((await upstream.webhooks()).length).toBe(before);
    expect(
      (await post(gateway, 'calendar/v3/channels/stop', { id: 'one', resourceId: body['resourceId'] })).status,
    ).toBe(404);
  });

  test('is refused here or there, and then is on neither side', async () => {
    const count = async (): Promise<number> => (await upstream.requests()).length;
    const before = await count();
    const plain = await post(gateway, `${EVENTS}/watch`, { ...channel('two'), address: 'http://hooks.example.com/' });
    expect([plain.status, plain.body['error']]).toMatchObject([
      400,
      { errors: [{ reason: 'push.webhookUrlNotHttps' }] },
    ]);
    expect(await count()).toBe(before);
    const missing = await post(gateway, 'calendar/v3/calendars/none/events/watch', channel('two'));
    expect([missing.status, missing.body['error']]).toMatchObject([404, { errors: [{ reason: 'notFound' }] }]);
    expect((await post(gateway, `${EVENTS}/watch`, channel('two'))).status).toBe(200);
    const twice = await post(gateway, 'calendar/v3/users/me/settings/watch', channel('two'));
    expect([twice.status, twice.body['error']]).toMatchObject([400, { errors: [{ reason: 'channelIdNotUnique' }] }]);
  });
});

describe('an address of ours', () => {
  test('takes messages with its token alone', async () => {
    await post(gateway, `${EVENTS}/watch`, channel('three'));
    await post(upstream, EVENTS, MEETING);
    await eventually(() => heardBy('three').length > 1);
    const told = heardBy('three').length;
    for (const hook of await hooks()) {
      const path = new URL(hook).pathname;
      expect((await post(gateway, path, {}, { 'x-goog-resource-state': 'exists' })).status).toBe(404);
      const wrong = { 'x-goog-resource-state': 'exists', 'x-goog-channel-token': 'tenant=1' };
      expect((await post(gateway, path, {}, wrong)).status).toBe(404);
    }
    expect((await post(gateway, 'hooks/none', {}, { 'x-goog-resource-state': 'exists' })).status).toBe(404);
    expect(heardBy('three')).toHaveLength(told);
  });
});
