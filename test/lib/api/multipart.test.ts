import { expect, test } from '@jest/globals';
import { responseIdOf } from '#lib/api/multipart';

test.each([
  ['<a + 1>', '<response-a + 1>'],
  ['a', 'response-a'],
  ['a\rSet-Cookie: b', 'response-aSet-Cookie: b'],
  ['<a\u0000\u0085>', '<response-a>'],
])('the answer to %j is %j, on one line', (contentId, expected) => {
  expect(responseIdOf(contentId)).toBe(expected);
});
