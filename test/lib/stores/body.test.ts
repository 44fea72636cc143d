import { describe, expect, test } from '@jest/globals';
import { isFormerBody, packBody, unpackBody } from '#lib/stores/dynamodb/body';

const VALUES = {
  numbers: [0, 0.1, -1e-300, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, 5e-324],
  texts: ['', '“maybe” 🙂', 'half \ud83d', '\0', '{', '"\\'],
  names: JSON.parse('{ "__proto__": 1, "constructor": { "a": null } }') as object,
  truth: [true, false, null],
};

describe('the body of an item', () => {
  test('comes back as it was, from the table and from its stream', () => {
    const short = packBody(VALUES);
    const long = packBody({ ...VALUES, description: 'long '.repeat(1_000) });

    expect(typeof short).toBe('string');
    expect(unpackBody(short)).toEqual(VALUES);
    expect(ArrayBuffer.isView(long)).toBe(true);
    expect(long.length).toBeLessThan(1_000);
    expect(unpackBody(long)).toEqual({ ...VALUES, description: 'long '.repeat(1_000) });
    // Lambda hands bytes over as base64.
    expect(unpackBody(Buffer.from(long as Uint8Array).toString('base64'))).toEqual(unpackBody(long));
  });

  test('is deflated from the length that is given, and equal bodies are equal bytes', () => {
    const body = { a: 'x'.repeat(992) };

    expect(ArrayBuffer.isView(packBody(body))).toBe(true);
    expect(typeof packBody({ a: 'x'.repeat(991) })).toBe('string');
    expect(typeof packBody(body, 4_000)).toBe('string');
    expect(packBody(body)).toStrictEqual(packBody(body));
  });

  test('is taken as it is where an earlier version wrote a map', () => {
    const map = { summary: 'Lunch', attendees: [{ email: 'a@example.com' }] };

    expect(unpackBody(map)).toBe(map);
    expect([map, packBody(map), new Uint8Array(1), undefined].map(isFormerBody)).toEqual([true, false, false, false]);
  });
});
