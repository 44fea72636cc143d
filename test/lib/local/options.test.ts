import { expect, test } from '@jest/globals';
import { chooseLog } from '#lib/local/options';

test.each([
  [undefined, undefined, 'pretty'],
  [undefined, 'off', 'off'],
  ['json', 'off', 'json'],
  [undefined, 'debug', 'pretty'],
  [undefined, '', 'pretty'],
])('--log %s where LOG is %s in the shell is %s', (option, variable, chosen) => {
  expect(chooseLog(option, variable)).toBe(chosen);
});
