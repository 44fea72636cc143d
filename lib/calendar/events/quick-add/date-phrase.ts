/** Dates in words: `tomorrow`, `next Friday`, `June 3rd`, `May 10-12`, `in two weeks`, `this weekend`. */
import type { ParsedComponents, ParsedResult } from 'chrono-node';
import { casual } from 'chrono-node/en';
import { civilDate, DAY, dayNumber, daysInMonth, HOUR, MINUTE, weekday } from '#lib/calendar/time/civil';
import { wallAt } from '#lib/calendar/time/zone';
import { today, type DatePhrase, type Now } from './day.ts';
import { cutNumericDate } from './numeric-date.ts';
import type { Sentence } from './sentence.ts';
import { MONTH, monthNamed, NUMBER, numberNamed, WEEKDAY, weekdayNamed } from './words.ts';

type Groups = Readonly<Record<string, string | undefined>>;

const aheadBy = (wanted: number, now: Now): number => today(now) + ((wanted - weekday(today(now)) + 7) % 7);
const inNextWeek = (wanted: number, now: Now): number => today(now) - weekday(today(now)) + 7 + wanted;

const monthAfter = (day: number, months: number): { readonly year: number; readonly month: number } => {
  const { year, month } = civilDate(day);
  return { year: year + Math.floor((month - 1 + months) / 12), month: ((month - 1 + months) % 12) + 1 };
};

const lastOfMonth = (day: number): number => {
  const { year, month } = civilDate(day);
  return dayNumber(year, month, daysInMonth(year, month));
};

/** `the 5th`: of this month, or of the next month that has such a day. */
function dayOfMonth(wanted: number, now: Now): number {
  let day = today(now);
  while (civilDate(day).day !== wanted) day += 1;
  return day;
}

/** One weekday or a range. */
const WEEKDAYS = (name: string): string =>
  `(?<${name}>${WEEKDAY})(?!['’])(?:\\s*(?:-|–|\\bto\\b|\\bthrough\\b)\\s*(?<${name}Last>${WEEKDAY}))?`;

const weekdaysFrom = (day: number, last: string | undefined): DatePhrase =>
  last === undefined ? { day } : { day, lastDay: day + ((weekdayNamed(last) - weekday(day) + 7) % 7) };

const THE_NTH = '(?:the\\s+)?(?<nth>3[01]|[12]\\d|[1-9])(?:st|nd|rd|th)';

/** Phrases for days without a written date, in the order in which they are tried: longer ones first. */
const WORDS: readonly (readonly [RegExp, (groups: Groups, now: Now) => DatePhrase])[] = [
  [/\b(?:the\s+)?day\s+after\s+tomorrow\b/iu, (_, now) => ({ day: today(now) + 2 })],
  [
    new RegExp(
      `\\b(?<weeks>${NUMBER})\\s+weeks?\\s+from\\s+(?:(?<day>${WEEKDAY})|(?<tomorrow>tomorrow)|today|now\\b)`,
      'iu',
    ),
    ({ weeks = '', day, tomorrow }, now) => ({
      day:
        (day === undefined ? today(now) + (tomorrow === undefined ? 0 : 1) : aheadBy(weekdayNamed(day), now)) +
        7 * Math.floor(numberNamed(weeks)),
    }),
  ],
  [
    new RegExp(`\\b(?:on\\s+)?(?<day>${WEEKDAY})\\s+week\\b`, 'iu'),
    ({ day = '' }, now) => ({ day: aheadBy(weekdayNamed(day), now) + 7 }),
  ],
  [
    new RegExp(
      `\\b(?:next week,?\\s+(?:(?:on|from)\\s+)?${WEEKDAYS('after')}|(?:on\\s+|from\\s+)?${WEEKDAYS('before')}\\s+(?:of\\s+)?next week\\b)`,
      'iu',
    ),
    ({ after, before, afterLast, beforeLast }, now) =>
      weekdaysFrom(inNextWeek(weekdayNamed(after ?? before ?? ''), now), afterLast ?? beforeLast),
  ],
  [
    /\b(?:on\s+|over\s+)?(?:this|the|(?<next>next))\s+weekend\b/iu,
    ({ next }, now) => {
      const day = next === undefined ? today(now) + Math.max(0, 5 - weekday(today(now))) : inNextWeek(5, now);
      return { day, lastDay: day - weekday(day) + 6, isWeekend: true };
    },
  ],
  [
    new RegExp(
      `\\b(?:next month,?\\s+(?:on\\s+)?${THE_NTH}|(?:on\\s+)?${THE_NTH.replace('nth', 'first')}\\s+of\\s+next month)\\b`,
      'iu',
    ),
    ({ nth, first }, now) => {
      const { year, month } = monthAfter(today(now), 1);
      return { day: dayNumber(year, month, Math.min(Number(nth ?? first), daysInMonth(year, month))) };
    },
  ],
  [
    new RegExp(
      `\\b(?:from\\s+)?${THE_NTH}\\s*(?:-|–|\\bto\\b|\\bthrough\\b)\\s*${THE_NTH.replace('nth', 'last')}\\s+(?:of\\s+)?(?<month>${MONTH})`,
      'iu',
    ),
    ({ nth, last, month = '' }, now) => {
      const { year } = civilDate(today(now));
      const dayIn = (inYear: number, day: string | undefined): number =>
        dayNumber(inYear, monthNamed(month), Math.min(Number(day), daysInMonth(inYear, monthNamed(month))));
      const inYear = dayIn(year, last) < today(now) ? year + 1 : year;
      return { day: dayIn(inYear, nth), lastDay: Math.max(dayIn(inYear, nth), dayIn(inYear, last)) };
    },
  ],
  [
    /\b(?:at\s+|by\s+)?(?:the\s+)?end\s+of\s+(?:(?:the|this)\s+)?month\b/iu,
    (_, now) => ({ day: lastOfMonth(today(now)) }),
  ],
];

