import { describe, expect, test } from '@jest/globals';
import { domainOf, foldAddress } from '#lib/api/text/address';

test.each([
  ['Alice@Example.com', 'alice@example.com'],
  ['boo\u212A@example.com', 'boo\u212A@example.com'],
  ['\u0130stanbul@example.com', '\u0130stanbul@example.com'],
])('%s is kept as %s', (written, kept) => {
  expect(foldAddress(written)).toBe(kept);
});

describe('the domain', () => {
  test('is what is behind the @', () => {
    expect(domainOf('alice@example.com')).toBe('example.com');
  });

  test.each(['example.com', '@example.com', 'alice@', 'alice@evil.test@example.com', ''])('%s has none', (text) => {
    expect(domainOf(text)).toBeUndefined();
  });
});
