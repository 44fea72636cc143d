import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listen, type Listening } from '#test/support/http/listen';
import { askAs, useAlmanac } from '#test/support/stack/use-almanac';

const EVENTS = 'calendar/v3/calendars/primary/events';
const alice = 'alice@example.com';
const tea = {
  summary: 'Tea',
  start: { dateTime: '2026-12-01T10:00:00Z' },
  end: { dateTime: '2026-12-01T11:00:00Z' },
};
const almanac = useAlmanac({ clock: { now: '2026-03-01T09:00:00Z', frozen: true } });

const server: Server = createServer((_request, response) => {
  response.end();
});
let receiver: Listening;
beforeAll(async () => {
  receiver = await listen(server);
});
afterAll(() => receiver.stop());

const watch = (expiration: string) =>
  askAs(almanac.current, alice, [
    'POST',
    `${EVENTS}/watch`,
    { id: 'channel-1', type: 'web_hook', address: receiver.url, expiration: String(Date.parse(expiration)) },
  ]);

describe('the clock', () => {
  test('begins where it was asked to, and comes back there', async () => {
    expect((await almanac.current.clock.now()).toISOString()).toBe('2026-03-01T09:00:00.000Z');
    await almanac.current.clock.advance('P1Y');
    expect((await almanac.current.clock.now()).toISOString()).toBe('2027-03-01T09:00:00.000Z');

    await almanac.current.reset();

    expect((await almanac.current.clock.now()).toISOString()).toBe('2026-03-01T09:00:00.000Z');
  });

  test('what is written carries its time', async () => {
    const { body } = await askAs(almanac.current, alice, ['POST', EVENTS, tea]);
    await almanac.current.clock.advance('P1M');
    const later = await askAs(almanac.current, alice, ['PATCH', `${EVENTS}/${String(body['id'])}`, { summary: 'T' }]);

    expect(String(body['created'])).toMatch(/^2026-03-01T09:00:00/);
    expect(String(later.body['created'])).toMatch(/^2026-03-01T09:00:00/);
    expect(String(later.body['updated'])).toMatch(/^2026-04-01T09:00:00/);
  });

  test('tokens expire by it', async () => {
    const headers = { authorization: `Bearer ${await almanac.current.token(alice, { ttlSeconds: 600 })}` };
    const ask = async () => (await fetch(`${almanac.current.url}${EVENTS}`, { headers })).status;
    expect(await ask()).toBe(200);

    await almanac.current.clock.advance(1_200_000);
    expect(await ask()).toBe(401);

    await almanac.current.clock.set('2026-03-01T09:05:00Z');
    expect(await ask()).toBe(200);
  });

  test('what is kept only for a while is gone when its time is over', async () => {
    const { body } = await askAs(almanac.current, alice, ['POST', EVENTS, tea]);
    const path = `${EVENTS}/${String(body['id'])}`;
    await askAs(almanac.current, alice, ['DELETE', path]);
    expect((await askAs(almanac.current, alice, ['GET', path])).body).toMatchObject({ status: 'cancelled' });

    await almanac.current.clock.advance('P1Y');

    expect((await askAs(almanac.current, alice, ['GET', path])).status).toBe(404);
    const listed = await askAs(almanac.current, alice, ['GET', `${EVENTS}?showDeleted=true`]);
    expect(listed.body['items']).toEqual([]);
  });

  test('channels are told of changes until they expire', async () => {
    expect((await watch('2026-03-08T09:00:00Z')).status).toBe(200);
    await askAs(almanac.current, alice, ['POST', EVENTS, tea]);
    const before = await almanac.current.webhooks();

    await almanac.current.clock.advance('P1M');
    await askAs(almanac.current, alice, ['POST', EVENTS, tea]);

    expect(before.map(({ headers }) => headers['X-Goog-Resource-State'])).toEqual(['sync', 'exists']);
    expect(before).toMatchObject([{ url: receiver.url, status: 200 }, { outcome: 'answered' }]);
    expect(await almanac.current.webhooks()).toEqual(before);
  });

  test('a running clock goes on from where it was set', async () => {
    await almanac.current.clock.set('2030-01-01T00:00:00Z');
    const first = await almanac.current.clock.now();
    expect(first.toISOString()).toMatch(/^2030-01-01T00:00/);

    const state = await almanac.current.clock.release();

    expect(state.mode).toBe('real');
  });

  test.each([['soon'], ['P1']])('refuses to advance by %s', async (by) => {
    await expect(almanac.current.clock.advance(by)).rejects.toThrow('a duration such as P1M');
  });
});
