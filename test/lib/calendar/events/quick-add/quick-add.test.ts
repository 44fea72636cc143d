import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '#lib/api/errors';
import { quickAdd } from '#lib/calendar/events/quick-add/quick-add';
import type { EventDraft } from '#lib/calendar/events/quick-add/quick-add';
import { parseRecurrence } from '#lib/calendar/recurrence/lines';
import { readSpan } from '#lib/calendar/time/event-time';
import { MONDAY_MORNING, inOneLine } from '#test/support/calendar/quick-add';
import { anyText } from '#test/tools/fuzz/any-text';
import { casesToPlay } from '#test/tools/shared/random-cases';

describe('what people type', () => {
  test.each([
    ['Dentist Thursday 2:30pm', 'Dentist | 2026-03-05T14:30+60'],
    ['Call mom tonight at 8', 'Call mom | 2026-03-02T20:00+60'],
    ['Cinema tonight from 8 to 10', 'Cinema | 2026-03-02T20:00+120'],
    ['Drinks Friday evening at 8', 'Drinks | 2026-03-06T20:00+60'],
    ['Review tomorrow morning at 9', 'Review | 2026-03-03T09:00+60'],
    ['Team lunch next Tuesday at noon at Cafe Roma', 'Team lunch | 2026-03-10T12:00+60 | @ Cafe Roma'],
    ['Flight to Berlin on March 15 at 6:45am', 'Flight to Berlin | 2026-03-15T06:45+60'],
    ['Vacation from July 1 to July 14', 'Vacation | 2026-07-01+14d'],
    [
      'Soccer practice every Tuesday and Thursday at 5pm',
      'Soccer practice | 2026-03-03T17:00+60 | FREQ=WEEKLY;BYDAY=TU,TH',
    ],
    ['Pay rent on the 1st of every month', 'Pay rent | 2026-04-01+1d | FREQ=MONTHLY;BYMONTHDAY=1'],
    ['Board meeting first Monday of every month 2pm', 'Board meeting | 2026-03-02T14:00+60 | FREQ=MONTHLY;BYDAY=1MO'],
    ['Newsletter on the last Friday of each month', 'Newsletter | 2026-03-27+1d | FREQ=MONTHLY;BYDAY=-1FR'],
    ['Standup every weekday 9:15am for 15 minutes', 'Standup | 2026-03-03T09:15+15 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Meeting with Bob and Alice tomorrow from 10am to 11:30am', 'Meeting with Bob and Alice | 2026-03-03T10:00+90'],
    ['Interview 10:00-11:00 on 3/5', 'Interview | 2026-03-05T10:00+60'],
    ['Doctor in 3 days at 4pm', 'Doctor | 2026-03-05T16:00+60'],
    ["Breakfast @ Joe's Diner 8am tomorrow", "Breakfast | 2026-03-03T08:00+60 | @ Joe's Diner"],
    [
      'Biweekly sync every 2 weeks on Monday at 10am',
      'Biweekly sync | 2026-03-09T10:00+60 | FREQ=WEEKLY;INTERVAL=2;BYDAY=MO',
    ],
    ['Weekend trip Saturday to Sunday', 'Weekend trip | 2026-03-07+2d'],
    ['Training next Monday - Wednesday', 'Training | 2026-03-09+3d'],
    ["Kids' school play next week Thursday 18:00", "Kids' school play | 2026-03-12T18:00+60"],
    ['Retro Friday of next week at 4pm', 'Retro | 2026-03-13T16:00+60'],
    ['Team offsite 3/10-3/12', 'Team offsite | 2026-03-10+3d'],
    ['Skiing 2/20 - 2/22', 'Skiing | 2027-02-20+3d'],
    ["New Year's Eve party Dec 31 9pm-2am", "New Year's Eve party | 2026-12-31T21:00+300"],
    ['Workshop 9am to 5pm on March 10 at Room 301', 'Workshop | 2026-03-10T09:00+480 | @ Room 301'],
    [
      'Quarterly review every 3 months on the 15th at 10am',
      'Quarterly review | 2026-03-15T10:00+60 | FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15',
    ],
    ['sync w/ bob@example.com tomorrow 3pm', 'sync | 2026-03-03T15:00+60 | bob@example.com'],
    ['Hike sunday 7am-noon', 'Hike | 2026-03-08T07:00+300'],
    ['Tomorrow: dentist at 9', 'dentist | 2026-03-03T09:00+60'],
    ['Dinner today 7:30pm for 2 hours', 'Dinner | 2026-03-02T19:30+120'],
  ])('%s', (text, expected) => {
    expect(inOneLine(quickAdd(text, MONDAY_MORNING))).toBe(expected);
  });

  test('days come first where the user writes them so', () => {
    expect(inOneLine(quickAdd('Team offsite 10/3-12/3', { ...MONDAY_MORNING, dateFieldOrder: 'DMY' }))).toBe(
      'Team offsite | 2026-03-10+3d',
    );
  });
});

