import { describe, expect, test } from '@jest/globals';
import {
  formatInZone,
  formatInstant,
  formatMoment,
  parseTimestamp,
  readInstant,
  readMoment,
} from '#lib/calendar/time/timestamp';

const AT = Date.parse('2026-03-17T13:14:15Z');

describe('a time that a client sends', () => {
  test.each([
    ['2026-03-17T13:14:15Z', 0],
    ['2026-03-17t13:14:15z', 0],
    ['2026-03-17T13:14:15.987Z', 0],
    ['2026-03-17T15:14:15+02:00', 0],
    ['2026-03-17T15:14:15+0200', 0],
    ['2026-03-17T07:44:15-05:30', 0],
    ['2026-03-17T00:00:00Z', -47_655_000],
    ['2026-03-17T23:59:59Z', 38_744_000],
    ['2026-03-18T13:13:15+23:59', 0],
  ])('%s is read to the second', (text, later) => {
    expect(readInstant(text)).toBe(AT + later);
  });

  test.each([
    '2026-03-17',
    '2026-03-17T13:14Z',
    '2026-03-17T13:14:15',
    '2026-03-17T24:00:00Z',
    '2026-03-17T23:60:00Z',
    '2026-03-17T23:59:60Z',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-03-00T00:00:00Z',
    '0000-03-01T00:00:00Z',
    '2026-03-17T13:14:15+24:00',
    '2026-03-17T13:14:15+23:60',
    '2026-03-17T13:14:15.Z',
    ' 2026-03-17T13:14:15Z',
    '2026-03-17T13:14:15Z ',
    '12026-03-17T13:14:15Z',
  ])('%s is refused', (text) => {
    expect(() => readInstant(text)).toThrow(
      expect.objectContaining({ code: 400, reason: 'badRequest', message: 'Bad Request' }),
    );
  });

  test('without an offset has none, and keeps its fraction', () => {
    expect(parseTimestamp('2026-03-17T13:14:15.25')).toStrictEqual({ wall: AT, offset: undefined, fraction: '.25' });
    expect(parseTimestamp('2026-03-17T13:14:15.5Z')).toStrictEqual({ wall: AT, offset: 0, fraction: '.5' });
    expect(parseTimestamp('2026-03-17T13:14:15-01:30')).toStrictEqual({
      wall: AT,
      offset: -5_400_000,
      fraction: undefined,
    });
  });

  test.each([
    ['2026-03-17T13:14:15Z', 0],
    ['2026-03-17T13:14:15.5Z', 500],
    ['2026-03-17T13:14:15.25Z', 250],
    ['2026-03-17T13:14:15.123Z', 123],
    ['2026-03-17T13:14:15.123000Z', 123],
    ['2026-03-17T13:14:15.1230001Z', 124],
    ['2026-03-17T13:14:15.999999Z', 1000],
    ['2026-03-17T15:14:15.001+02:00', 1],
  ])('%s as `updatedMin` begins with its first whole millisecond', (text, ms) => {
    expect(readMoment(text)).toBe(AT + ms);
  });
});

describe('a time that is answered', () => {
  test.each([
    [0, '2026-03-17T13:14:15.000Z'],
    [7, '2026-03-17T13:14:15.007Z'],
    [999, '2026-03-17T13:14:15.999Z'],
  ])('has three digits for %d ms', (ms, text) => {
    expect(formatMoment(AT + ms)).toBe(text);
    expect(formatInstant(AT + ms)).toBe('2026-03-17T13:14:15Z');
  });

  test('before 1970 has its milliseconds, too', () => {
    expect(formatMoment(-1)).toBe('1969-12-31T23:59:59.999Z');
  });

  test.each([
    ['UTC', '2026-03-17T13:14:15Z'],
    ['Africa/Abidjan', '2026-03-17T13:14:15Z'],
    ['Europe/Zurich', '2026-03-17T14:14:15+01:00'],
    ['Asia/Kathmandu', '2026-03-17T18:59:15+05:45'],
    ['America/St_Johns', '2026-03-17T10:44:15-02:30'],
    ['America/New_York', '2026-03-17T09:14:15-04:00'],
    ['Pacific/Kiritimati', '2026-03-18T03:14:15+14:00'],
  ])('in %s is %s', (zone, text) => {
    expect(formatInZone(AT, zone)).toBe(text);
  });

  test('has an offset in whole minutes where a zone had seconds', () => {
    expect(formatInZone(Date.parse('1870-01-01T00:00:00Z'), 'America/New_York')).toBe('1869-12-31T19:04:00-04:56');
  });
});
