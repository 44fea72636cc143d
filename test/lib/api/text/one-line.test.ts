import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { oneLine } from '#lib/api/text/one-line';

test.each([
  ['one two', 'one two'],
  ['  one  two ', 'one two'],
  ['one\ttwo\r\nthree', 'one two three'],
  ['one\u00a0two\u3000three', 'one two three'],
  ['\n', ''],
  ['', ''],
])('%j becomes %j', (text, expected) => {
  expect(oneLine(text)).toBe(expected);
});

test('nothing is left that a second pass would change, and no other character is lost', () => {
  const pieces = fc.array(fc.oneof(fc.string(), fc.constantFrom(' ', '  ', '\t', '\n', '\u00a0', '\ufeff')));
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join('');
      expect(oneLine(text)).toBe(
        text
          .split(/\s+/)
          .filter((word) => word !== '')
          .join(' '),
      );
    }),
  );
});
