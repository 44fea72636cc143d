import { describe, expect, test } from '@jest/globals';
import { fitsAnAnswer, MAX_BINARY_BYTES } from '#lib/api/process/answer-size';

/** What Lambda takes of an answer, as its documentation says, and what we leave for the headers. */
const LIMIT = 6_291_456 - 65_536;

/** A text of a character that has `bytes` in JSON; all of it has `total`, with its quotes. */
function textOf(character: string, bytes: number, total: number): string {
  const inside = total - 2;
  return character.repeat(Math.floor(inside / bytes)) + 'a'.repeat(inside % bytes);
}

describe('an answer of a function', () => {
  test.each([
    ['plain letters', 'a', 1],
    ['letters beyond ASCII', 'ü', 2],
    ['quotes, which travel with a backslash', '"', 2],
    ['letters of Asia', '日', 3],
    ['control characters, which travel as six', '\u0001', 6],
  ])('fits up to the limit: %s', (_what, character, bytes) => {
    expect(fitsAnAnswer(textOf(character, bytes, LIMIT - 1))).toBe(true);
    expect(fitsAnAnswer(textOf(character, bytes, LIMIT + bytes))).toBe(false);
  });

  test('a short one always fits', () => {
    expect(fitsAnAnswer('')).toBe(true);
    expect(fitsAnAnswer('\u0001'.repeat(1_000_000))).toBe(true);
  });

  test('of bytes has room for base64', () => {
    expect(Buffer.alloc(MAX_BINARY_BYTES).toString('base64').length).toBe(LIMIT);
  });
});
