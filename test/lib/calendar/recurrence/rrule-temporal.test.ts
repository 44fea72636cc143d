/** The days that a rule names, held against the library rrule-temporal for the rules that it reads as RFC 5545 does. */
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { occurrencesBetween } from '#lib/calendar/recurrence/series';
import { casesToPlay } from '#test/tools/shared/random-cases';

const WEEKDAY = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU');
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.uniqueArray(value, { minLength: 1, maxLength: 3 });

const RULE = fc
  .oneof(
    fc.constant(''),
    some(WEEKDAY).map((days) => `;BYDAY=${days.join()}`),
  )
  .map((parts) => `FREQ=WEEKLY${parts}`);
const MONTHLY = fc
  .oneof(
    some(fc.integer({ min: 1, max: 28 })).map((days) => `;BYMONTHDAY=${days.join()}`),
    some(fc.tuple(fc.constantFrom('1', '2', '3', '4', '-1', '-2'), WEEKDAY)).map(
      (days) => `;BYDAY=${days.map((day) => day.join('')).join()}`,
    ),
  )
  .map((parts) => `FREQ=MONTHLY${parts}`);
const YEARLY = fc
  .tuple(some(fc.integer({ min: 1, max: 12 })), some(fc.integer({ min: 1, max: 28 })))
  .map(([months, days]) => `FREQ=YEARLY;BYMONTH=${months.join()};BYMONTHDAY=${days.join()}`);
const CASE = fc.record({
  rule: fc
    .tuple(fc.oneof(fc.constant('FREQ=DAILY'), RULE, MONTHLY, YEARLY), fc.integer({ min: 1, max: 5 }))
    .map(([rule, interval]) => `${rule};INTERVAL=${String(interval)}`),
  firstDay: fc
    .date({ min: new Date('1995-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
});

describe('rrule-temporal', () => {
  test('names the same days', () => {
    fc.assert(
      fc.property(CASE, ({ rule, firstDay }) => {
        const library = new RRuleTemporal({
          rruleString: `DTSTART:${firstDay.replaceAll('-', '')}T000000Z\nRRULE:${rule}`,
        });
        const first = library.between(new Date(firstDay), new Date(Date.parse(firstDay) + 86_400_000 * 3_000), true)[0];
        // The library leaves a first day out that the rule does not name; here it is always the first occurrence.
        fc.pre(first !== undefined);
        const start = new Date(first.epochMilliseconds).toISOString().slice(0, 10);
        const after = Date.parse(start) + 86_400_000 * 500;
        const before = after + 86_400_000 * 800;
        const theirs = library
          .between(new Date(after), new Date(before - 1), true)
          .map(({ epochMilliseconds }) => new Date(epochMilliseconds).toISOString().slice(0, 10));

        const series = { start: { date: start }, end: { date: start }, recurrence: [`RRULE:${rule}`] };
        const ours = [...occurrencesBetween(series, { after, before }, 'UTC')].map(({ start: day }) =>
          'date' in day ? day.date : '',
        );
        expect(ours).toEqual(theirs);
      }),
      { numRuns: casesToPlay(300), seed: 5545 },
    );
  });
});
