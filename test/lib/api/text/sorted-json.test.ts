import { describe, expect, test } from '@jest/globals';
import { sortedJson } from '#lib/api/text/sorted-json';

describe('sortedJson', () => {
  test.each([
    [{ b: 1, a: { d: [2, { f: null, e: 'x' }], c: true } }, '{"a":{"c":true,"d":[2,{"e":"x","f":null}]},"b":1}'],
    [{ b: undefined, a: [undefined, 0.5] }, '{"a":[null,0.5]}'],
    [{ 'a"b': '\u2028\n' }, '{"a\\"b":"\u2028\\n"}'],
    ['text', '"text"'],
    [undefined, 'null'],
    [[], '[]'],
    [{}, '{}'],
  ])('%j', (value, text) => {
    expect(sortedJson(value)).toBe(text);
  });

  test('the order in which names were set makes no difference', () => {
    const [there, back] = [
      { minutes: 30, method: 'popup', at: { x: 1, y: 2 } },
      { at: { y: 2, x: 1 }, method: 'popup', minutes: 30 },
    ];

    expect(sortedJson([there])).toBe(sortedJson([back]));
    expect(sortedJson([there])).not.toBe(sortedJson([{ ...back, minutes: 31 }]));
  });
});
