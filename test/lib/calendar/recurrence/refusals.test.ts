import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '#lib/api/errors';
import { parseRecurrence } from '#lib/calendar/recurrence/lines';
import { checkRecurrence, hasAnyOccurrence, lastEnd, occurrencesBetween } from '#lib/calendar/recurrence/series';
import type { Series } from '#lib/calendar/recurrence/series';
import { allDaySeries, datesOf, timedSeries } from '#test/support/calendar/series';
import { casesToPlay } from '#test/tools/shared/random-cases';

function outcome(series: Series): string {
  try {
    parseRecurrence(series.recurrence, series.start);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${String(error.code)} ${error.reason}: ${error.message}`;
  }
}

const timed = (...lines: string[]): Series => timedSeries('2026-01-05T09:00:00', 'Europe/Zurich', ...lines);
const REFUSED = '400 invalid: Invalid recurrence rule.';

describe('lines that are refused', () => {
  test.each([
    ['a DTSTART line', 'DTSTART:20260105T090000Z'],
    ['a rule without its name', 'FREQ=DAILY'],
    ['COUNT and UNTIL together', 'RRULE:FREQ=DAILY;COUNT=2;UNTIL=20260201T000000Z'],
    ['a DTEND line', 'DTEND:20260105T090000Z'],
    ['a DURATION line', 'DURATION:PT1H'],
    ['an empty line', ''],
    ['a rule without frequency', 'RRULE:COUNT=2'],
    ['an empty rule', 'RRULE:'],
    ['a frequency of seconds', 'RRULE:FREQ=SECONDLY'],
    ['a frequency of minutes', 'RRULE:FREQ=MINUTELY'],
    ['a frequency of hours', 'RRULE:FREQ=HOURLY'],
    ['an unknown frequency', 'RRULE:FREQ=FORTNIGHTLY'],
    ['an unknown part', 'RRULE:FREQ=DAILY;BYMOON=1'],
    ['another calendar', 'RRULE:RSCALE=CHINESE;FREQ=YEARLY'],
    ['a part twice', 'RRULE:FREQ=DAILY;COUNT=2;COUNT=3'],
    ['interval 0', 'RRULE:FREQ=DAILY;INTERVAL=0'],
    ['a negative interval', 'RRULE:FREQ=DAILY;INTERVAL=-1'],
    ['a broken interval', 'RRULE:FREQ=DAILY;INTERVAL=1.5'],
    ['count 0', 'RRULE:FREQ=DAILY;COUNT=0'],
    ['more occurrences than allowed', 'RRULE:FREQ=DAILY;COUNT=10001'],
    ['a count of a thousand million', 'RRULE:FREQ=DAILY;COUNT=1000000000'],
    ['an UNTIL in words', 'RRULE:FREQ=DAILY;UNTIL=tomorrow'],
    ['an UNTIL with dashes', 'RRULE:FREQ=DAILY;UNTIL=2026-02-01'],
    ['an UNTIL that does not exist', 'RRULE:FREQ=DAILY;UNTIL=20260231'],
    ['an unknown weekday', 'RRULE:FREQ=WEEKLY;BYDAY=XX'],
    ['weekday number 0', 'RRULE:FREQ=MONTHLY;BYDAY=0MO'],
    ['a numbered weekday in a week', 'RRULE:FREQ=WEEKLY;BYDAY=1MO'],
    ['a numbered weekday in a day', 'RRULE:FREQ=DAILY;BYDAY=1MO'],
    ['a numbered weekday in numbered weeks', 'RRULE:FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO'],
    ['month 13', 'RRULE:FREQ=YEARLY;BYMONTH=13'],
    ['month day 32', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=32'],
    ['month day 0', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=0'],
    ['month day 0 beside another', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=0,1'],
    ['month days in a week', 'RRULE:FREQ=WEEKLY;BYMONTHDAY=1'],
    ['days of the year in a month', 'RRULE:FREQ=MONTHLY;BYYEARDAY=1'],
    ['week numbers in a month', 'RRULE:FREQ=MONTHLY;BYWEEKNO=1'],
    ['week 54', 'RRULE:FREQ=YEARLY;BYWEEKNO=54'],
    ['hour 24', 'RRULE:FREQ=DAILY;BYHOUR=24'],
    ['positions of nothing', 'RRULE:FREQ=DAILY;BYSETPOS=1'],
    ['position 0', 'RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0'],
    ['position 367', 'RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367'],
    ['an unknown first day of the week', 'RRULE:FREQ=WEEKLY;WKST=X'],
    ['a list with a hole', 'RRULE:FREQ=YEARLY;BYMONTH=1,,2'],
    ['parameters on a rule', 'RRULE;X=1:FREQ=DAILY'],
    ['a period', 'RDATE;VALUE=PERIOD:20260105T090000Z/PT1H'],
    ['a date without VALUE=DATE', 'EXDATE:20260105'],
    ['a time with VALUE=DATE', 'EXDATE;VALUE=DATE:20260105T090000Z'],
    ['an unknown zone', 'EXDATE;TZID=Mars/Phobos:20260105T090000'],
    ['no date', 'EXDATE:'],
    ['two lines in one', 'RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY'],
    [
      'more times of day than minutes',
      `RRULE:FREQ=DAILY;BYHOUR=0,1;BYMINUTE=${[...Array(60).keys()].join()};BYSECOND=${[...Array(60).keys()].join()}`,
    ],
    ['more dates than allowed', `EXDATE:${Array(5001).fill('20260105T090000Z').join()}`],
    ['a rule without end', `RRULE:FREQ=DAILY;BYHOUR=${'1,'.repeat(5000)}1`],
  ])('%s', (_, line) => {
    expect(outcome(timed(line))).toBe(REFUSED);
  });

  test('a time that takes away from an all-day series', () => {
    expect(outcome(allDaySeries('2026-01-05', 'EXDATE:20260106T000000Z'))).toBe(REFUSED);
  });

  test.each([
    ['too many rules', Array<string>(9).fill('RRULE:FREQ=DAILY')],
    ['too many dates in all', Array<string>(5001).fill('EXDATE:20260105T090000Z')],
    ['too many occurrences in all', ['RRULE:FREQ=DAILY;COUNT=9000', 'RRULE:FREQ=WEEKLY;COUNT=1001']],
  ])('%s', (_, lines) => {
    expect(outcome(timed(...lines))).toBe(REFUSED);
  });

  test('rules that are dense together: 1,440 times a day over all of them', () => {
    const minutes = (hours: number, interval: number): string =>
      `RRULE:FREQ=DAILY;INTERVAL=${String(interval)};BYHOUR=${[...Array(hours).keys()].join()};BYMINUTE=${[...Array(60).keys()].join()}`;

    expect(() => {
      checkRecurrence(timed(minutes(24, 1), minutes(1, 2)));
    }).toThrow('at most 1440 times a day');
    expect(outcome(timed(minutes(12, 1), minutes(12, 2)))).toBe('accepted');
  });

  test('as much as is allowed is accepted', () => {
    expect(
      outcome(timed('RRULE:FREQ=DAILY;COUNT=10000', `EXDATE:${Array(5000).fill('20260105T080000Z').join()}`)),
    ).toBe('accepted');
  });
});

describe('hostile rules come to an end', () => {
  const everyMinute = `BYHOUR=${[...Array(24).keys()].join()};BYMINUTE=${[...Array(60).keys()].join()}`;

  test.each([
    ['a day that never comes, yearly', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 1],
    ['a day that never comes, daily', 'RRULE:FREQ=DAILY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=30', 1],
    ['a day that never comes, counted', 'RRULE:FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31;COUNT=10000', 1],
    ['a weekday that the interval never meets', 'RRULE:FREQ=DAILY;INTERVAL=7;BYDAY=TU', 1],
    ['a position that is never reached', 'RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=300', 1],
    ['a week that never holds the day', 'RRULE:FREQ=YEARLY;BYWEEKNO=20;BYMONTH=1', 1],
    ['pauses of more than a century', 'RRULE:FREQ=YEARLY;INTERVAL=101', 1],
    ['the largest interval', 'RRULE:FREQ=DAILY;INTERVAL=999999999', 1],
    ['ten thousand years', 'RRULE:FREQ=YEARLY;COUNT=10000', 7974],
    ['every minute, ten thousand times', `RRULE:FREQ=DAILY;${everyMinute};COUNT=10000`, 10_000],
    [
      'every minute of a year, the last one',
      `RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;${everyMinute};BYSETPOS=-1;COUNT=3`,
      3,
    ],
  ])('%s', (_, line, occurrences) => {
    expect(datesOf(timed(line), 20_000)).toHaveLength(occurrences);
  });

  test('every minute against every minute', () => {
    expect(hasAnyOccurrence(timed(`RRULE:FREQ=DAILY;${everyMinute}`, `EXRULE:FREQ=DAILY;${everyMinute}`))).toBe(false);
  });

  test('an occurrence that is found again after sixty empty years', () => {
    expect(datesOf(allDaySeries('2026-01-05', 'RRULE:FREQ=YEARLY;INTERVAL=60'), 3)).toEqual([
      '2026-01-05',
      '2086-01-05',
      '2146-01-05',
    ]);
  });
});

describe('any text is refused or expanded', () => {
  const number = fc.integer({ min: -60, max: 400 }).map(String);
  const list = fc.array(number, { minLength: 1, maxLength: 4 }).map((items) => items.join(','));
  const weekday = fc
    .tuple(fc.constantFrom('', '1', '-1', '53', '0'), fc.constantFrom('MO', 'TU', 'SU', 'XX', ''))
    .map((parts) => parts.join(''));
  const part = fc.oneof(
    fc
      .tuple(
        fc.constantFrom(
          'BYMONTH',
          'BYMONTHDAY',
          'BYYEARDAY',
          'BYWEEKNO',
          'BYHOUR',
          'BYMINUTE',
          'BYSECOND',
          'BYSETPOS',
          'INTERVAL',
          'COUNT',
          'FREQ',
          'WKST',
        ),
        list,
      )
      .map((pair) => pair.join('=')),
    fc.array(weekday, { minLength: 1, maxLength: 3 }).map((days) => `BYDAY=${days.join()}`),
    fc.constantFrom(
      'UNTIL=20270101',
      'UNTIL=20270101T000000Z',
      'UNTIL=20279901',
      'INTERVAL=7',
      'COUNT=30',
      'WKST=SU',
      '',
      '=',
      'BYDAY',
    ),
    fc.string({ maxLength: 12 }),
  );
  const rule = fc
    .tuple(fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'HOURLY', ''), fc.array(part, { maxLength: 4 }))
    .map(([frequency, parts]) => [`FREQ=${frequency}`, ...parts].join(';'));
  const date = fc.constantFrom('20260106T080000Z', '20260106', '20260106T090000', '20261332', '', 'x');
  const dates = fc
    .tuple(
      fc.constantFrom('RDATE', 'EXDATE', 'exdate'),
      fc.constantFrom('', ';VALUE=DATE', ';TZID=Europe/Zurich', ';TZID=Nowhere', ';VALUE=PERIOD', ';', ';;X=1'),
      fc.array(date, { maxLength: 3 }),
    )
    .map(([name, parameters, values]) => `${name}${parameters}:${values.join()}`);
  const line = fc.oneof(
    rule.map((text) => `RRULE:${text}`),
    rule.map((text) => `EXRULE:${text}`),
    dates,
    fc.string(),
  );

  test('never a crash, never more than was asked for, always in order', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), fc.boolean(), (lines, isAllDay) => {
        const series = isAllDay ? allDaySeries('2026-01-05', ...lines) : timed(...lines);
        if (outcome(series) !== 'accepted') {
          expect(outcome(series)).toBe(REFUSED);
          return;
        }
        lastEnd(series);
        let previous = -Infinity;
        let seen = 0;
        for (const { interval } of occurrencesBetween(series, {}, 'Europe/Zurich')) {
          expect(interval.start).toBeGreaterThan(previous);
          previous = interval.start;
          seen += 1;
          if (seen === 20) break;
        }
      }),
      { numRuns: casesToPlay(1500), seed: 5545 },
    );
  });
});
