import { describe, expect, test } from '@jest/globals';
import { ApiError } from '#lib/api/errors';
import { intervalOf, momentOf, overlaps, readSpan, renderTime, wallOf } from '#lib/calendar/time/event-time';
import type { EventDateTime } from '#lib/calendar/time/event-time';
import { readInstant } from '#lib/calendar/time/timestamp';

const zurich = { calendar: 'Europe/Zurich', response: 'Europe/Zurich' };

function refusal(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, ...error.entries[0] };
    throw error;
  }
  return 'accepted';
}

const invalid = (message: string): object => ({ code: 400, domain: 'global', reason: 'invalid', message });
const required = (message: string): object => ({ code: 400, domain: 'global', reason: 'required', message });
const empty = {
  code: 400,
  domain: 'calendar',
  reason: 'timeRangeEmpty',
  message: 'The specified time range is empty.',
  locationType: 'parameter',
  location: 'timeMax',
};

const at = (dateTime: string, timeZone?: string): EventDateTime => ({ dateTime, timeZone });

describe('what is refused', () => {
  test.each<[string, EventDateTime | undefined, EventDateTime | undefined, object]>([
    ['an empty body', undefined, undefined, required('Missing end time.')],
    ['no end', { date: '2026-03-02' }, undefined, required('Missing end time.')],
    ['an end without date and dateTime', { date: '2026-03-02' }, { timeZone: 'UTC' }, required('Missing end time.')],
    ['no start', undefined, { date: '2026-03-02' }, required('Missing start time.')],
    [
      'a date and a dateTime',
      { date: '2026-03-02' },
      at('2026-03-02T10:00:00Z'),
      invalid('Start and end times must either both be date or both be dateTime.'),
    ],
    [
      'both in one time',
      { date: '2026-03-02', dateTime: '2026-03-02T10:00:00Z' },
      { date: '2026-03-03' },
      invalid('Invalid start time.'),
    ],
    ['a day that does not exist', { date: '2026-02-30' }, { date: '2026-03-03' }, invalid('Invalid start time.')],
    ['a date in another form', { date: '2026-03-02' }, { date: '03/03/2026' }, invalid('Invalid end time.')],
    ['hour 24', at('2026-03-02T24:00:00Z'), at('2026-03-03T01:00:00Z'), invalid('Invalid start time.')],
    ['words', at('tomorrow'), at('2026-03-03T01:00:00Z'), invalid('Invalid start time.')],
    [
      'an offset of 25 hours',
      at('2026-03-02T10:00:00+25:00'),
      at('2026-03-03T01:00:00Z'),
      invalid('Invalid start time.'),
    ],
    [
      'a year that zones cannot show',
      at('2026-03-02T10:00:00Z'),
      at('9999-12-31T23:00:00-05:00'),
      invalid('Invalid end time.'),
    ],
    [
      'a wall time without zone',
      at('2026-03-02T10:00:00'),
      at('2026-03-02T11:00:00'),
      required('Missing time zone definition for start time.'),
    ],
    [
      'a wall time without zone at the end',
      at('2026-03-02T10:00:00Z'),
      at('2026-03-02T11:00:00'),
      required('Missing time zone definition for end time.'),
    ],
    [
      'an unknown zone',
      at('2026-03-02T10:00:00', 'Mars/Phobos'),
      at('2026-03-02T11:00:00Z'),
      invalid('Invalid time zone definition for start time.'),
    ],
    [
      'a zone that is an offset',
      at('2026-03-02T10:00:00Z'),
      at('2026-03-02T11:00:00', 'GMT-05:00'),
      invalid('Invalid time zone definition for end time.'),
    ],
    ['an end before the start', at('2026-03-02T10:00:00Z'), at('2026-03-02T10:30:00+01:00'), empty],
    ['a last day before the first', { date: '2026-03-02' }, { date: '2026-03-01' }, empty],
  ])('%s', (_, start, end, expected) => {
    expect(refusal(() => readSpan({ start, end }, false))).toEqual(expected);
  });

  test.each<[string, EventDateTime, EventDateTime, object]>([
    [
      'an offset without a zone',
      at('2026-03-02T10:00:00+01:00'),
      at('2026-03-02T11:00:00+01:00'),
      required('Missing time zone definition for start time.'),
    ],
    [
      'no zone at the end',
      at('2026-03-02T10:00:00', 'Europe/Zurich'),
      at('2026-03-02T11:00:00+01:00'),
      required('Missing time zone definition for end time.'),
    ],
    [
      'two zones',
      at('2026-03-02T10:00:00', 'Europe/Zurich'),
      at('2026-03-02T11:00:00', 'Europe/Paris'),
      invalid('Invalid time zone definition for end time.'),
    ],
  ])('in a series: %s', (_, start, end, expected) => {
    expect(refusal(() => readSpan({ start, end }, true))).toEqual(expected);
  });

  test.each(['2026-03-02T10:00:00', '2026-03-02', 'now', '', '2026-13-02T10:00:00Z'])(
    '%j as a query parameter',
    (text) => {
      expect(refusal(() => readInstant(text))).toEqual({
        code: 400,
        domain: 'global',
        reason: 'badRequest',
        message: 'Bad Request',
      });
    },
  );
});

