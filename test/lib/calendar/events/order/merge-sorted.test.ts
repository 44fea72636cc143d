import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mergeSorted, sourceOf } from '#lib/calendar/events/order/merge-sorted';

const isLess = (a: number, b: number): boolean => a < b;
const byNumber = (a: number, b: number): number => a - b;

describe('inOrder', () => {
  test('merges whatever is sorted', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer())), (lists) => {
        const merged = mergeSorted(
          lists.map((list) => sourceOf(list.toSorted(byNumber))),
          isLess,
        );

        expect([...merged]).toEqual(lists.flat().toSorted(byNumber));
      }),
    );
  });

  test('takes no more from an endless source than is asked for', () => {
    let taken = 0;
    function* naturals(): Generator<number, void> {
      for (let number = 0; ; number += 1) {
        taken = number;
        yield number;
      }
    }

    const merged = mergeSorted([sourceOf(naturals()), sourceOf([1.5, 2.5])], isLess);
    const first = Array.from({ length: 5 }, () => merged.next().value);

    expect(first).toEqual([0, 1, 1.5, 2, 2.5]);
    expect(taken).toBeLessThanOrEqual(3);
  });

  test('stops where it is told and goes on from there', () => {
    const sources = [sourceOf([1, 4, 6]), sourceOf([2, 3, 5])];

    expect([...mergeSorted(sources, isLess, (value) => value < 4)]).toEqual([1, 2, 3]);
    expect([...mergeSorted(sources, isLess)]).toEqual([4, 5, 6]);
  });
});
