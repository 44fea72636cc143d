import { describe, expect, test } from '@jest/globals';
import { base64Url } from '#lib/api/text/base64-url';

describe('base64Url', () => {
  test.each([
    ['', ''],
    ['f', 'Zg'],
    ['fo', 'Zm8'],
    ['foo', 'Zm9v'],
    ['foobar', 'Zm9vYmFy'],
    ['~~?>>?', 'fn4_Pj4_'],
    ['__~', 'X19-'],
    ['müller@example.com', 'bcO8bGxlckBleGFtcGxlLmNvbQ'],
    ['予定', '5LqI5a6a'],
  ])('%j', (text, encoded) => {
    expect(base64Url(text)).toBe(encoded);
  });
});
