import { describe, expect, test } from '@jest/globals';
import { randomIds } from '#lib/runtime/process/ids';

describe('ids', () => {
  test('are 26 characters of 0-9a-v that nobody can guess', () => {
    const ids = Array.from({ length: 1000 }, () => randomIds.next());

    expect(ids.every((id) => /^[0-9a-v]{26}$/.test(id))).toBe(true);
    expect(new Set(ids.map((id) => id.slice(9))).size).toBe(1000);
  });

  test('begin with the time, so that they sort by creation', () => {
    const before = Date.now();
    const time = Number.parseInt(randomIds.next().slice(0, 9), 32);

    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  });
});