function cutWords(sentence: Sentence, now: Now): DatePhrase | undefined {
  for (const [pattern, read] of WORDS) {
    const match = sentence.cut(pattern);
    if (match !== undefined) return read(match.groups ?? {}, now);
  }
  return undefined;
}

const ONLY_WEEKDAY = new RegExp(`^(?:on\\s+)?(?:(?:next|this|coming|last|past)\\s+)?${WEEKDAY}$`, 'iu');
const NAMED_WEEKDAY = new RegExp(`\\b(?:on\\s+|from\\s+)?(?:(?<which>next|this|coming)\\s+)?${WEEKDAYS('day')}`, 'giu');

/**
 * Of several, the one next to another phrase or at an end: in `Sunday roast Sunday 1pm` the first belongs to the title.
 */
function chosenWeekday(text: string): RegExpExecArray | undefined {
  const matches = [...text.matchAll(NAMED_WEEKDAY)];
  const isBeside = ({ index, 0: { length } }: RegExpExecArray): boolean =>
    /\uE000[\s,]*$/u.test(text.slice(0, index)) || /^[\s,]*(?:$|\uE000)/u.test(text.slice(index + length));
  return matches.find(isBeside) ?? matches[0];
}

function cutWeekday(sentence: Sentence, now: Now): DatePhrase | undefined {
  const match = chosenWeekday(sentence.text);
  if (match === undefined) return undefined;
  sentence.remove(match.index, match[0].length);
  const { which, day: named = '', dayLast: last } = match.groups ?? {};
  const wanted = weekdayNamed(named);
  const isNext = which?.toLowerCase() === 'next';
  const day = isNext ? inNextWeek(wanted, now) : aheadBy(wanted, now);
  if (last !== undefined)
    return { ...weekdaysFrom(day, last), isWorkWeek: which === undefined && wanted === 0 && weekdayNamed(last) === 4 };
  return isNext ? { day } : { day, isWeekday: true };
}

const dayOf = (components: ParsedComponents): number =>
  dayNumber(components.get('year') ?? 1970, components.get('month') ?? 1, components.get('day') ?? 1);

const UNIT = /\b(?:min(?:ute)?s?|h(?:ou)?rs?|days?|weeks?|months?|years?)\b/iu;
const FROM_NOW = /^(?:in|within|next|this|after)\b|\b(?:from now|later|hence)$/iu;

/** A month alone is more often a name (`Lunch with May`), and `2 hours` alone is a length. */
function isDay({ start, text, index }: ParsedResult, sentence: string): boolean {
  if (ONLY_WEEKDAY.test(text) || /[\w.:/-]$/u.test(sentence.slice(0, index))) return false;
  return UNIT.test(text) ? FROM_NOW.test(text) : start.isCertain('day');
}

