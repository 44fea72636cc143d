import { describe, expect, test } from '@jest/globals';
import { fitIntoKey } from '#lib/stores/dynamodb/commands/fit-into-key';

describe('a key of a text that is too long', () => {
  test.each([
    ['letters', 'a'.repeat(2_000)],
    ['characters of two parts', '😀'.repeat(1_000)],
    ['characters of two parts, shifted by one', `a${'😀'.repeat(1_000)}`],
    ['characters of three bytes', '予'.repeat(1_000)],
  ])('of %s is text that fits, and differs from that of its neighbour', (_, text) => {
    const key = fitIntoKey(text);

    expect(Buffer.byteLength(key)).toBeLessThanOrEqual(700);
    expect(key.isWellFormed()).toBe(true);
    expect(fitIntoKey(`${text}b`)).not.toBe(key);
  });

  test('a short text is its own key', () => {
    expect(fitIntoKey('😀')).toBe('😀');
  });
});