describe('the shapes of the reference', () => {
  test.each([
    ['Lunch tomorrow at 3pm', 'Lunch | 2026-03-03T15:00+60'],
    ["Dinner with Bob at Luigi's 7-9pm Friday", "Dinner with Bob | 2026-03-06T19:00+120 | @ Luigi's"],
    ['Appointment at Somewhere on June 3rd 10am-10:25am', 'Appointment | 2026-06-03T10:00+25 | @ Somewhere'],
    ['Meeting 2026-03-04 14:00 for 90 minutes', 'Meeting | 2026-03-04T14:00+90'],
    ['Call 12/5 9:30am', 'Call | 2026-12-05T09:30+60'],
    ['Conference May 10-12', 'Conference | 2026-05-10+3d'],
    ['Holiday tomorrow', 'Holiday | 2026-03-03+1d'],
    ['Paris trip on Friday', 'Paris trip | 2026-03-06+1d'],
    ['Standup every Monday 9am', 'Standup | 2026-03-09T09:00+60 | FREQ=WEEKLY;BYDAY=MO'],
    ['Gym every weekday at 7am', 'Gym | 2026-03-03T07:00+60 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Rent every month on the 1st', 'Rent | 2026-04-01+1d | FREQ=MONTHLY;BYMONTHDAY=1'],
    ["Ann's birthday every April 4", "Ann's birthday | 2026-04-04+1d | FREQ=YEARLY"],
    [
      'Sync every Tuesday 10am until Dec 31',
      'Sync | 2026-03-03T10:00+60 | FREQ=WEEKLY;BYDAY=TU;UNTIL=20261231T225959Z',
    ],
    ['Sync every Tuesday 10am for 5 weeks', 'Sync | 2026-03-03T10:00+60 | FREQ=WEEKLY;BYDAY=TU;COUNT=5'],
    ['Review with ann@example.com noon', 'Review | 2026-03-02T12:00+60 | ann@example.com'],
    ['Chat', 'Chat | 2026-03-02T10:30+60'],
  ])('%s', (text, expected) => {
    expect(inOneLine(quickAdd(text, MONDAY_MORNING))).toBe(expected);
  });

  test('CAL-97 the zone of the calendar', () => {
    expect(quickAdd('Lunch tomorrow at 3pm', MONDAY_MORNING).start).toEqual({
      dateTime: '2026-03-03T15:00:00',
      timeZone: 'Europe/Zurich',
    });
  });

  test.each(['', '   ', '\n\t'])('CAL-98 %j is no text', (text) => {
    expect(() => quickAdd(text, MONDAY_MORNING)).toThrow(
      expect.objectContaining({ code: 400, reason: 'required', message: 'Required parameter: text' }),
    );
  });

  test('a text longer than a title may be is refused', () => {
    expect(() => quickAdd('x'.repeat(1025), MONDAY_MORNING)).toThrow(
      expect.objectContaining({ code: 400, reason: 'invalid' }),
    );
  });
});

