import { describe, expect, test } from '@jest/globals';
import type { Caller } from '#lib/api/context';
import type { Lease, QuotaStore } from '#lib/api/quota';
import { exchangeOf, type ApiMiddleware } from '#lib/middleware/exchange/exchange';
import { chargeQuota } from '#lib/middleware/quota/charge-quota';
import { silent, tinyService, type Answer, type Ask } from '#test/support/http/tiny-service';

const START = Date.parse('2026-01-05T12:00:15Z');

/** Counts like the real store, in memory. */
function countingStore() {
  const used = new Map<string, number>();
  const leases: Lease[] = [];
  const store: QuotaStore = {
    lease: (lease) => {
      leases.push(lease);
      const key = `${lease.bucket} ${String(lease.minute)}`;
      const before = used.get(key) ?? 0;
      const granted = Math.max(0, Math.min(lease.units, lease.ceiling - before));
      used.set(key, before + granted);
      return Promise.resolve(granted);
    },
  };
  return { store, leases };
}

const user = (email: string): Caller => ({ kind: 'user', email, scopes: [], clientId: undefined });
const anonymous: Caller = { kind: 'anonymous', email: undefined, scopes: [], clientId: undefined };

function setUp({ userPerMinute = 0, stagePerMinute = 0, store = countingStore().store, log = silent }) {
  const time = { ms: START };
  const quota = chargeQuota({
    store,
    ceilings: { userPerMinute, stagePerMinute },
    clock: { now: () => new Date(time.ms) },
    log,
  });
  const send = (caller: Caller, ask: Ask = {}): Promise<Answer> => {
    const signIn: ApiMiddleware = {
      before: (request) => {
        exchangeOf(request).caller = caller;
      },
    };
    return tinyService([signIn, quota])(ask);
  };
  const statuses = async (caller: Caller, count: number, ask: Ask = {}): Promise<number[]> => {
    const seen: number[] = [];
    for (let sent = 0; sent < count; sent += 1) seen.push((await send(caller, ask)).status);
    return seen;
  };
  return { time, send, statuses };
}

describe('403 userRateLimitExceeded', () => {
  test('after the caller has used a minute up, until the next one', async () => {
    const { time, send, statuses } = setUp({ userPerMinute: 3 });
    expect(await statuses(user('a@example.com'), 3)).toEqual([200, 200, 200]);

    const refused = await send(user('a@example.com'));

    expect(refused.status).toBe(403);
    expect(refused.headers['retry-after']).toBe('45');
    expect(refused.body).toMatchObject({
      error: {
        code: 403,
        errors: [{ domain: 'usageLimits', reason: 'userRateLimitExceeded', message: 'User Rate Limit Exceeded' }],
        status: 'RESOURCE_EXHAUSTED',
      },
    });

    time.ms += 45_000;
    expect((await send(user('a@example.com'))).status).toBe(200);
  });

  test('a patch costs three', async () => {
    const { statuses } = setUp({ userPerMinute: 7 });

    expect(await statuses(user('a@example.com'), 3, { method: 'PATCH' })).toEqual([200, 200, 403]);
    expect(await statuses(user('a@example.com'), 2)).toEqual([200, 403]);
  });

  test('users do not pay for one another', async () => {
    const { statuses } = setUp({ userPerMinute: 1 });

    expect(await statuses(user('a@example.com'), 2)).toEqual([200, 403]);
    expect(await statuses(user('b@example.com'), 2)).toEqual([200, 403]);
  });

  test('nor do API keys', async () => {
    const { statuses } = setUp({ userPerMinute: 1 });

    expect(await statuses(anonymous, 2, { query: 'key=one' })).toEqual([200, 403]);
    expect(await statuses(anonymous, 2, { query: 'key=two' })).toEqual([200, 403]);
    expect(await statuses(anonymous, 2)).toEqual([200, 403]);
    expect(await statuses(anonymous, 2, { sourceIp: '198.51.100.7' })).toEqual([200, 403]);
  });

  test('quotaUser divides the quota of one caller, and reaches into no other', async () => {
    const { statuses } = setUp({ userPerMinute: 4 });

    expect(await statuses(anonymous, 3, { query: 'key=one&quotaUser=a%40example.com' })).toEqual([200, 200, 403]);
    expect(await statuses(anonymous, 3, { query: 'key=one&quotaUser=b%40example.com' })).toEqual([200, 200, 403]);
    expect(await statuses(anonymous, 1, { query: 'key=one&quotaUser=c%40example.com' })).toEqual([403]);
    expect(await statuses(user('a@example.com'), 1)).toEqual([200]);
  });

  test('another quotaUser with every request buys nothing', async () => {
    const { statuses } = setUp({ userPerMinute: 10 });
    const rotated = [];
    for (let index = 0; index < 15; index += 1)
      rotated.push(...(await statuses(user('a@example.com'), 1, { query: `quotaUser=u${String(index)}` })));

    expect(rotated).toEqual([...Array<number>(10).fill(200), ...Array<number>(5).fill(403)]);
    expect(await statuses(user('a@example.com'), 1)).toEqual([403]);
  });
});

