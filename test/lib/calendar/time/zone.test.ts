import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { instantOf, isTimeZone, offsetAt, wallAt } from '#lib/calendar/time/zone';
import { casesToPlay } from '#test/tools/shared/random-cases';

const HOUR = 3_600_000;

describe('time zone names', () => {
  test.each([
    'Europe/Zurich',
    'US/Pacific',
    'UTC',
    'Etc/GMT+5',
    'Etc/UTC',
    'Asia/Kolkata',
    'America/Argentina/San_Luis',
    'EST5EDT',
  ])('%s exists', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  test.each([
    'Mars/Phobos',
    '',
    'GMT-05:00',
    '+02:00',
    '-0500',
    'Europe/Zürich',
    'Europe/Zurich ',
    'x'.repeat(5000),
    '__proto__',
    'constructor',
  ])('%j does not', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });

  test('asking for the offset of an unknown zone is a programming error', () => {
    expect(() => offsetAt('Mars/Phobos', 0)).toThrow(RangeError);
  });
});

describe('wall times', () => {
  test.each([
    ['an ordinary winter day', 'Europe/Zurich', '2026-01-05T09:00:00', '2026-01-05T08:00:00Z'],
    ['an ordinary summer day', 'Europe/Zurich', '2026-07-05T09:00:00', '2026-07-05T07:00:00Z'],
    ['the skipped hour takes the offset before it', 'Europe/Zurich', '2026-03-29T02:30:00', '2026-03-29T01:30:00Z'],
    ['the repeated hour is the first', 'Europe/Zurich', '2026-10-25T02:30:00', '2026-10-25T00:30:00Z'],
    ['half an hour is skipped on Lord Howe', 'Australia/Lord_Howe', '2026-10-04T02:15:00', '2026-10-03T15:45:00Z'],
    ['half an hour is repeated on Lord Howe', 'Australia/Lord_Howe', '2026-04-05T01:45:00', '2026-04-04T14:45:00Z'],
    ['a day is skipped on Samoa', 'Pacific/Apia', '2011-12-30T12:00:00', '2011-12-30T22:00:00Z'],
    ['midnight is skipped in Brazil', 'America/Sao_Paulo', '2018-11-04T00:00:00', '2018-11-04T03:00:00Z'],
  ])('%s', (_, zone, wall, instant) => {
    expect(new Date(instantOf(zone, Date.parse(`${wall}Z`))).toISOString()).toBe(instant.replace('Z', '.000Z'));
  });
});

describe('compared with Temporal', () => {
  const zone = fc.constantFrom(
    'Europe/Zurich',
    'Europe/London',
    'Europe/Dublin',
    'America/New_York',
    'America/Sao_Paulo',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Africa/Cairo',
    'Asia/Gaza',
    'Asia/Kathmandu',
    'Asia/Tehran',
    'Pacific/Apia',
    'Pacific/Chatham',
    'Antarctica/Troll',
    'America/Caracas',
    'Asia/Pyongyang',
  );
  const second = fc.integer({ min: Date.UTC(1975, 0, 1) / 1000, max: Date.UTC(2060, 0, 1) / 1000 });

  test('offsets agree at any instant', () => {
    fc.assert(
      fc.property(zone, second, (name, at) => {
        const expected =
          Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO(name).offsetNanoseconds / 1e6;
        expect(offsetAt(name, at * 1000)).toBe(expected);
      }),
      { numRuns: casesToPlay(1500), seed: 1 },
    );
  });

  test('offsets agree on both sides of every change of the clock', () => {
    for (const name of [
      'Europe/Zurich',
      'Africa/Casablanca',
      'Asia/Gaza',
      'Africa/Cairo',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'America/Recife',
    ]) {
      let change = Temporal.Instant.from('1995-01-01T00:00:00Z').toZonedDateTimeISO(name).getTimeZoneTransition('next');
      while (change !== null && change.year < 2030) {
        const at = change.epochMilliseconds;
        expect([name, at, offsetAt(name, at)]).toEqual([name, at, change.offsetNanoseconds / 1e6]);
        expect([name, at - 1, offsetAt(name, at - 1)]).toEqual([
          name,
          at - 1,
          change.subtract({ milliseconds: 1 }).offsetNanoseconds / 1e6,
        ]);
        change = change.getTimeZoneTransition('next');
      }
    }
  });

  test('wall times agree, around changes of the clock most of all', () => {
    const nearChange = fc
      .tuple(zone, second, fc.integer({ min: -3 * HOUR, max: 3 * HOUR }))
      .map(([name, at, shift]) => {
        const change = Temporal.Instant.fromEpochMilliseconds(at * 1000)
          .toZonedDateTimeISO(name)
          .getTimeZoneTransition('next');
        return [
          name,
          Math.floor((wallAt(name, change?.epochMilliseconds ?? at * 1000) + shift) / 1000) * 1000,
        ] as const;
      });
    fc.assert(
      fc.property(nearChange, ([name, wall]) => {
        const plain = Temporal.PlainDateTime.from(new Date(wall).toISOString().slice(0, 19));
        expect(instantOf(name, wall)).toBe(plain.toZonedDateTime(name).epochMilliseconds);
      }),
      { numRuns: casesToPlay(800), seed: 2 },
    );
  });
});
