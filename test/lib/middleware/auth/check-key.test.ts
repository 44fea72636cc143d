import { expect, test } from '@jest/globals';
import { hashKey, newKey } from '#lib/api/api-keys';
import { keyChecker } from '#lib/middleware/auth/check-key';
import { randomIds } from '#lib/runtime/process/ids';

const NOON = Date.parse('2026-01-05T12:00:00Z');

function setUp() {
  const key = newKey(randomIds);
  const issued = new Set([hashKey(key)]);
  const asked: string[] = [];
  const time = { ms: NOON };
  const find = (hash: string) => {
    asked.push(hash);
    return Promise.resolve(issued.has(hash) ? { hash, label: '', created: '' } : undefined);
  };
  return { key, issued, asked, time, check: keyChecker({ find }, { now: () => new Date(time.ms) }) };
}

test('the store is asked once a minute for a key that is good', async () => {
  const { key, asked, time, check } = setUp();

  expect([await check(key), await check(key)]).toEqual([true, true]);
  time.ms += 59_999;
  expect(await check(key)).toBe(true);
  expect(asked).toHaveLength(1);

  time.ms += 1;
  expect(await check(key)).toBe(true);
  expect(asked).toHaveLength(2);
});

test('and once a minute for a key that is not', async () => {
  const { asked, check } = setUp();
  const wrong = newKey(randomIds);

  expect([await check(wrong), await check(wrong)]).toEqual([false, false]);
  expect(asked).toHaveLength(1);
});

test('a revoked key ends within a minute', async () => {
  const { key, issued, time, check } = setUp();
  await check(key);

  issued.clear();
  time.ms += 60_000;

  expect(await check(key)).toBe(false);
});

test.each(['', 'AIzaSyA-0123456789abcdef', 'alm_short', `alm_${'z'.repeat(26)}`, 'x'.repeat(100_000)])(
  'what cannot be a key is refused without asking',
  async (text) => {
    const { asked, check } = setUp();

    expect(await check(text)).toBe(false);
    expect(asked).toEqual([]);
  },
);

test('the store never sees the key itself', async () => {
  const { key, asked, check } = setUp();

  await check(key);

  expect(asked[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(asked[0]).not.toContain(key);
});
