import { describe, expect, test } from '@jest/globals';
import { parseExactly } from '#lib/api/text/exact-json';

describe('parseExactly', () => {
  test.each([
    ['{"advertiserId":21700000000011523}', { advertiserId: '21700000000011523' }],
    [
      '{"values": [ -9007199254740993, 9007199254740991, 1.5, "x" ]}',
      { values: ['-9007199254740993', 9007199254740991, 1.5, 'x'] },
    ],
    [
      '{"a":"b:12345678901234567","c":0.1234567890123456,"d":[1e30]}',
      { a: 'b:12345678901234567', c: 0.1234567890123456, d: [1e30] },
    ],
    ['{"__proto__":12345678901234567}', JSON.parse('{"__proto__":"12345678901234567"}')],
    ['{"small":1}', { small: 1 }],
  ])('%s', (text, expected) => {
    expect(parseExactly(text)).toEqual(expected);
  });

  test('what is no JSON is refused', () => {
    expect(() => parseExactly('{"a":12345678901234567')).toThrow(SyntaxError);
  });
});