/** Years 1 to 9999, with room for a long event. */
const isInRange = ({ start, end }: ParsedResult): boolean =>
  [dayOf(start), dayOf(end ?? start)].every((day) => day > -700_000 && day < 2_900_000);

/** Times of day were cut before, so a number next to such a word or after a point is no hour. */
const OTHER_NUMBER =
  /(?<![\w/.:-])\d+(?=\s+(?:today|tomorrow|tonight)\b)|(?<=\b(?:today|tomorrow|tonight)\s+)\d+|(?<=[\w.]\.)\d+/giu;

/** `Monday the 16th of March` is one date. */
const LEADING_WEEKDAY = new RegExp(`(?:\\bon\\s+)?\\b${WEEKDAY},?\\s+the\\s+(?=\\uE000)`, 'iu');

/**
 * The library works in the time zone of the machine. At noon the date is the same in any zone rules, and no zone
 * changes its clock at noon of this day.
 */
const noonOf = (day: number): Date => {
  const { year, month, day: ofMonth } = civilDate(day);
  return new Date(year, month - 1, ofMonth, 12);
};
const SOME_DAY = dayNumber(2001, 1, 15);

/** `in 2 hours` counts from now, not from midnight. */
function momentFromNow(phrase: string, { now, timeZone }: Now): DatePhrase | undefined {
  const [result] = casual.parse(phrase, noonOf(SOME_DAY));
  if (result === undefined) return undefined;
  const { start } = result;
  const length =
    (dayOf(start) - SOME_DAY) * DAY + ((start.get('hour') ?? 0) - 12) * HOUR + (start.get('minute') ?? 0) * MINUTE;
  const wall = Math.floor(wallAt(timeZone, now + length) / MINUTE) * MINUTE;
  const day = Math.floor(wall / DAY);
  return { day, time: wall - day * DAY };
}

function cutWritten(sentence: Sentence, now: Now): DatePhrase | undefined {
  const text = sentence.text.replace(OTHER_NUMBER, (digits) => '\uE000'.repeat(digits.length));
  const result = casual
    .parse(text, noonOf(today(now)), { forwardDate: true })
    .find((found) => isDay(found, text) && isInRange(found));
  if (result === undefined) return undefined;
  sentence.remove(result.index, result.text.length);
  sentence.cut(LEADING_WEEKDAY);
  const { start, end } = result;
  const moment = UNIT.test(result.text) && start.isCertain('hour') ? momentFromNow(result.text, now) : undefined;
  return moment ?? { day: dayOf(start), ...(dayOf(end ?? start) > dayOf(start) && { lastDay: dayOf(end ?? start) }) };
}

const ON_THE_NTH = new RegExp(
  `\\b(?:on\\s+(?:${WEEKDAY},?\\s+)?the\\s+|${WEEKDAY},?\\s+(?:the\\s+)?)(?<nth>3[01]|[12]\\d|[1-9])(?:st|nd|rd|th)\\b`,
  'iu',
);

function cutMonthDay(sentence: Sentence, now: Now): DatePhrase | undefined {
  const nth = sentence.cut(ON_THE_NTH)?.groups?.['nth'];
  return nth === undefined ? undefined : { day: dayOfMonth(Number(nth), now) };
}

/** A written date is preferred to a weekday next to it: `Friday, June 5`. */
export const cutDate = (sentence: Sentence, now: Now): DatePhrase | undefined =>
  cutNumericDate(sentence, now) ??
  cutWords(sentence, now) ??
  cutWritten(sentence, now) ??
  cutMonthDay(sentence, now) ??
  cutWeekday(sentence, now);

const ONLY_MONTH = new RegExp(`^\\s*(?<month>${MONTH})(?!\\s*\\d)`, 'iu');

/** The last day before a month, or of the month: `until June`, `through June`. */
export function cutMonthAsEnd(sentence: Sentence, now: Now, isIncluded: boolean): number | undefined {
  const month = sentence.cut(ONLY_MONTH)?.groups?.['month'];
  if (month === undefined) return undefined;
  const { year, month: thisMonth } = civilDate(today(now));
  const first = dayNumber(monthNamed(month) > thisMonth ? year : year + 1, monthNamed(month), 1);
  return isIncluded ? lastOfMonth(first) : first - 1;
}