describe('times of day', () => {
  test.each([
    ['Call 3pm', 'Call | 2026-03-02T15:00+60'],
    ['Call 3 p.m.', 'Call | 2026-03-02T15:00+60'],
    ['Call 3p', 'Call | 2026-03-02T15:00+60'],
    ['Call 15:00', 'Call | 2026-03-02T15:00+60'],
    ['Call 3:30pm', 'Call | 2026-03-02T15:30+60'],
    ['Call at 3', 'Call | 2026-03-02T15:00+60'],
    ["Call at 3 o'clock", 'Call | 2026-03-02T15:00+60'],
    ['Call from 3 to 4', 'Call | 2026-03-02T15:00+60'],
    ['Call 7-9pm', 'Call | 2026-03-02T19:00+120'],
    ['Call 11-1pm', 'Call | 2026-03-02T11:00+120'],
    ['Call 11am-1pm', 'Call | 2026-03-02T11:00+120'],
    ['Call 10-10:25am tomorrow', 'Call | 2026-03-03T10:00+25'],
    ['Call 3pm - 4:15pm', 'Call | 2026-03-02T15:00+75'],
    ['Call 15:00–16:30', 'Call | 2026-03-02T15:00+90'],
    ['Party 10pm to 2am', 'Party | 2026-03-02T22:00+240'],
    ['Call 9am', 'Call | 2026-03-03T09:00+60'],
    ['Launch at midnight', 'Launch | 2026-03-03T00:00+60'],
    ['Movie tonight', 'Movie | 2026-03-02T20:00+60'],
    ['Movie tonight at 9pm', 'Movie | 2026-03-02T21:00+60'],
    ['Run tomorrow morning', 'Run | 2026-03-03T09:00+60'],
    ['Tea Friday afternoon', 'Tea | 2026-03-06T15:00+60'],
    ['Drinks this evening', 'Drinks | 2026-03-02T18:00+60'],
    ['Morning run tomorrow 7am', 'Morning run | 2026-03-03T07:00+60'],
    ['Call in 2 hours', 'Call | 2026-03-02T12:10+60'],
    ['Burgers at 5 Guys tomorrow 1pm', 'Burgers | 2026-03-03T13:00+60 | @ 5 Guys'],
  ])('%s', (text, expected) => {
    expect(inOneLine(quickAdd(text, MONDAY_MORNING))).toBe(expected);
  });
});

describe('days', () => {
  test.each([
    ['Trip Monday', 'Trip | 2026-03-02+1d'],
    ['Call Monday 9am', 'Call | 2026-03-09T09:00+60'],
    ['Call Monday 11am', 'Call | 2026-03-02T11:00+60'],
    ['Call next Friday 2pm', 'Call | 2026-03-13T14:00+60'],
    ['Call this Friday 2pm', 'Call | 2026-03-06T14:00+60'],
    ['Call today 2pm', 'Call | 2026-03-02T14:00+60'],
    ['Deadline in 3 days', 'Deadline | 2026-03-05+1d'],
    ['Checkup February 10', 'Checkup | 2027-02-10+1d'],
    ['Checkup 10 February 2028 at 8:15', 'Checkup | 2028-02-10T08:15+60'],
    ['Lunch Friday, June 5 at noon', 'Lunch | 2026-06-05T12:00+60'],
    ['Lunch with May tomorrow at 1pm', 'Lunch with May | 2026-03-03T13:00+60'],
    ['Dentist on the 5th at 4pm', 'Dentist | 2026-03-05T16:00+60'],
    ['Dentist on the 1st', 'Dentist | 2026-04-01+1d'],
    ['Call mom next week', 'Call mom | 2026-03-09+1d'],
    ['Vacation from June 1 to June 14', 'Vacation | 2026-06-01+14d'],
    ['Retreat June 1 - June 4', 'Retreat | 2026-06-01+4d'],
    ['Workshop tomorrow for 3 days', 'Workshop | 2026-03-03+3d'],
    ['Deploy 2026-03-04T14:00:00Z', 'Deploy | 2026-03-04T15:00+60'],
    ['tomorrow at 3pm', '- | 2026-03-03T15:00+60'],
  ])('%s', (text, expected) => {
    expect(inOneLine(quickAdd(text, MONDAY_MORNING))).toBe(expected);
  });

  test.each([
    ['MDY', '2026-12-05'],
    ['DMY', '2026-05-12'],
    ['YMD', '2026-12-05'],
  ] as const)('12/5 in %s', (dateFieldOrder, date) => {
    expect(quickAdd('Call 12/5', { ...MONDAY_MORNING, dateFieldOrder }).start).toEqual({ date });
  });
});