describe('what is answered', () => {
  test.each<[string, EventDateTime, string, string, EventDateTime]>([
    [
      'an offset becomes that of the calendar',
      at('2026-03-02T10:00:00-05:00'),
      'Europe/Zurich',
      'Europe/Zurich',
      at('2026-03-02T16:00:00+01:00', 'Europe/Zurich'),
    ],
    [
      'a wall time is read in its zone, which stays',
      at('2026-07-02T10:00:00', 'America/New_York'),
      'Europe/Zurich',
      'Europe/Zurich',
      at('2026-07-02T16:00:00+02:00', 'America/New_York'),
    ],
    [
      'the offset wins over the zone',
      at('2026-07-02T10:00:00Z', 'America/New_York'),
      'Europe/Zurich',
      'Europe/Zurich',
      at('2026-07-02T12:00:00+02:00', 'America/New_York'),
    ],
    [
      'the response zone changes the offset only',
      at('2026-03-02T10:00:00+01:00', 'Europe/Zurich'),
      'Europe/Zurich',
      'Asia/Kolkata',
      at('2026-03-02T14:30:00+05:30', 'Europe/Zurich'),
    ],
    ['UTC is written Z', at('2026-03-02T10:00:00+01:00'), 'UTC', 'UTC', at('2026-03-02T09:00:00Z', 'UTC')],
    [
      'an offset of zero is written Z',
      at('2026-03-02T10:00:00+01:00'),
      'Europe/London',
      'Europe/London',
      at('2026-03-02T09:00:00Z', 'Europe/London'),
    ],
    [
      'links keep their name',
      at('2026-03-02T10:00:00', 'US/Pacific'),
      'UTC',
      'UTC',
      at('2026-03-02T18:00:00Z', 'US/Pacific'),
    ],
    ['parts of a second are cut', at('2026-03-02T10:00:00.999Z'), 'UTC', 'UTC', at('2026-03-02T10:00:00Z', 'UTC')],
    [
      'a skipped wall time moves forward',
      at('2026-03-29T02:30:00', 'Europe/Zurich'),
      'Europe/Zurich',
      'Europe/Zurich',
      at('2026-03-29T03:30:00+02:00', 'Europe/Zurich'),
    ],
    [
      'before zones were whole minutes, the instant holds',
      at('1880-01-01T00:00:00Z'),
      'Europe/Zurich',
      'Europe/Zurich',
      at('1880-01-01T00:29:00+00:29', 'Europe/Zurich'),
    ],
    [
      'a date stays a date, without its zone',
      { date: '2026-03-02', timeZone: 'Asia/Tokyo' },
      'UTC',
      'America/New_York',
      { date: '2026-03-02' },
    ],
  ])('%s', (_, start, calendar, response, expected) => {
    const end = start.date === undefined ? at('2030-01-01T00:00:00Z') : { date: '2026-03-03' };
    expect(renderTime(readSpan({ start, end }, false).start, { calendar, response })).toEqual(expected);
  });

  test('equal instants and equal dates are allowed and echoed', () => {
    const day = readSpan({ start: { date: '2026-03-02' }, end: { date: '2026-03-02' } }, false);
    const moment = readSpan({ start: at('2026-03-02T10:00:00Z'), end: at('2026-03-02T11:00:00+01:00') }, false);

    expect(renderTime(day.end, zurich)).toEqual({ date: '2026-03-02' });
    expect(momentOf(moment.start)).toBe(momentOf(moment.end));
  });

  test('null and empty text count as absent', () => {
    const { start } = readSpan(
      { start: { date: '2026-03-02', dateTime: null, timeZone: '' }, end: { date: '2026-03-03', dateTime: '' } },
      false,
    );
    expect(start).toEqual({ date: '2026-03-02' });
  });

  test('a series goes on with the wall time that its first day skips', () => {
    const { start } = readSpan(
      { start: at('2026-03-29T02:30:00', 'Europe/Zurich'), end: at('2026-03-29T04:30:00', 'Europe/Zurich') },
      true,
    );
    expect(wallOf(start)).toBe(Date.UTC(2026, 2, 29, 2, 30));
    expect(momentOf(start)).toBe(Date.UTC(2026, 2, 29, 1, 30));
  });
});

describe('windows', () => {
  const nine = readSpan({ start: at('2026-03-02T09:00:00Z'), end: at('2026-03-02T10:00:00Z') }, false);
  const instant = readSpan({ start: at('2026-03-02T09:00:00Z'), end: at('2026-03-02T09:00:00Z') }, false);
  const day = readSpan({ start: { date: '2026-03-02' }, end: { date: '2026-03-02' } }, false);

  test.each([
    ['touching the end', nine, '2026-03-02T10:00:00Z', undefined, false],
    ['touching the start', nine, undefined, '2026-03-02T09:00:00Z', false],
    ['inside the event', nine, '2026-03-02T09:59:59Z', '2026-03-02T10:30:00Z', true],
    ['no bounds at all', nine, undefined, undefined, true],
    ['around an event without length', instant, '2026-03-02T08:59:59Z', '2026-03-02T09:00:01Z', true],
    ['beginning at an event without length', instant, '2026-03-02T09:00:00Z', undefined, false],
    ['the last second of a day in the calendar zone', day, '2026-03-02T22:59:59Z', undefined, true],
    ['after the midnight of the calendar zone', day, '2026-03-02T23:00:00Z', undefined, false],
    ['up to the first midnight', day, undefined, '2026-03-01T23:00:00Z', false],
  ])('%s', (_, span, after, before, expected) => {
    const window = {
      after: after === undefined ? undefined : readInstant(after),
      before: before === undefined ? undefined : readInstant(before),
    };
    expect(overlaps(intervalOf(span, 'Europe/Zurich'), window)).toBe(expected);
  });

  test('offsets without a colon are read, as some clients write them', () => {
    expect(readInstant('2026-03-02T10:00:00+0100')).toBe(Date.UTC(2026, 2, 2, 9));
  });
});
