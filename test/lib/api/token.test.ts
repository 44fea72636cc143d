import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { openToken, sealToken } from '#lib/api/token';
import { anyText } from '#test/tools/fuzz/any-text';

describe('tokens', () => {
  test('open to what was sealed, for the same kind only', () => {
    const token = sealToken('page', { after: 'ä', seq: 7 });

    expect(openToken('page', token)).toEqual({ after: 'ä', seq: 7 });
    expect(openToken('sync', token)).toBeUndefined();
  });

  test('any other text is no token', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), anyText({ maxLength: 4000 })), (text) => {
        expect(openToken('page', text)).toBeUndefined();
      }),
    );
  });

  test('a changed character is noticed', () => {
    const token = sealToken('page', { after: 'somewhere', seq: 7 });
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'ABCdef012-_'), (at, character) => {
        fc.pre(token[at] !== character);
        // The last characters of base64 can hold bits that mean nothing.
        fc.pre(at < token.length - 2);
        expect(openToken('page', token.slice(0, at) + character + token.slice(at + 1))).toBeUndefined();
      }),
    );
  });
});
