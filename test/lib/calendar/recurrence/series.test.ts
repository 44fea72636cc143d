import { describe, expect, test } from '@jest/globals';
import { instanceId, parseInstanceId } from '#lib/calendar/recurrence/instance-id';
import {
  checkRecurrence,
  hasAnyOccurrence,
  isOccurrence,
  lastEnd,
  occurrencesBetween,
} from '#lib/calendar/recurrence/series';
import type { Series } from '#lib/calendar/recurrence/series';
import { readTime } from '#lib/calendar/time/event-time';
import { allDaySeries, datesOf, startsOf, timedSeries } from '#test/support/calendar/series';

const at = (instant: string): number => Date.parse(instant);
const original = (dateTime: string): ReturnType<typeof readTime> => readTime('start', { dateTime });

test('every second Tuesday, at nine also after the clocks went back', () => {
  const series = timedSeries('2026-10-13T09:00:00', 'Europe/Berlin', 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=4');
  expect(startsOf(series)).toEqual([
    '2026-10-13T09:00:00+02:00',
    '2026-10-27T09:00:00+01:00',
    '2026-11-10T09:00:00+01:00',
    '2026-11-24T09:00:00+01:00',
  ]);
});

describe('the check values of the reference', () => {
  test('(a) two days of the week', () => {
    const series = timedSeries('2015-09-15T06:00:00', 'Europe/Zurich', 'RRULE:FREQ=WEEKLY;COUNT=5;BYDAY=TU,FR');
    expect(startsOf(series)).toEqual(['15', '18', '22', '25', '29'].map((day) => `2015-09-${day}T06:00:00+02:00`));
  });

  test('(b) CAL-65 all-day, with dates added and taken away', () => {
    const series = allDaySeries(
      '2015-06-01',
      'RRULE:FREQ=DAILY;UNTIL=20150628;INTERVAL=3',
      'EXDATE;VALUE=DATE:20150610',
      'RDATE;VALUE=DATE:20150609,20150611',
    );
    const ids = [...occurrencesBetween(series, {}, 'Europe/Zurich')].map(({ start }) => instanceId('abcde', start));
    expect(ids).toEqual(
      ['01', '04', '07', '09', '11', '13', '16', '19', '22', '25', '28'].map((day) => `abcde_201506${day}`),
    );
  });

  test('(c) the last weekday of the month', () => {
    const series = timedSeries('2024-01-31T12:00:00', 'UTC', 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1');
    expect(datesOf(series, 4)).toEqual(['2024-01-31', '2024-02-29', '2024-03-29', '2024-04-30']);
  });

  test.each([
    ['MO', ['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24']],
    ['SU', ['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31']],
  ])('(d) weeks beginning on %s', (weekStart, expected) => {
    expect(
      datesOf(allDaySeries('1997-08-05', `RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4;WKST=${weekStart}`)),
    ).toEqual(expected);
  });

  test('(e) February 29, twice', () => {
    expect(datesOf(allDaySeries('2024-02-29', 'RRULE:FREQ=YEARLY;COUNT=2'))).toEqual(['2024-02-29', '2028-02-29']);
  });

  test('CAL-66 February 29 in a window of nine years', () => {
    const window = { after: at('2024-01-01T00:00:00Z'), before: at('2033-01-01T00:00:00Z') };
    expect(datesOf(allDaySeries('2024-02-29', 'RRULE:FREQ=YEARLY'), 10, window)).toEqual([
      '2024-02-29',
      '2028-02-29',
      '2032-02-29',
    ]);
  });

  test('CAL-55 instance ids follow UTC across the change of the clock', () => {
    const series = timedSeries('2026-03-17T14:00:00', 'Europe/Zurich', 'RRULE:FREQ=WEEKLY;COUNT=4');
    expect([...occurrencesBetween(series, {}, 'UTC')].map(({ start }) => instanceId('m', start))).toEqual([
      'm_20260317T130000Z',
      'm_20260324T130000Z',
      'm_20260331T120000Z',
      'm_20260407T120000Z',
    ]);
    expect(startsOf(series).map((start) => start.slice(11, 19))).toEqual(Array(4).fill('14:00:00'));
  });

  test('a slot is found by its original start, other times are not', () => {
    const series = timedSeries('2026-03-17T14:00:00', 'Europe/Zurich', 'RRULE:FREQ=WEEKLY;COUNT=4');
    expect(isOccurrence(series, original('2026-03-24T13:00:00Z'))).toBe(true);
    expect(isOccurrence(series, original('2026-03-25T13:00:00Z'))).toBe(false);
    expect(isOccurrence(series, original('2026-04-14T12:00:00Z'))).toBe(false);
    expect(isOccurrence(series, { date: '2026-03-24' })).toBe(false);
    expect([...occurrencesBetween(series, {}, 'UTC')][2]).toEqual({
      start: { dateTime: '2026-03-31T12:00:00Z', timeZone: 'Europe/Zurich' },
      end: { dateTime: '2026-03-31T13:00:00Z', timeZone: 'Europe/Zurich' },
      interval: { start: at('2026-03-31T12:00:00Z'), end: at('2026-03-31T13:00:00Z') },
    });
  });

  test('an EXDATE in the zone of the series', () => {
    const series = timedSeries(
      '2026-03-17T14:00:00',
      'Europe/Zurich',
      'RRULE:FREQ=WEEKLY;COUNT=4',
      'EXDATE;TZID=Europe/Zurich:20260331T140000',
    );
    expect(datesOf(series)).toEqual(['2026-03-17', '2026-03-24', '2026-04-07']);
    expect(isOccurrence(series, original('2026-03-31T12:00:00Z'))).toBe(false);
  });
});

describe('changes of the clock', () => {
  test('CAL-67 a skipped time moves by the gap, on that day only', () => {
    const series = timedSeries('2026-03-28T02:30:00', 'Europe/Zurich', 'RRULE:FREQ=DAILY;COUNT=3');
    expect(startsOf(series)).toEqual([
      '2026-03-28T02:30:00+01:00',
      '2026-03-29T03:30:00+02:00',
      '2026-03-30T02:30:00+02:00',
    ]);
  });

  test('a series that begins in the gap goes on at the time that was asked for', () => {
    const series = timedSeries('2026-03-29T02:30:00', 'Europe/Zurich', 'RRULE:FREQ=DAILY;COUNT=2');
    expect(startsOf(series)).toEqual(['2026-03-29T03:30:00+02:00', '2026-03-30T02:30:00+02:00']);
  });

  test('a repeated time is the first of the two', () => {
    const series = timedSeries('2026-10-24T02:30:00', 'Europe/Zurich', 'RRULE:FREQ=DAILY;COUNT=3');
    expect(startsOf(series)).toEqual([
      '2026-10-24T02:30:00+02:00',
      '2026-10-25T02:30:00+02:00',
      '2026-10-26T02:30:00+01:00',
    ]);
  });

  test('a series that begins at the second of the two keeps its first instant', () => {
    const time = (dateTime: string): object => ({ dateTime, timeZone: 'Europe/Zurich' });
    const series: Series = {
      start: readTime('start', time('2026-10-25T02:30:00+01:00')),
      end: readTime('end', time('2026-10-25T03:00:00+01:00')),
      recurrence: ['RRULE:FREQ=DAILY;COUNT=2'],
    };
    expect(startsOf(series)).toEqual(['2026-10-25T02:30:00+01:00', '2026-10-26T02:30:00+01:00']);
  });

  test('Lord Howe shifts by half an hour', () => {
    const series = timedSeries('2026-10-03T02:15:00', 'Australia/Lord_Howe', 'RRULE:FREQ=DAILY;COUNT=3');
    expect(startsOf(series)).toEqual([
      '2026-10-03T02:15:00+10:30',
      '2026-10-04T02:45:00+11:00',
      '2026-10-05T02:15:00+11:00',
    ]);
  });

  test('two readings that fall together in the gap are one occurrence, and order is that of instants', () => {
    const series = timedSeries(
      '2026-03-29T00:30:00',
      'Europe/Zurich',
      'RRULE:FREQ=DAILY;BYHOUR=2,3;BYMINUTE=0,30;COUNT=5',
    );
    expect(startsOf(series)).toEqual([
      '2026-03-29T00:30:00+01:00',
      '2026-03-29T03:00:00+02:00',
      '2026-03-29T03:30:00+02:00',
    ]);
  });

  test('every occurrence lasts as long as the first', () => {
    const zone = { timeZone: 'Europe/Zurich' };
    const series: Series = {
      start: readTime('start', { dateTime: '2026-03-27T22:00:00', ...zone }),
      end: readTime('end', { dateTime: '2026-03-28T06:00:00', ...zone }),
      recurrence: ['RRULE:FREQ=DAILY;COUNT=2'],
    };
    const [, second] = [...occurrencesBetween(series, {}, 'UTC')];
    expect(second?.end).toEqual({ dateTime: '2026-03-29T05:00:00Z', timeZone: 'Europe/Zurich' });
  });

  test('a day that a zone skipped is not counted twice', () => {
    const series = timedSeries('2011-12-29T12:00:00', 'Pacific/Apia', 'RRULE:FREQ=DAILY;COUNT=3');
    expect(startsOf(series)).toEqual(['2011-12-29T12:00:00-10:00', '2011-12-31T12:00:00+14:00']);
  });
});

describe('the set', () => {
  const weekly = (...lines: string[]): string[] =>
    datesOf(timedSeries('2026-01-05T09:00:00', 'Europe/Zurich', ...lines), 6);

  test.each([
    [
      'a start that the rule does not name is the first',
      ['RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=3'],
      ['2026-01-05', '2026-01-07', '2026-01-14'],
    ],
    [
      'two rules are united',
      ['RRULE:FREQ=WEEKLY;COUNT=2', 'RRULE:FREQ=DAILY;INTERVAL=3;COUNT=3'],
      ['2026-01-05', '2026-01-08', '2026-01-11', '2026-01-12'],
    ],
    [
      'an EXRULE takes away',
      ['RRULE:FREQ=DAILY;COUNT=6', 'EXRULE:FREQ=DAILY;INTERVAL=2'],
      ['2026-01-06', '2026-01-08', '2026-01-10'],
    ],
    [
      'an EXRULE with a count',
      ['RRULE:FREQ=DAILY;COUNT=4', 'EXRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=1'],
      ['2026-01-05', '2026-01-07', '2026-01-08'],
    ],
    ['dates alone', ['RDATE:20260110T080000Z,20260108T080000Z'], ['2026-01-05', '2026-01-08', '2026-01-10']],
    ['a date in another zone', ['RDATE;TZID=America/New_York:20260106T030000'], ['2026-01-05', '2026-01-06']],
    [
      'a floating date is in the zone of the series',
      ['RDATE:20260106T090000', 'EXDATE:20260105T090000'],
      ['2026-01-06'],
    ],
    [
      'a date on a timed series is that day at its time',
      ['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20260106'],
      ['2026-01-05', '2026-01-07'],
    ],
    [
      'an EXDATE that meets nothing',
      ['RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20260106T080001Z'],
      ['2026-01-05', '2026-01-06'],
    ],
    [
      'the count includes what is taken away',
      ['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20260106T080000Z'],
      ['2026-01-05', '2026-01-07'],
    ],
    [
      'names in any case, spaces around, a last semicolon',
      [' rrule:freq=daily;count=2; ', 'exdate;tzid="Europe/Zurich":20260105T090000'],
      ['2026-01-06'],
    ],
    ['a date before the start', ['RDATE:20260101T080000Z'], ['2026-01-01', '2026-01-05']],
  ])('%s', (_, lines, expected) => {
    expect(weekly(...lines)).toEqual(expected);
  });

  test.each([
    ['in UTC, inclusive', 'UNTIL=20260107T080000Z', 3],
    ['in UTC, a second too early', 'UNTIL=20260107T075959Z', 2],
    ['a date, through its last minute', 'UNTIL=20260107', 3],
    ['a reading in the zone of the series', 'UNTIL=20260107T090000', 3],
    ['a reading a second too early', 'UNTIL=20260107T085959', 2],
    ['before the start', 'UNTIL=20250101T000000Z', 1],
  ])('UNTIL %s', (_, until, count) => {
    expect(weekly(`RRULE:FREQ=DAILY;${until}`)).toHaveLength(count);
  });

  test.each(['UNTIL=20260107', 'UNTIL=20260107T000000Z', 'UNTIL=20260107T235959'])(
    '%s of an all-day series is its date',
    (until) => {
      expect(datesOf(allDaySeries('2026-01-05', `RRULE:FREQ=DAILY;${until}`))).toEqual([
        '2026-01-05',
        '2026-01-06',
        '2026-01-07',
      ]);
    },
  );

  test('all-day series ignore times of day', () => {
    expect(datesOf(allDaySeries('2026-01-05', 'RRULE:FREQ=DAILY;BYHOUR=9,10;COUNT=2'))).toEqual([
      '2026-01-05',
      '2026-01-06',
    ]);
  });
});

describe('where recurrence libraries are wrong', () => {
  test.each([
    [
      'week 53 reaches into January',
      '2020-12-28',
      'FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO,FR,SU',
      ['2020-12-28', '2021-01-01', '2021-01-03', '2026-12-28'],
    ],
    [
      'week 1 reaches back into December',
      '2024-12-31',
      'FREQ=YEARLY;BYWEEKNO=1;BYDAY=TU,TH',
      ['2024-12-31', '2025-01-02', '2025-12-30', '2026-01-01'],
    ],
    [
      'BYDAY limits BYYEARDAY',
      '2024-01-01',
      'FREQ=YEARLY;BYYEARDAY=1,2,3;BYDAY=MO',
      ['2024-01-01', '2028-01-03', '2029-01-01', '2033-01-03'],
    ],
    [
      'BYMONTHDAY limits BYYEARDAY',
      '2024-01-01',
      'FREQ=YEARLY;BYYEARDAY=1,60;BYMONTHDAY=29',
      ['2024-01-01', '2024-02-29', '2028-02-29', '2032-02-29'],
    ],
    [
      'plain and numbered weekdays together',
      '2026-01-05',
      'FREQ=YEARLY;BYDAY=MO,1TU',
      ['2026-01-05', '2026-01-06', '2026-01-12', '2026-01-19'],
    ],
    [
      'a numbered weekday limits BYMONTHDAY',
      '2026-01-05',
      'FREQ=YEARLY;BYDAY=1MO;BYMONTHDAY=1,5',
      ['2026-01-05', '2029-01-01', '2032-01-05', '2035-01-01'],
    ],
  ])('%s', (_, start, rule, expected) => {
    expect(datesOf(allDaySeries(start, `RRULE:${rule}`), 4)).toEqual(expected);
  });
});

describe('windows', () => {
  test('a week out of a series begun ten years ago', () => {
    const series = timedSeries('2016-01-04T09:00:00', 'Europe/Zurich', 'RRULE:FREQ=WEEKLY;BYDAY=MO,TH');
    expect(startsOf(series, 10, { after: at('2026-07-06T00:00:00Z'), before: at('2026-07-13T00:00:00Z') })).toEqual([
      '2026-07-06T09:00:00+02:00',
      '2026-07-09T09:00:00+02:00',
    ]);
  });

  test('touching is not overlapping', () => {
    const series = timedSeries('2026-01-05T09:00:00', 'UTC', 'RRULE:FREQ=DAILY;COUNT=5');
    expect(datesOf(series, 10, { after: at('2026-01-06T10:00:00Z'), before: at('2026-01-08T09:00:00Z') })).toEqual([
      '2026-01-07',
    ]);
  });

  test('days are those of the calendar, not of UTC', () => {
    const series = allDaySeries('2026-01-05', 'RRULE:FREQ=DAILY;COUNT=5');
    const window = { after: at('2026-01-05T12:00:00Z'), before: at('2026-01-06T12:00:00Z') };
    const inZone = (zone: string): unknown[] => [...occurrencesBetween(series, window, zone)].map(({ start }) => start);
    expect(inZone('Pacific/Kiritimati')).toEqual([{ date: '2026-01-06' }, { date: '2026-01-07' }]);
    expect(inZone('Pacific/Pago_Pago')).toEqual([{ date: '2026-01-05' }, { date: '2026-01-06' }]);
  });

  test('an occurrence that began before the window is in it', () => {
    const series: Series = {
      start: { date: '2026-01-01' },
      end: { date: '2026-01-11' },
      recurrence: ['RRULE:FREQ=MONTHLY'],
    };
    expect(datesOf(series, 10, { after: at('2026-02-10T12:00:00Z'), before: at('2026-02-20T00:00:00Z') })).toEqual([
      '2026-02-01',
    ]);
  });

  test('an endless series is read lazily', () => {
    const { value } = occurrencesBetween(
      timedSeries('2026-01-05T09:00:00', 'UTC', 'RRULE:FREQ=DAILY'),
      {},
      'UTC',
    ).next();
    expect(value).toMatchObject({ start: { dateTime: '2026-01-05T09:00:00Z' } });
  });
});

describe('the end of a series', () => {
  const endOf = (series: Series): string | undefined => {
    const end = lastEnd(series);
    return end === undefined ? undefined : new Date(end).toISOString();
  };

  test('without COUNT and UNTIL there is none', () => {
    expect(
      endOf(timedSeries('2026-01-05T09:00:00', 'UTC', 'RRULE:FREQ=DAILY', 'RRULE:FREQ=DAILY;COUNT=2')),
    ).toBeUndefined();
  });

  test.each([
    ['UNTIL in UTC', 'UTC', ['RRULE:FREQ=DAILY;UNTIL=20260107T090000Z'], '2026-01-07T10:00:00.000Z'],
    [
      'a date after the rule',
      'UTC',
      ['RRULE:FREQ=DAILY;UNTIL=20260107T090000Z', 'RDATE:20260301T090000Z'],
      '2026-03-01T10:00:00.000Z',
    ],
    ['no rule at all', 'UTC', [], '2026-01-05T10:00:00.000Z'],
  ])('%s', (_, zone, lines, expected) => {
    expect(endOf(timedSeries('2026-01-05T09:00:00', zone, ...lines))).toBe(expected);
  });

  test('no occurrence ends after it', () => {
    const series = timedSeries('2026-01-05T09:00:00', 'America/New_York', 'RRULE:FREQ=MONTHLY;COUNT=7;BYDAY=-1FR');
    const last = [...occurrencesBetween(series, {}, 'UTC')].at(-1);
    expect(lastEnd(series)).toBeGreaterThanOrEqual(last?.interval.end ?? Infinity);
    expect((lastEnd(series) ?? 0) - (last?.interval.end ?? 0)).toBeLessThan(2 * 86_400_000);
  });

  test('all-day series end with their last day', () => {
    expect(endOf(allDaySeries('2026-01-05', 'RRULE:FREQ=DAILY;COUNT=3'))).toBe('2026-01-08T00:00:00.000Z');
  });
});

describe('series of which nothing is left', () => {
  test.each([
    ['a single start', ['EXDATE;VALUE=DATE:20260105']],
    ['a rule and the same rule against it', ['RRULE:FREQ=DAILY', 'EXRULE:FREQ=DAILY']],
    ['a rule that never matches', ['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'EXDATE;VALUE=DATE:20260105']],
  ])('%s', (_, lines) => {
    const series = allDaySeries('2026-01-05', ...lines);
    expect(hasAnyOccurrence(series)).toBe(false);
    expect(() => {
      checkRecurrence(series);
    }).toThrow('Invalid recurrence rule.');
  });
});

describe('the end of the four-digit years', () => {
  const series: Series = {
    start: { date: '9990-01-01' },
    end: { date: '9990-03-01' },
    recurrence: ['RRULE:FREQ=MONTHLY'],
  };

  test('no occurrence ends after it', () => {
    const last = [...occurrencesBetween(series, {}, 'UTC')].at(-1);
    expect(last).toMatchObject({ start: { date: '9999-10-01' }, end: { date: '9999-11-29' } });
  });

  test('no occurrence is found behind it', () => {
    expect(isOccurrence(series, { date: '9999-10-01' })).toBe(true);
    expect(isOccurrence(series, { date: '9999-11-01' })).toBe(false);
  });
});

describe('instance ids', () => {
  test.each([
    ['m_20260317T130000Z', { masterId: 'm', originalStart: { dateTime: '2026-03-17T13:00:00Z' } }],
    ['m_20260317', { masterId: 'm', originalStart: { date: '2026-03-17' } }],
    [
      'm_R20240105T090000_20240112T080000Z',
      { masterId: 'm_R20240105T090000', originalStart: { dateTime: '2024-01-12T08:00:00Z' } },
    ],
    ['m_R20240105T090000', undefined],
    ['m', undefined],
    ['_20260317', undefined],
    ['m_20260231', undefined],
    ['m_20260317T250000Z', undefined],
  ])('%s', (id, expected) => {
    expect(parseInstanceId(id)).toEqual(expected);
    if (expected !== undefined) expect(instanceId(expected.masterId, expected.originalStart)).toBe(id);
  });
});
