import { describe, expect, test } from '@jest/globals';
import { memoized } from '#lib/api/process/memoized';

describe('a function that remembers', () => {
  test('is asked once for what it is asked often', () => {
    const asked: number[] = [];
    const double = memoized(10, (value: number) => {
      asked.push(value);
      return value * 2;
    });

    expect([double(1), double(2), double(1), double(2)]).toEqual([2, 4, 2, 4]);
    expect(asked).toEqual([1, 2]);
  });

  test('remembers `false` and empty text, too', () => {
    let asked = 0;
    const isLong = memoized(10, (text: string) => {
      asked += 1;
      return text.length > 3;
    });

    expect([isLong('a'), isLong('a'), isLong('long'), isLong('long')]).toEqual([false, false, true, true]);
    expect(asked).toBe(2);
  });

  test('keeps no more than it was told to', () => {
    let asked = 0;
    const same = memoized(2, (value: number) => {
      asked += 1;
      return value;
    });

    expect([1, 2, 3, 1, 2].map(same)).toEqual([1, 2, 3, 1, 2]);
    expect(asked).toBe(5);
  });
});
