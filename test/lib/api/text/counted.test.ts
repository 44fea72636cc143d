import { expect, test } from '@jest/globals';
import { counted } from '#lib/api/text/counted';

test.each([
  [0, '0 events'],
  [1, '1 event'],
  [2, '2 events'],
  [10_000, '10,000 events'],
])('%d is told as %s', (count, told) => {
  expect(counted(count, 'event')).toBe(told);
});