describe('lengths, places and guests', () => {
  test.each([
    ['Call 3pm for 2 hours', 'Call | 2026-03-02T15:00+120'],
    ['Call 3pm for 1.5 hours', 'Call | 2026-03-02T15:00+90'],
    ['Call 3pm for an hour and a half', 'Call | 2026-03-02T15:00+90'],
    ['Call 3pm for half an hour', 'Call | 2026-03-02T15:00+30'],
    ['Call 3pm for 1h30m', 'Call | 2026-03-02T15:00+90'],
    ['Call 3pm for 45 min', 'Call | 2026-03-02T15:00+45'],
    ['Call for 20 minutes', 'Call | 2026-03-02T10:30+20'],
    ['Lunch at Cafe Odeon tomorrow at noon with Bob', 'Lunch with Bob | 2026-03-03T12:00+60 | @ Cafe Odeon'],
    ["Dinner at 7 at Luigi's", "Dinner | 2026-03-02T19:00+60 | @ Luigi's"],
    ['Wedding Sat June 6 2pm-11pm at City Hall', 'Wedding | 2026-06-06T14:00+540 | @ City Hall'],
    ["Dinner tomorrow 7pm at Ann's place", "Dinner | 2026-03-03T19:00+60 | @ Ann's place"],
    [
      'Sync with ann@example.com and bob@example.org tomorrow 9am',
      'Sync | 2026-03-03T09:00+60 | ann@example.com | bob@example.org',
    ],
    ['Sync ANN@Example.com, ann@example.com 4pm', 'Sync | 2026-03-02T16:00+60 | ann@example.com'],
  ])('%s', (text, expected) => {
    expect(inOneLine(quickAdd(text, MONDAY_MORNING))).toBe(expected);
  });

  test('the default length is the setting', () => {
    expect(inOneLine(quickAdd('Call 3pm', { ...MONDAY_MORNING, defaultEventLengthMinutes: 25 }))).toBe(
      'Call | 2026-03-02T15:00+25',
    );
  });
});

