import { describe, expect, test } from '@jest/globals';
import { isDeeperThan } from '#lib/api/text/json-depth';

const nested = (depth: number): string => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;

describe('JSON', () => {
  test.each([
    [nested(4), 4, false],
    [nested(6), 4, true],
    ['[1,[2],[3],[4]]', 2, false],
    ['{"a":"[[[[[["}', 1, false],
    [String.raw`{"a":"\"[[[["}`, 1, false],
    [String.raw`{"a":"\\","b":[[]]}`, 2, true],
    ['"text"', 0, false],
  ])('%s is deeper than %i levels: %p', (text, levels, isDeeper) => {
    expect(isDeeperThan(text, levels)).toBe(isDeeper);
  });
});
