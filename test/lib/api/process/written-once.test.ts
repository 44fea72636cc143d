import { expect, test } from '@jest/globals';
import { keepTexts, writtenOnce } from '#lib/api/process/written-once';

/** How often a text is made when it is asked for twice. */
function timesWritten(value: object, names: readonly [string, string]): number {
  let times = 0;
  for (const name of names)
    writtenOnce(value, name, () => {
      times += 1;
      return `${name} of it`;
    });
  return times;
}

test('a text is made once for a value that keeps its texts, and each time for others', () => {
  expect(timesWritten(keepTexts({ a: 1 }), ['tag', 'tag'])).toBe(1);
  expect(timesWritten({ a: 1 }, ['tag', 'tag'])).toBe(2);
});

test('texts of other names are other texts', () => {
  const value = keepTexts({ a: 1 });

  expect(timesWritten(value, ['tag', 'body'])).toBe(2);
  expect(writtenOnce(value, 'tag', () => '')).toBe('tag of it');
  expect(writtenOnce(value, 'body', () => '')).toBe('body of it');
});
