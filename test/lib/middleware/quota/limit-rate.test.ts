import { expect, test } from '@jest/globals';
import { exchangeOf, type ApiMiddleware } from '#lib/middleware/exchange/exchange';
import { limitRate } from '#lib/middleware/quota/limit-rate';
import { silent, tinyService } from '#test/support/http/tiny-service';

const PER_SECOND = 2;

function setUp(granted = PER_SECOND * 60) {
  const time = { ms: Date.parse('2026-01-05T12:00:15.900Z') };
  const store = { lease: ({ units }: { readonly units: number }) => Promise.resolve(Math.min(units, granted)) };
  const clock = { now: () => new Date(time.ms) };
  const limit = limitRate({
    perSecond: PER_SECOND,
    store,
    clock,
    log: silent,
    ceilings: { userPerMinute: 0, stagePerMinute: 0 },
  });
  const signIn: ApiMiddleware = {
    before: (request) => {
      exchangeOf(request).caller = { kind: 'user', email: 'a@example.com', scopes: [], clientId: 'app' };
    },
  };
  const send = tinyService([signIn, ...limit]);
  const statuses = async (count: number): Promise<number[]> => {
    const seen: number[] = [];
    for (let sent = 0; sent < count; sent += 1) seen.push((await send({})).status);
    return seen;
  };
  return { time, send, statuses };
}

test('each second of the clock begins anew, also the next one', async () => {
  const { time, statuses } = setUp();

  expect(await statuses(3)).toEqual([200, 200, 429]);
  time.ms += 100;
  expect(await statuses(3)).toEqual([200, 200, 429]);
  time.ms += 999;
  expect(await statuses(1)).toEqual([429]);
  time.ms += 1;
  expect(await statuses(3)).toEqual([200, 200, 429]);
});

test('where other processes have used the minute up, it says when the next one begins', async () => {
  const { send } = setUp(0);
  const { status, headers } = await send({});

  expect([status, headers['retry-after']]).toEqual([429, '45']);
});

test('there is none for a service that sets no limit', () => {
  const store = { lease: () => Promise.reject(new Error('not asked')) };
  const ceilings = { userPerMinute: 0, stagePerMinute: 0 };
  expect(limitRate({ perSecond: 0, store, clock: { now: () => new Date() }, log: silent, ceilings })).toEqual([]);
});
