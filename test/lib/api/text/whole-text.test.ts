import { describe, expect, test } from '@jest/globals';
import { isWholeText } from '#lib/api/text/whole-text';

const isWhole = (json: string): boolean => isWholeText(json, JSON.parse(json));

describe('isWholeText', () => {
  test.each([
    '{}',
    '{"a":"\\ud83d\\ude00"}',
    '{"a":"\\\\ud800"}',
    '{"a":[null,1,{"b":"é 😀 \\u00e9"}]}',
    '{"\\uD83D\\uDE00":""}',
    '[null]',
  ])('%s is text', (json) => {
    expect(isWhole(json)).toBe(true);
  });

  test.each([
    '{"a":"\\ud83d"}',
    '{"a":"\\ude00\\ud83d"}',
    '{"a":[{"b":["x","\\udfff"]}]}',
    '{"\\uD800":1}',
    '{"a":"\\ud83d\\ude00\\ud83d"}',
  ])('%s is not', (json) => {
    expect(isWhole(json)).toBe(false);
  });

  test('however deep it is', () => {
    const deep = (text: string): string => `${'['.repeat(50_000)}"${text}"${']'.repeat(50_000)}`;

    expect(isWhole(deep('\\ud83d\\ude00'))).toBe(true);
    expect(isWhole(deep('\\ud83d'))).toBe(false);
  });
});
