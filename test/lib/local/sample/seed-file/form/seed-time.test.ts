import { describe, expect, test } from '@jest/globals';
import { readSeedEnd, readSeedInstant, readSeedTime } from '#lib/local/sample/seed-file/form/seed-time';

/** Ten minutes before midnight in Zurich. */
const base = { nowMs: Date.parse('2026-03-01T22:50:30Z'), timeZone: 'Europe/Zurich' };

describe('times of a seed', () => {
  test.each([
    ['today', { date: '2026-03-01' }],
    ['+2d', { date: '2026-03-03' }],
    ['-1w', { date: '2026-02-22' }],
    ['+2d 09:00', { dateTime: '2026-03-03T09:00:00', timeZone: 'Europe/Zurich' }],
    ['today 14:30:15', { dateTime: '2026-03-01T14:30:15', timeZone: 'Europe/Zurich' }],
    ['+2h', { dateTime: '2026-03-02T00:50:00Z', timeZone: 'Europe/Zurich' }],
    ['-30min', { dateTime: '2026-03-01T22:20:00Z', timeZone: 'Europe/Zurich' }],
    ['2026-05-04', { date: '2026-05-04' }],
    ['2026-05-04 08:00', { dateTime: '2026-05-04T08:00:00', timeZone: 'Europe/Zurich' }],
    ['2026-05-04T08:00:00-05:00', { dateTime: '2026-05-04T08:00:00-05:00', timeZone: 'Europe/Zurich' }],
  ])('%s', (text, moment) => {
    expect(readSeedTime(text, base)).toEqual(moment);
  });

  test.each(['', 'tomorrow', '+2', '2026-02-30', '+1d 25:00', '09:00'])('%p is none', (text) => {
    expect(readSeedTime(text, base)).toBeUndefined();
  });

  test('days are those of the zone, not of UTC', () => {
    expect(readSeedTime('today', { ...base, timeZone: 'Asia/Tokyo' })).toEqual({ date: '2026-03-02' });
  });

  test('ends are on the same day, an hour or a day later, or a time of their own', () => {
    const start = { dateTime: '2026-03-03T23:30:00', timeZone: 'Europe/Zurich' };
    expect(readSeedEnd(undefined, start, base)).toMatchObject({ dateTime: '2026-03-04T00:30:00' });
    expect(readSeedEnd('23:45', start, base)).toMatchObject({ dateTime: '2026-03-03T23:45:00' });
    expect(readSeedEnd('+4d 01:00', start, base)).toMatchObject({ dateTime: '2026-03-05T01:00:00' });
    expect(readSeedEnd(undefined, { date: '2026-02-28' }, base)).toEqual({ date: '2026-03-01' });
  });

  test('as a moment', () => {
    expect(readSeedInstant('+1d', base)).toBe(Date.parse('2026-03-01T23:00:00Z'));
    expect(readSeedInstant('+1d 09:00', base)).toBe(Date.parse('2026-03-02T08:00:00Z'));
    expect(readSeedInstant('2026-05-04T08:00:00-05:00', base)).toBe(Date.parse('2026-05-04T13:00:00Z'));
    expect(readSeedInstant('soon', base)).toBeUndefined();
  });
});
