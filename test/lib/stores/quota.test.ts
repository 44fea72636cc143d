import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Caller } from '#lib/api/context';
import { exchangeOf, type ApiMiddleware } from '#lib/middleware/exchange/exchange';
import { chargeQuota } from '#lib/middleware/quota/charge-quota';
import { config } from '#lib/runtime/process/config';
import { documents } from '#lib/stores/dynamodb/client/client';
import { GetCommand } from '#lib/stores/dynamodb/client/commands';
import { quotaKey } from '#lib/stores/dynamodb/platform/platform-keys';
import { dynamoQuota } from '#lib/stores/dynamodb/platform/quota';
import { silent, tinyService } from '#test/support/http/tiny-service';

const TableName = config.calendarTable;
const store = dynamoQuota(documents, TableName);
/** Not in the past, where the table would remove what is counted. */
const MINUTE = Math.floor(Date.now() / 60_000);

describe('lease', () => {
  test('gives what is asked for, then what remains, then nothing', async () => {
    const lease = { bucket: randomUUID(), minute: MINUTE, ceiling: 10, units: 6 };

    expect([await store.lease(lease), await store.lease(lease), await store.lease(lease)]).toEqual([6, 4, 0]);
  });

  test('never gives more than the ceiling at once', async () => {
    expect(await store.lease({ bucket: randomUUID(), minute: MINUTE, ceiling: 10, units: 50 })).toBe(10);
  });

  test('counts every minute and every bucket apart', async () => {
    const lease = { bucket: randomUUID(), minute: MINUTE, ceiling: 5, units: 5 };

    expect(await store.lease(lease)).toBe(5);
    expect(await store.lease({ ...lease, minute: MINUTE + 1 })).toBe(5);
    expect(await store.lease({ ...lease, bucket: randomUUID() })).toBe(5);
  });

  test('gives nothing when the ceiling was lowered below what is used', async () => {
    const lease = { bucket: randomUUID(), minute: MINUTE, ceiling: 10, units: 8 };
    await store.lease(lease);

    expect(await store.lease({ ...lease, ceiling: 5 })).toBe(0);
  });

  test('writes an item that the table lets expire', async () => {
    const bucket = randomUUID();
    await store.lease({ bucket, minute: MINUTE, ceiling: 10, units: 3 });

    const { Item } = await documents.send(new GetCommand({ TableName, Key: quotaKey(bucket, MINUTE) }));

    expect(Item).toMatchObject({ used: 3, expires: MINUTE * 60 + 300, v: 1 });
  });
});

describe('ten instances side by side', () => {
  const INSTANCES = 10;

  /** Each instance has a memory of its own; they meet only in the table. */
  function instances(ceilings: { userPerMinute: number; stagePerMinute: number }) {
    // A minute of this test alone, so that no other run counts in the shared bucket of the stage.
    const now = new Date((MINUTE + 2 + Math.floor(Math.random() * 1e8)) * 60_000);
    const email = `${randomUUID()}@example.com`;
    const caller: Caller = { kind: 'user', email, scopes: [], clientId: undefined };
    const signIn: ApiMiddleware = {
      before: (request) => {
        exchangeOf(request).caller = caller;
      },
    };
    return Array.from({ length: INSTANCES }, () =>
      tinyService([signIn, chargeQuota({ store, ceilings, clock: { now: () => now }, log: silent })]),
    );
  }

  async function served(send: ReturnType<typeof tinyService>, requests: number, method: string): Promise<number> {
    let passed = 0;
    for (let sent = 0; sent < requests; sent += 1) passed += (await send({ method })).status === 200 ? 1 : 0;
    return passed;
  }

  test.each([
    ['user', { userPerMinute: 100, stagePerMinute: 0 }],
    ['stage', { userPerMinute: 0, stagePerMinute: 100 }],
    ['user and stage', { userPerMinute: 100, stagePerMinute: 200 }],
  ])('serve exactly the ceiling of the %s when each has demand for more', async (_name, ceilings) => {
    const counts = await Promise.all(instances(ceilings).map((send) => served(send, 120, 'GET')));

    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(100);
  });

  test('never pass the ceiling with requests of three units', async () => {
    const counts = await Promise.all(
      instances({ userPerMinute: 100, stagePerMinute: 0 }).map((send) => served(send, 40, 'PATCH')),
    );
    const units = 3 * counts.reduce((sum, count) => sum + count, 0);

    expect(units).toBeLessThanOrEqual(100);
    // An instance may keep two units that are too few for its next request.
    expect(units).toBeGreaterThanOrEqual(100 - 2 * INSTANCES);
  });

  test('leave at least half of the ceiling usable when the demand moves from one to another', async () => {
    let passed = 0;
    for (const send of instances({ userPerMinute: 100, stagePerMinute: 0 })) passed += await served(send, 9, 'GET');

    expect(passed).toBeGreaterThanOrEqual(50);
    expect(passed).toBeLessThanOrEqual(100);
  });
});