describe('429 rateLimitExceeded', () => {
  test('after all callers together have used a minute up', async () => {
    const { send, statuses } = setUp({ stagePerMinute: 2 });
    expect([await statuses(user('a@example.com'), 1), await statuses(user('b@example.com'), 1)]).toEqual([
      [200],
      [200],
    ]);

    const refused = await send(user('c@example.com'));

    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('45');
    expect(refused.body).toMatchObject({
      error: {
        errors: [{ domain: 'usageLimits', reason: 'rateLimitExceeded', message: 'Rate Limit Exceeded' }],
        status: 'RESOURCE_EXHAUSTED',
      },
    });
  });

  test('a request that the caller is refused costs the stage nothing', async () => {
    const { statuses } = setUp({ userPerMinute: 1, stagePerMinute: 2 });

    expect(await statuses(user('a@example.com'), 4)).toEqual([200, 403, 403, 403]);
    expect(await statuses(user('b@example.com'), 1)).toEqual([200]);
    expect(await statuses(user('c@example.com'), 1)).toEqual([429]);
  });
});

describe('the store', () => {
  test('is left alone when the ceilings are off', async () => {
    const { store, leases } = countingStore();

    expect(await setUp({ store }).statuses(user('a@example.com'), 5)).toEqual([200, 200, 200, 200, 200]);
    expect(leases).toEqual([]);
  });

  test('is asked rarely: 300 requests under a ceiling of 600 need 15 leases', async () => {
    const { store, leases } = countingStore();

    await setUp({ store, userPerMinute: 600 }).statuses(user('a@example.com'), 300);

    // 1, 1, 2, 4, 8, 16, then 30 at a time.
    expect(leases.map(({ units }) => units)).toEqual([1, 1, 2, 4, 8, 16, ...Array<number>(9).fill(30)]);
  });

  test('is not asked again for a minute that is used up', async () => {
    const { store, leases } = countingStore();
    const { statuses } = setUp({ store, userPerMinute: 2 });
    await statuses(user('a@example.com'), 3);
    const asked = leases.length;

    await statuses(user('a@example.com'), 10);

    expect(leases).toHaveLength(asked);
  });

  test('is never asked twice at a time for one bucket by requests that run side by side', async () => {
    let underWay = 0;
    let most = 0;
    const { store: counting } = countingStore();
    const store: QuotaStore = {
      lease: async (lease) => {
        underWay += 1;
        most = Math.max(most, underWay);
        const granted = await counting.lease(lease);
        underWay -= 1;
        return granted;
      },
    };
    const { send } = setUp({ store, userPerMinute: 10 });

    const answers = await Promise.all(Array.from({ length: 30 }, () => send(user('a@example.com'))));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(most).toBe(1);
  });

  test('may fail without failing requests; it is said once, and counting resumes in the next minute', async () => {
    const said: string[] = [];
    const { store: counting } = countingStore();
    let isBroken = true;
    const store: QuotaStore = {
      lease: (lease) => (isBroken ? Promise.reject(new Error('no such table')) : counting.lease(lease)),
    };
    const log = { ...silent, error: (message: string) => said.push(message) };
    const { time, statuses } = setUp({ store, log, userPerMinute: 1, stagePerMinute: 10 });

    expect(await statuses(user('a@example.com'), 3)).toEqual([200, 200, 200]);
    expect(said).toHaveLength(1);

    isBroken = false;
    time.ms += 60_000;
    expect(await statuses(user('a@example.com'), 2)).toEqual([200, 403]);
  });
});
