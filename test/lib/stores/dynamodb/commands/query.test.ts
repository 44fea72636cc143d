import { expect, test } from '@jest/globals';
import { parsePosition, positionOf } from '#lib/stores/dynamodb/commands/query';

test('a position comes back as it was, and none is none', () => {
  const last = { pk: 'a', sk: 'b' };

  expect(parsePosition(positionOf(last))).toEqual(last);
  expect(parsePosition(positionOf(undefined))).toBeUndefined();
});

test.each(['', '{', '5', 'null', '"a"', 'true'])('%j is no position', (text) => {
  expect(() => parsePosition(text)).toThrow('Invalid page token value.');
});
