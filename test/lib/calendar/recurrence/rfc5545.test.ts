import { describe, expect, test } from '@jest/globals';
import { datesOf, startsOf, timedSeries } from '#test/support/calendar/series';

/** `1997: 9/2,4 10/1` is three dates; a year holds until the next one is named. */
function dates(text: string): string[] {
  let year = '';
  return text.split(' ').flatMap((word) => {
    if (word.endsWith(':')) {
      year = word.slice(0, -1);
      return [];
    }
    const [month = '', days = ''] = word.split('/');
    return days.split(',').flatMap((range) => {
      const [first = '', last = first] = range.split('-');
      return Array.from(
        { length: Number(last) - Number(first) + 1 },
        (_, index) => `${year}-${month.padStart(2, '0')}-${String(Number(first) + index).padStart(2, '0')}`,
      );
    });
  });
}

describe('the examples of RFC 5545 3.8.5.3, all at nine in New York', () => {
  test.each([
    ['daily for 10 occurrences', '1997-09-02', 'FREQ=DAILY;COUNT=10', '1997: 9/2-11'],
    [
      'daily until December 24',
      '1997-09-02',
      'FREQ=DAILY;UNTIL=19971224T000000Z',
      '1997: 9/2-30 10/1-31 11/1-30 12/1-23',
    ],
    [
      'every other day',
      '1997-09-02',
      'FREQ=DAILY;INTERVAL=2',
      '1997: 9/2,4,6,8,10,12,14,16,18,20,22,24,26,28,30 10/2,4,6',
    ],
    ['every 10 days, 5 occurrences', '1997-09-02', 'FREQ=DAILY;INTERVAL=10;COUNT=5', '1997: 9/2,12,22 10/2,12'],
    [
      'every day in January for 3 years, yearly',
      '1998-01-01',
      'FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA',
      '1998: 1/1-31 1999: 1/1-31 2000: 1/1-31',
    ],
    [
      'every day in January for 3 years, daily',
      '1998-01-01',
      'FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1',
      '1998: 1/1-31 1999: 1/1-31 2000: 1/1-31',
    ],
    ['weekly for 10 occurrences', '1997-09-02', 'FREQ=WEEKLY;COUNT=10', '1997: 9/2,9,16,23,30 10/7,14,21,28 11/4'],
    [
      'weekly until December 24',
      '1997-09-02',
      'FREQ=WEEKLY;UNTIL=19971224T000000Z',
      '1997: 9/2,9,16,23,30 10/7,14,21,28 11/4,11,18,25 12/2,9,16,23',
    ],
    [
      'every other week',
      '1997-09-02',
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
      '1997: 9/2,16,30 10/14,28 11/11,25 12/9,23 1998: 1/6,20 2/3,17',
    ],
    [
      'weekly on Tuesday and Thursday until a date',
      '1997-09-02',
      'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
      '1997: 9/2,4,9,11,16,18,23,25,30 10/2',
    ],
    [
      'weekly on Tuesday and Thursday by count',
      '1997-09-02',
      'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
      '1997: 9/2,4,9,11,16,18,23,25,30 10/2',
    ],
    [
      'every other week on three days until December 24',
      '1997-09-01',
      'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
      '1997: 9/1,3,5,15,17,19,29 10/1,3,13,15,17,27,29,31 11/10,12,14,24,26,28 12/8,10,12,22',
    ],
    [
      'every other week on two days, 8 occurrences',
      '1997-09-02',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
      '1997: 9/2,4,16,18,30 10/2,14,16',
    ],
    [
      'monthly on the first Friday, 10 occurrences',
      '1997-09-05',
      'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
      '1997: 9/5 10/3 11/7 12/5 1998: 1/2 2/6 3/6 4/3 5/1 6/5',
    ],
    [
      'monthly on the first Friday until December 24',
      '1997-09-05',
      'FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR',
      '1997: 9/5 10/3 11/7 12/5',
    ],
    [
      'every other month on the first and last Sunday',
      '1997-09-07',
      'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
      '1997: 9/7,28 11/2,30 1998: 1/4,25 3/1,29 5/3,31',
    ],
    [
      'monthly on the second-to-last Monday',
      '1997-09-22',
      'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
      '1997: 9/22 10/20 11/17 12/22 1998: 1/19 2/16',
    ],
    [
      'monthly on the third-to-last day',
      '1997-09-28',
      'FREQ=MONTHLY;BYMONTHDAY=-3',
      '1997: 9/28 10/29 11/28 12/29 1998: 1/29 2/26',
    ],
    [
      'monthly on the 2nd and 15th',
      '1997-09-02',
      'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
      '1997: 9/2,15 10/2,15 11/2,15 12/2,15 1998: 1/2,15',
    ],
    [
      'monthly on the first and last day',
      '1997-09-30',
      'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
      '1997: 9/30 10/1,31 11/1,30 12/1,31 1998: 1/1,31 2/1',
    ],
    [
      'every 18 months on the 10th to 15th',
      '1997-09-10',
      'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
      '1997: 9/10-15 1999: 3/10-13',
    ],
    [
      'every Tuesday, every other month',
      '1997-09-02',
      'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
      '1997: 9/2,9,16,23,30 11/4,11,18,25 1998: 1/6,13,20,27 3/3,10,17,24,31',
    ],
    [
      'yearly in June and July',
      '1997-06-10',
      'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
      '1997: 6/10 7/10 1998: 6/10 7/10 1999: 6/10 7/10 2000: 6/10 7/10 2001: 6/10 7/10',
    ],
    [
      'every other year in January to March',
      '1997-03-10',
      'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
      '1997: 3/10 1999: 1/10 2/10 3/10 2001: 1/10 2/10 3/10 2003: 1/10 2/10 3/10',
    ],
    [
      'every third year on days 1, 100 and 200',
      '1997-01-01',
      'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
      '1997: 1/1 4/10 7/19 2000: 1/1 4/9 7/18 2003: 1/1 4/10 7/19 2006: 1/1',
    ],
    ['every 20th Monday of the year', '1997-05-19', 'FREQ=YEARLY;BYDAY=20MO', '1997: 5/19 1998: 5/18 1999: 5/17'],
    ['Monday of week 20', '1997-05-12', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997: 5/12 1998: 5/11 1999: 5/17'],
    [
      'every Thursday in March',
      '1997-03-13',
      'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
      '1997: 3/13,20,27 1998: 3/5,12,19,26 1999: 3/4,11,18,25',
    ],
    [
      'every Thursday in June, July and August',
      '1997-06-05',
      'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
      '1997: 6/5,12,19,26 7/3,10,17,24,31 8/7,14,21,28 1998: 6/4,11,18,25 7/2,9,16,23,30 8/6,13,20,27',
    ],
    [
      'the first Saturday after the first Sunday',
      '1997-09-13',
      'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
      '1997: 9/13 10/11 11/8 12/13 1998: 1/10 2/7 3/7',
    ],
    [
      'election day',
      '1996-11-05',
      'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
      '1996: 11/5 2000: 11/7 2004: 11/2',
    ],
    [
      'the third Tuesday, Wednesday or Thursday',
      '1997-09-04',
      'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3',
      '1997: 9/4 10/7 11/6',
    ],
    [
      'the second-to-last weekday',
      '1997-09-29',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
      '1997: 9/29 10/30 11/27 12/30 1998: 1/29 2/26 3/30',
    ],
    [
      'weeks that begin on Monday',
      '1997-08-05',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
      '1997: 8/5,10,19,24',
    ],
    [
      'weeks that begin on Sunday',
      '1997-08-05',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
      '1997: 8/5,17,19,31',
    ],
    ['days that some months lack', '2007-01-15', 'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '2007: 1/15,30 2/15 3/15,30'],
  ])('%s', (_, start, rule, expected) => {
    const wanted = dates(expected);
    expect(datesOf(timedSeries(`${start}T09:00:00`, 'America/New_York', `RRULE:${rule}`), wanted.length)).toEqual(
      wanted,
    );
    if (/COUNT|UNTIL/.test(rule))
      expect(datesOf(timedSeries(`${start}T09:00:00`, 'America/New_York', `RRULE:${rule}`))).toHaveLength(
        wanted.length,
      );
  });

  test('Friday the 13th, whose own start is taken away', () => {
    const series = timedSeries(
      '1997-09-02T09:00:00',
      'America/New_York',
      'EXDATE;TZID=America/New_York:19970902T090000',
      'RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    );
    expect(datesOf(series, 5)).toEqual(['1998-02-13', '1998-03-13', '1998-11-13', '1999-08-13', '2000-10-13']);
  });

  test('every 20 minutes from nine to a quarter to five', () => {
    const series = timedSeries(
      '1997-09-02T09:00:00',
      'America/New_York',
      'RRULE:FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40',
    );
    const starts = startsOf(series, 26);
    expect(starts.slice(0, 3)).toEqual([
      '1997-09-02T09:00:00-04:00',
      '1997-09-02T09:20:00-04:00',
      '1997-09-02T09:40:00-04:00',
    ]);
    expect(starts.slice(22)).toEqual([
      '1997-09-02T16:20:00-04:00',
      '1997-09-02T16:40:00-04:00',
      '1997-09-03T09:00:00-04:00',
      '1997-09-03T09:20:00-04:00',
    ]);
  });
});
