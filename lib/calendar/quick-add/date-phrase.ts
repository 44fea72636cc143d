/** Dates in words, as days: `tomorrow`, `next Friday`, `June 3rd`, `12/5`, `May 10-12`, `in two weeks`. */
import { casual, GB } from 'chrono-node/en';
import type { ParsedComponents, ParsedResult } from 'chrono-node';
import { checkedDay, civilDate, DAY, dayNumber, HOUR, MINUTE, weekday } from '#lib/calendar/time/civil';
import type { Instant } from '#lib/calendar/time/civil';
import { offsetAt, wallAt } from '#lib/calendar/time/zone';
import type { Sentence } from './sentence.ts';
import { WEEKDAY, weekdayNamed } from './words.ts';

export interface DatePhrase {
  readonly day: number;
  /** The last day, when a range is named. */
  readonly lastDay?: number;
  /** `in 2 hours` is a time as well: milliseconds since midnight. */
  readonly time?: number;
  /** A day of the week is always ahead: when its time has passed today, it is a week later. */
  readonly isWeekday?: boolean;
}

export interface Now {
  readonly now: Instant;
  readonly timeZone: string;
  /** The user's setting: `DMY` reads 12/5 as the twelfth of May. */
  readonly dateFieldOrder: 'MDY' | 'DMY' | 'YMD';
}

export const today = ({ now, timeZone }: Now): number => Math.floor(wallAt(timeZone, now) / DAY);

const ONLY_WEEKDAY = new RegExp(`^(?:on\\s+)?(?:(?:next|this|coming|last|past)\\s+)?${WEEKDAY}$`, 'iu');
const NAMED_WEEKDAY = new RegExp(`\\b(?:on\\s+|from\\s+)?(?:(?<which>next|this|coming)\\s+)?(?<day>${WEEKDAY})(?!['’])(?:\\s*(?:-|–|\\bto\\b|\\bthrough\\b)\\s*(?<last>${WEEKDAY}))?`, 'iu');
const OF_NEXT_WEEK = new RegExp(`\\b(?:next week\\s+(?:on\\s+)?(?<after>${WEEKDAY})|(?:on\\s+)?(?<before>${WEEKDAY})\\s+(?:of\\s+)?next week\\b)`, 'iu');

const inNextWeek = (wanted: number, now: Now): number => today(now) - weekday(today(now)) + 7 + wanted;

function cutOfNextWeek(sentence: Sentence, now: Now): DatePhrase | undefined {
  const { after, before } = sentence.cut(OF_NEXT_WEEK)?.groups ?? {};
  const named = after ?? before;
  return named === undefined ? undefined : { day: inNextWeek(weekdayNamed(named), now) };
}

function cutWeekday(sentence: Sentence, now: Now): DatePhrase | undefined {
  const match = sentence.cut(NAMED_WEEKDAY);
  if (match === undefined) return undefined;
  const { which, day: named = '', last } = match.groups ?? {};
  const wanted = weekdayNamed(named);
  const isNext = which?.toLowerCase() === 'next';
  const day = isNext ? inNextWeek(wanted, now) : today(now) + ((wanted - weekday(today(now)) + 7) % 7);
  if (last !== undefined) return { day, lastDay: day + ((weekdayNamed(last) - wanted + 7) % 7) };
  return isNext ? { day } : { day, isWeekday: true };
}

const NUMBERS_RANGE = /(?<![\w/])(\d{1,2})\/(\d{1,2})\s*(?:-|–|\bto\b)\s*(\d{1,2})\/(\d{1,2})(?![\w/])/iu;

/** `3/10-3/12`, this year or the next. */
function cutNumbersRange(sentence: Sentence, now: Now): DatePhrase | undefined {
  const numbers = NUMBERS_RANGE.exec(sentence.text)?.slice(1).map(Number);
  if (numbers === undefined) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = now.dateFieldOrder === 'DMY' ? [numbers[1], numbers[0], numbers[3], numbers[2]] : numbers;
  const { year } = civilDate(today(now));
  const [day, lastDay] = [year, year + 1].map((inYear) => [checkedDay(inYear, a, b), checkedDay(inYear, c, d)] as const).find(([, end]) => end !== undefined && end >= today(now)) ?? [];
  if (day === undefined || lastDay === undefined || lastDay < day) return undefined;
  sentence.cut(NUMBERS_RANGE);
  return { day, lastDay };
}

const dayOf = (components: ParsedComponents): number => dayNumber(components.get('year') ?? 1970, components.get('month') ?? 1, components.get('day') ?? 1);

/** A month alone is more often a name (`Lunch with May`) than a date; times of day have been cut before. */
const isDay = ({ start, text }: ParsedResult): boolean =>
  !ONLY_WEEKDAY.test(text) && (start.isCertain('day') || /\b(?:min(?:ute)?s?|h(?:ou)?rs?|weeks?|months?|years?)\b/iu.test(text));

/** Years 1 to 9999, with room for a long event. */
const isInRange = ({ start, end }: ParsedResult): boolean => [dayOf(start), dayOf(end ?? start)].every((day) => day > -700_000 && day < 2_900_000);

function cutWritten(sentence: Sentence, now: Now): DatePhrase | undefined {
  const reference = { instant: new Date(now.now), timezone: offsetAt(now.timeZone, now.now) / MINUTE };
  const results = (now.dateFieldOrder === 'DMY' ? GB : casual).parse(sentence.text, reference, { forwardDate: true });
  const result = results.find((found) => isDay(found) && isInRange(found));
  if (result === undefined) return undefined;
  sentence.remove(result.index, result.text.length);
  const { start, end } = result;
  return {
    day: dayOf(start),
    ...(dayOf(end ?? start) > dayOf(start) && { lastDay: dayOf(end ?? start) }),
    ...(start.isCertain('hour') && { time: (start.get('hour') ?? 0) * HOUR + (start.get('minute') ?? 0) * MINUTE }),
  };
}

/** `on the 5th`: of this month or the next that has such a day. */
function cutMonthDay(sentence: Sentence, now: Now): DatePhrase | undefined {
  const wanted = Number(sentence.cut(/\bon\s+the\s+(3[01]|[12]\d|[1-9])(?:st|nd|rd|th)\b/iu)?.[1]);
  if (Number.isNaN(wanted)) return undefined;
  let day = today(now);
  while (civilDate(day).day !== wanted) day += 1;
  return { day };
}

/** A written date wins over a day of the week beside it: `Friday, June 5`. */
export const cutDate = (sentence: Sentence, now: Now): DatePhrase | undefined =>
  cutNumbersRange(sentence, now) ?? cutOfNextWeek(sentence, now) ?? cutWritten(sentence, now) ?? cutMonthDay(sentence, now) ?? cutWeekday(sentence, now);
