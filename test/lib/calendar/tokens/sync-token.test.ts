import { describe, expect, test } from '@jest/globals';
import { sealToken } from '#lib/api/token';
import { markOfList, openPageToken, sealPageToken } from '#lib/calendar/tokens/page-token';
import { forgottenAtMs, isForgotten } from '#lib/calendar/tokens/retention';
import { openSyncToken, readSyncToken, sealSyncToken } from '#lib/calendar/tokens/sync-token';

const NOW = new Date('2026-03-02T08:00:00.700Z');
const DAY = 86_400_000;
const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const tokenOf = (parameters?: Record<string, unknown>) => sealSyncToken('events', 'alice', 7, NOW, parameters);
const open = (token: string, validity: { now: Date; sinceMs?: number } = { now: NOW }, of = 'alice') =>
  openSyncToken('events', token, of, validity);
const gone = expect.objectContaining({
  code: 410,
  entries: [expect.objectContaining({ domain: 'calendar', reason: 'fullSyncRequired', location: 'syncToken' })],
});
const invalid = expect.objectContaining({ code: 400, message: 'Invalid sync token value.' });

describe('a sync token', () => {
  test('comes back as it was made, to the millisecond', () => {
    const at = 1_772_438_400.7;
    expect(open(tokenOf())).toStrictEqual({ of: 'alice', seq: 7, at });
    expect(open(tokenOf({ singleEvents: true }))).toStrictEqual({
      of: 'alice',
      seq: 7,
      at,
      with: { singleEvents: true },
    });
  });

  test('is valid for thirty days', () => {
    expect(open(tokenOf(), { now: later(30 * DAY - 700) })).toMatchObject({ seq: 7 });
    expect(() => open(tokenOf(), { now: later(30 * DAY + 1_000) })).toThrow(gone);
  });

  test('is not valid for anybody else, nor from before the table was restored', () => {
    expect(() => open(tokenOf(), { now: NOW }, 'bob')).toThrow(gone);
    expect(() => open(tokenOf(), { now: NOW, sinceMs: NOW.getTime() + 1 })).toThrow(gone);
  });

  test.each([0, 1, 123, 700, 999])('is valid from the very moment of a restore on (%d ms into a second)', (ms) => {
    const restored = later(ms - 700);
    const token = sealSyncToken('events', 'alice', 7, restored);

    expect(open(token, { now: restored, sinceMs: restored.getTime() })).toMatchObject({ seq: 7 });
    expect(() => open(token, { now: restored, sinceMs: restored.getTime() + 1 })).toThrow(gone);
  });

  test('of an earlier version, with whole seconds, is valid', () => {
    const token = sealToken('sync:events', { of: 'alice', seq: 7, at: 1_772_438_400 });

    expect(open(token)).toMatchObject({ seq: 7 });
    expect(() => open(token, { now: NOW, sinceMs: NOW.getTime() })).toThrow(gone);
  });

  test('of another collection, or without a number, is none', () => {
    expect(() => readSyncToken('acl', tokenOf())).toThrow(invalid);
    expect(() => readSyncToken('events', sealToken('sync:events', { of: 'alice', seq: 1.5, at: 0 }))).toThrow(invalid);
    expect(() => readSyncToken('events', 'x')).toThrow(invalid);
  });
});

describe("a token of Google's", () => {
  const bytes = (...values: number[]): string => Buffer.from(values).toString('base64');
  const MICROSECONDS = [0x08, 0xf0, 0xc0, 0x96, 0xf5, 0x83, 0xc7, 0xbd, 0x02];

  test.each([
    ['CPDAlvWDx70CEPDAlvWDx70CGAU='],
    ['CPDAlvWDx70CEPDAlvWDx70CGAU'],
    [bytes(...MICROSECONDS)],
    [bytes(...MICROSECONDS, 0x11, 1, 2, 3, 4, 5, 6, 7, 8)],
    [bytes(...MICROSECONDS, 0x12, 2, 65, 66)],
    [bytes(...MICROSECONDS, 0x1d, 1, 2, 3, 4)],
  ])('%s asks for a full sync', (token) => {
    expect(() => readSyncToken('events', token)).toThrow(gone);
  });

  test.each([
    ['has no number first', bytes(0x0a, ...MICROSECONDS.slice(1))],
    ['is too short for a time', bytes(0x08, 0xf0, 0xc0, 0x96, 0xf5, 0x83, 0xc7, 0x02)],
    ['ends within a number', bytes(...MICROSECONDS, 0x10, 0x80)],
    ['ends within eight bytes', bytes(...MICROSECONDS, 0x11, 1, 2, 3, 4, 5, 6, 7)],
    ['ends within a text', bytes(...MICROSECONDS, 0x12, 3, 65, 66)],
    ['ends before the length of a text', bytes(...MICROSECONDS, 0x12)],
    ['ends within four bytes', bytes(...MICROSECONDS, 0x1d, 1, 2, 3)],
    ['has a group', bytes(...MICROSECONDS, 0x13, 1)],
    ['has a field 0', bytes(...MICROSECONDS, 0x01, 1, 2, 3, 4, 5, 6, 7, 8)],
    ['has a field of two bytes', bytes(...MICROSECONDS, 0x80, 1)],
    ['has a number of eleven bytes', bytes(0x08, ...Array.from({ length: 10 }, () => 0x80), 1)],
    ['has another character', 'CPDAlvWDx70CEPDAlvWDx70CGAU=!'],
  ])('that %s is none', (_what, token) => {
    expect(() => readSyncToken('events', token)).toThrow(invalid);
  });
});

describe('a page token', () => {
  const state = { for: 'mark', after: 'here', seq: 3 };

  test('works with the parameters of the first page', () => {
    expect(openPageToken(sealPageToken(state), 'mark')).toStrictEqual(state);
    expect(openPageToken(undefined, 'mark')).toBeUndefined();
    expect(markOfList('x', { q: 'a', pageToken: 'p', maxResults: 1 })).toBe(markOfList('x', { q: 'a' }));
    expect(markOfList('x', { q: 'a' })).not.toBe(markOfList('x', { q: 'b' }));
    expect(markOfList('x', {})).not.toBe(markOfList('y', {}));
  });

  test.each([
    [sealPageToken({ ...state, for: 'other' })],
    [sealToken('page', { ...state, after: 5 })],
    [sealToken('page', { ...state, seq: 'x' })],
    [sealToken('sync:events', state)],
    ['x'],
    [''],
  ])('%s is refused', (token) => {
    expect(() => openPageToken(token, 'mark')).toThrow('Invalid page token value.');
  });
});

test('what was removed is remembered as long as a sync token is valid', () => {
  expect(forgottenAtMs(NOW.getTime())).toBe(NOW.getTime() + 30 * DAY);
  expect(isForgotten(NOW.getTime(), later(30 * DAY - 1))).toBe(false);
  expect(isForgotten(NOW.getTime(), later(30 * DAY))).toBe(true);
});
