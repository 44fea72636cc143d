import { expect, test } from '@jest/globals';
import type { Caller } from '#lib/api/context';
import type { Lease } from '#lib/api/quota';
import { exchangeOf, type ApiMiddleware } from '#lib/middleware/exchange/exchange';
import { chargeDailyQuota } from '#lib/middleware/quota/charge-daily-quota';
import { silent, tinyService } from '#test/support/http/tiny-service';

const NOON = Date.parse('2026-01-05T12:00:00Z');
const DAY_MS = 86_400_000;
const ceilings = { userPerMinute: 0, stagePerMinute: 0 };
const daily = {
  startOf: (at: Date) => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS),
  bucketOf: (operationId: string) => ({ bucket: 'lists', ceiling: operationId === 'calendar.events.list' ? 2 : 0 }),
};

/** Requests of one process; the store grants what the day has. */
function setUp() {
  const time = { ms: NOON };
  const leases: Lease[] = [];
  const used = new Map<string, number>();
  const store = {
    lease: (lease: Lease) => {
      leases.push(lease);
      const key = `${lease.bucket} ${String(lease.minute)}`;
      const granted = Math.min(lease.units, lease.ceiling - (used.get(key) ?? 0));
      used.set(key, (used.get(key) ?? 0) + granted);
      return Promise.resolve(granted);
    },
  };
  const quota = chargeDailyQuota({ daily, store, ceilings, clock: { now: () => new Date(time.ms) }, log: silent });
  const send = (email: string, clientId?: string, method = 'GET') => {
    const caller: Caller = { kind: 'user', email, scopes: [], clientId };
    const signIn: ApiMiddleware = { before: (request) => void (exchangeOf(request).caller = caller) };
    return tinyService([signIn, ...quota])({ method });
  };
  return { time, leases, send };
}

test('a day holds so many, then it is 429 until the next one begins', async () => {
  const { time, leases, send } = setUp();
  expect([(await send('a@x.test')).status, (await send('a@x.test')).status]).toEqual([200, 200]);

  time.ms += 11 * 3_600_000;
  const { status, headers, body } = await send('a@x.test');
  expect([status, headers['retry-after']]).toEqual([429, '3600']);
  expect(body).toMatchObject({
    error: {
      message: "The quota of the day for 'lists' is used up.",
      errors: [{ domain: 'usageLimits', reason: 'rateLimitExceeded' }],
      status: 'RESOURCE_EXHAUSTED',
    },
  });
  expect(new Set(leases.map(({ minute, minutes }) => [minute, minutes].join()))).toEqual(
    new Set([`${String(Date.parse('2026-01-05T00:00:00Z') / 60_000)},1500`]),
  );

  time.ms += 3_600_000;
  expect((await send('a@x.test')).status).toBe(200);
});

test('a client counts for all its users, a person without one for themselves, and some operations not at all', async () => {
  const { send } = setUp();
  const statuses = async (
    ...asked: readonly (readonly [string, (string | undefined)?, string?])[]
  ): Promise<number[]> => {
    const seen: number[] = [];
    for (const one of asked) seen.push((await send(...one)).status);
    return seen;
  };

  expect(await statuses(['a@x.test', 'app'], ['b@x.test', 'app'], ['c@x.test', 'app'])).toEqual([200, 200, 429]);
  expect(await statuses(['a@x.test', 'other'], ['a@x.test'], ['a@x.test'], ['a@x.test'])).toEqual([200, 200, 200, 429]);
  expect(await statuses(['b@x.test'], ['a@x.test', undefined, 'POST'])).toEqual([200, 200]);
});

test('there is none for a service that does not count by day', () => {
  const store = { lease: () => Promise.reject(new Error('not asked')) };
  expect(chargeDailyQuota({ store, clock: { now: () => new Date() }, log: silent, ceilings })).toEqual([]);
});
