import { expect, test } from '@jest/globals';
import { expiringCache } from '#lib/api/process/expiring-cache';

const time = { ms: 0 };
const clock = { now: () => new Date(time.ms) };

test('an answer is forgotten at its time', () => {
  const cache = expiringCache<string>(10, clock);
  cache.set('a', 'A', 1_000);

  time.ms = 999;
  expect(cache.get('a')).toBe('A');
  time.ms = 1_000;
  expect(cache.get('a')).toBeUndefined();
});

test('a full cache forgets what was used longest ago', () => {
  time.ms = 0;
  const cache = expiringCache<string>(2, clock);
  cache.set('a', 'A', 1_000);
  cache.set('b', 'B', 1_000);
  cache.get('a');

  cache.set('c', 'C', 1_000);

  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', undefined, 'C']);
});

test('an answer that replaces another pushes nobody out', () => {
  time.ms = 0;
  const cache = expiringCache<string>(2, clock);
  cache.set('a', 'A', 1_000);
  cache.set('b', 'B', 1_000);

  cache.set('b', 'new', 1_000);

  expect([cache.get('a'), cache.get('b')]).toEqual(['A', 'new']);
});
