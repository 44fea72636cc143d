import { expect, test } from '@jest/globals';
import { forgetRemembered, remembered } from '#lib/api/process/remembered';

test('what is remembered stays the same until the data is replaced, then as long again', () => {
  let made = 0;
  const value = remembered(() => {
    made += 1;
    return { made };
  });

  expect([value(), value()]).toEqual([{ made: 1 }, { made: 1 }]);
  forgetRemembered();
  expect([value(), value()]).toEqual([{ made: 2 }, { made: 2 }]);
});
