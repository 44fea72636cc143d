import { brotliCompressSync, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { isMentioned, replaced, wordPattern } from '#lib/stores/dynamodb/people/mentions';

const ANN = 'ann@example.com';
const JSON_TEXT = JSON.stringify({ attendees: [{ email: ANN }, { email: 'joann@example.com' }] });

describe('an address in an item', () => {
  test.each<[string, Record<string, unknown>]>([
    ['in a key', { pk: `U#${ANN}`, sk: 'META' }],
    ['among others', { members: ['bob@example.com', ANN] }],
    ['in a set', { of: new Set([ANN]) }],
    ['as the name of a field', { heard: { [ANN]: 3 } }],
    ['in capitals', { text: 'Ann@Example.com' }],
    ['in a text', { text: `Call ${ANN}.` }],
    ['in JSON', { value: JSON_TEXT }],
    ['in deflated JSON', { event: Uint8Array.from(deflateRawSync(JSON_TEXT)) }],
    ['in JSON packed by Brotli', { packed: Uint8Array.from(brotliCompressSync(JSON_TEXT)) }],
  ])('is found and replaced: %s', (_name, item) => {
    const pattern = wordPattern([ANN]);
    const next = replaced(item, pattern, 'new@example.com');

    expect(isMentioned(item, pattern)).toBe(true);
    expect(isMentioned(next, pattern)).toBe(false);
    expect(isMentioned(next, wordPattern(['new@example.com']))).toBe(true);
  });

  test.each([
    'joann@example.com',
    'j.ann@example.com',
    'ann@example.com.au',
    'ann@example.community',
    'x-ann@example.com',
  ])('is not found in %s', (other) => {
    expect(isMentioned({ pk: `U#${other}` }, wordPattern([ANN]))).toBe(false);
  });

  test('leaves bytes that are nothing packed as they are', () => {
    const bytes = Uint8Array.from([1, 2, 3, 255]);
    expect(replaced({ bytes }, wordPattern([ANN]), 'x')).toEqual({ bytes });
  });
});