describe('repetitions', () => {
  test.each([
    ['Standup daily at 9:15', 'Standup | 2026-03-03T09:15+60 | FREQ=DAILY'],
    ['Pills every day 8pm', 'Pills | 2026-03-02T20:00+60 | FREQ=DAILY'],
    ['Water plants every 3 days', 'Water plants | 2026-03-02+1d | FREQ=DAILY;INTERVAL=3'],
    ['Yoga every Tuesday and Thursday 6pm', 'Yoga | 2026-03-03T18:00+60 | FREQ=WEEKLY;BYDAY=TU,TH'],
    ['Yoga every Mon, Wed, Fri at 18:30', 'Yoga | 2026-03-02T18:30+60 | FREQ=WEEKLY;BYDAY=MO,WE,FR'],
    ['Payday every other Friday', 'Payday | 2026-03-06+1d | FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    ['Review every 2 weeks on Monday 4pm', 'Review | 2026-03-02T16:00+60 | FREQ=WEEKLY;INTERVAL=2;BYDAY=MO'],
    ['Hike every weekend', 'Hike | 2026-03-07+1d | FREQ=WEEKLY;BYDAY=SA,SU'],
    ['Board every first Monday of the month 5pm', 'Board | 2026-03-02T17:00+60 | FREQ=MONTHLY;BYDAY=1MO'],
    ['Demo every last Friday 3pm', 'Demo | 2026-03-27T15:00+60 | FREQ=MONTHLY;BYDAY=-1FR'],
    ['Report monthly on the last day', 'Report | 2026-03-31+1d | FREQ=MONTHLY;BYMONTHDAY=-1'],
    ['Invoice every month on the 1st and 15th', 'Invoice | 2026-03-15+1d | FREQ=MONTHLY;BYMONTHDAY=1,15'],
    ['Invoice every 15th', 'Invoice | 2026-03-15+1d | FREQ=MONTHLY;BYMONTHDAY=15'],
    ['Anniversary every year on March 1', 'Anniversary | 2027-03-01+1d | FREQ=YEARLY'],
    ['Leap party every February 29', 'Leap party | 2028-02-29+1d | FREQ=YEARLY'],
    ['Party every February 30', 'Party every February 30 | 2026-03-02T10:30+60'],
    ['Party every June 31', 'Party every June 31 | 2026-03-02T10:30+60'],
    ['Party every June 0', 'Party every June 0 | 2026-03-02T10:30+60'],
    ['Tax day yearly April 15', 'Tax day | 2026-04-15+1d | FREQ=YEARLY'],
    [
      'Course every weekday 9am-12pm for 2 weeks',
      'Course | 2026-03-03T09:00+180 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=10',
    ],
    ['Class every Wednesday 7pm 8 times', 'Class | 2026-03-04T19:00+60 | FREQ=WEEKLY;BYDAY=WE;COUNT=8'],
    ['Class every Wednesday for 2 months', 'Class | 2026-03-04+1d | FREQ=WEEKLY;BYDAY=WE;UNTIL=20260503'],
    ['Class every Wednesday 7pm for 90 minutes', 'Class | 2026-03-04T19:00+90 | FREQ=WEEKLY;BYDAY=WE'],
    ['Swim every day until Friday', 'Swim | 2026-03-02+1d | FREQ=DAILY;UNTIL=20260306'],
    ['Rehearsal every Thursday 8pm starting June 1', 'Rehearsal | 2026-06-04T20:00+60 | FREQ=WEEKLY;BYDAY=TH'],
    [
      '1:1 with ann@example.com every other week on Tuesday 11am at Room 4',
      '1:1 | 2026-03-03T11:00+60 | @ Room 4 | FREQ=WEEKLY;INTERVAL=2;BYDAY=TU | ann@example.com',
    ],
  ])('%s', (text, expected) => {
    expect(inOneLine(quickAdd(text, MONDAY_MORNING))).toBe(expected);
  });
});

describe('any text is an event or a refusal', () => {
  const word = fc.constantFrom(
    'every',
    'each',
    'on',
    'at',
    'for',
    'until',
    'from',
    'to',
    '-',
    'Monday',
    'next',
    '3pm',
    '25:99',
    '12/5',
    '99/99',
    'June',
    '31',
    'February',
    '30',
    'weeks',
    'other',
    'the',
    '1st',
    'last',
    'noon',
    'tonight',
    'morning',
    'a@b.co',
    '@',
    ',',
    'Luigi',
    '9999',
    '1000000',
    'times',
    'year',
    'month',
    '2026-03-04',
    '0000-00-00',
    '2026-13-45T99:99',
    '10am-',
    'and',
    'half',
    '12-1',
    '10h30',
    '0900-',
    'quarter',
    'past',
    'all day',
    'weekend',
    'Mondays',
    'Mon,',
    'Fri',
    '25.12.',
    '3.12.-5.12.',
    'through',
    'quarter',
    'once a',
    '2h15',
    '(',
    ')',
    '\uE000',
    '\u0001',
  );
  const repeated = fc
    .array(word, { minLength: 1, maxLength: 3 })
    .map((words) => `${words.join(' ')} `.repeat(1024).slice(0, 1024));
  const text = fc.oneof(
    { weight: 10, arbitrary: fc.string({ maxLength: 80 }) },
    { weight: 10, arbitrary: anyText({ maxLength: 40 }) },
    { weight: 30, arbitrary: fc.array(word, { maxLength: 14 }).map((words) => words.join(' ')) },
    { weight: 1, arbitrary: repeated },
  );

  test('whose times and rules pass the checks of a new event', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('UTC', 'Europe/Zurich', 'Pacific/Apia'), (sentence, timeZone) => {
        let draft: EventDraft;
        try {
          draft = quickAdd(sentence, { ...MONDAY_MORNING, timeZone });
        } catch (error) {
          if (error instanceof ApiError) return;
          throw error;
        }
        const { start } = readSpan(draft, draft.recurrence !== undefined);
        if (draft.recurrence !== undefined) parseRecurrence(draft.recurrence, start);
      }),
      { numRuns: casesToPlay(1500), seed: 97 },
    );
  });
});
