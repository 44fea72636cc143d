/** Repetitions: `every Monday`, `every other week`, `monthly on the 1st`, `every April 4`, `every last Friday`. */
import { WEEKDAYS } from '#lib/calendar/recurrence/rule';
import type { Frequency } from '#lib/calendar/recurrence/rule';
import { civilDate, daysInMonth, weekday } from '#lib/calendar/time/civil';
import type { Sentence } from './sentence.ts';
import { MONTH, monthNamed, NUMBER, numberNamed, ORDINAL, ordinalNamed, WEEKDAY, weekdayNamed } from './words.ts';

export interface RepeatPhrase {
  readonly frequency: Frequency;
  readonly interval: number;
  /** Ascending, 0 is Monday. */
  readonly weekdays?: readonly number[];
  /** Which of the month's weekdays, -1 for the last. */
  readonly ordinals?: readonly number[];
  readonly monthDays?: readonly number[];
  /** A day of the year; only the start of the event carries it. */
  readonly date?: { readonly month: number; readonly day: number };
}

const AND = '(?:\\s*,\\s*(?:and\\s+)?|\\s*(?:and|&|\\+|/)\\s*)';
const LIST = (item: string): string => `${item}(?:${AND}${item})*`;
const LIST_OF_SEVERAL = (item: string): string => `${item}(?:${AND}${item})+`;
const WEEKDAYS_IN_PLURAL = '(?:mon|tues|wednes|thurs|fri|satur|sun)days\\b';
const DAY_NUMBER = '(?:[12]\\d|3[01]|[1-9])(?:st|nd|rd|th)';
const EVERY = '\\b(?:every|each)\\s+';
const OTHER = '(?:(?<other>other|second|2nd)\\s+)?';
const pattern = (source: string): RegExp => new RegExp(source, 'iu');

const weekdaysIn = (text: string): number[] => {
  const named = new Set([...text.matchAll(new RegExp(`\\b${WEEKDAY}`, 'giu'))].map(([word]) => weekdayNamed(word)));
  return [...named].sort((a, b) => a - b);
};
const ordinalsIn = (text: string): number[] =>
  [...text.matchAll(new RegExp(ORDINAL, 'giu'))].map(([word]) => ordinalNamed(word));
const daysIn = (text: string): number[] => [...text.matchAll(/\d+/gu)].map(Number).sort((a, b) => a - b);

const FREQUENCIES: Readonly<Record<string, Frequency>> = {
  da: 'DAILY',
  we: 'WEEKLY',
  mo: 'MONTHLY',
  ye: 'YEARLY',
  an: 'YEARLY',
};
const frequencyNamed = (text: string): Frequency => FREQUENCIES[text.slice(0, 2).toLowerCase()] ?? 'DAILY';

type Groups = Readonly<Record<string, string | undefined>>;

/** Details after the repetition: `on Monday`, `on the 1st and 15th`, `on the last Friday`, `on April 4`. */
const ON_WEEKDAYS = pattern(`^\\s*\\bon\\s+(?<days>${LIST(WEEKDAY)})`);
const ON_MONTH_DAYS = pattern(
  `^\\s*\\bon\\s+(?:the\\s+)?(?<days>${LIST(`(?:the\\s+)?${DAY_NUMBER}`)})(?!\\s+(?:of\\s+)?${MONTH})(?!\\s+${WEEKDAY})`,
);
const ON_LAST_DAY = /^\s*\bon\s+the\s+last\s+day\b/iu;
const SOMEWHERE_ON_ORDINAL = pattern(`\\bon\\s+the\\s+(?<ordinals>${LIST(ORDINAL)})\\s+(?<day>${WEEKDAY})`);
const ON_ORDINAL = pattern(`^\\s*\\bon\\s+(?:the\\s+)?(?<ordinals>${LIST(ORDINAL)})\\s+(?<day>${WEEKDAY})`);

const weekly = (weekdays: readonly number[], interval = 1): RepeatPhrase => ({
  frequency: 'WEEKLY',
  interval,
  weekdays,
});
const monthly = (monthDays: readonly number[]): RepeatPhrase => ({ frequency: 'MONTHLY', interval: 1, monthDays });
const monthlyOn = ({ ordinals = '', day = '' }: Groups): RepeatPhrase => ({
  frequency: 'MONTHLY',
  interval: 1,
  weekdays: weekdaysIn(day),
  ordinals: ordinalsIn(ordinals),
});

export const WORK_WEEK = weekly([0, 1, 2, 3, 4]);

/** From one day of the week to another, over the weekend if need be. */
const weekdaysFrom = (first: string, last: string): number[] => {
  const [from, to] = [weekdayNamed(first), weekdayNamed(last)];
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, later) => (from + later) % 7).sort((a, b) => a - b);
};

const OF_MONTH = '\\s+of\\s+(?:the|each|every)\\s+month\\b';
const NO_CERTAIN_WEEK = '(?<!\\b(?:this|next|coming|last)\\s+)';

/** In the order in which they are tried: more specific ones first. */
const RULES: readonly (readonly [RegExp, (groups: Groups) => RepeatPhrase])[] = [
  [
    pattern(`${EVERY}(?:week|work)days?\\b|${EVERY}day\\s+except\\s+(?:on\\s+)?weekends\\b|\\bweekdays\\b`),
    () => WORK_WEEK,
  ],
  [pattern(`${EVERY}weekends?\\b`), () => weekly([5, 6])],
  [pattern(`${EVERY}(?=(?:morning|afternoon|evening|night)\\b)`), () => ({ frequency: 'DAILY', interval: 1 })],
  [
    pattern(
      `\\b(?:on\\s+)?(?:the\\s+|(?:every|each)\\s+)?(?<ordinals>${LIST(ORDINAL)})\\s+(?<day>${WEEKDAY})${OF_MONTH}`,
    ),
    monthlyOn,
  ],
  [
    pattern(`\\b(?:on\\s+)?(?:the\\s+)?(?<days>${LIST(DAY_NUMBER)})\\s+of\\s+(?:each|every)\\s+month\\b`),
    ({ days = '' }) => monthly(daysIn(days)),
  ],
  [pattern(`${EVERY}(?<ordinals>${LIST_OF_SEVERAL(ORDINAL)})\\s+(?<day>${WEEKDAY})`), monthlyOn],
  [
    pattern(`${EVERY}(?<first>${WEEKDAY})\\s*(?:-|–|\\bto\\b|\\bthrough\\b)\\s*(?<last>${WEEKDAY})`),
    ({ first = '', last = '' }) => weekly(weekdaysFrom(first, last)),
  ],
  [
    pattern(`${EVERY}${OTHER}(?<days>${LIST(WEEKDAY)})`),
    ({ other, days = '' }) => weekly(weekdaysIn(days), other === undefined ? 1 : 2),
  ],
  [pattern(`${EVERY}(?<ordinals>${ORDINAL})\\s+(?<day>${WEEKDAY})`), monthlyOn],
  [
    pattern(
      `${EVERY}(?:(?:year\\s+)?(?:on\\s+)?(?<month>${MONTH})\\s*(?<day>\\d{1,2})(?:st|nd|rd|th)?\\b|(?:year\\s+)?(?:on\\s+)?(?:the\\s+)?(?<dayFirst>\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(?<monthLast>${MONTH}))`,
    ),
    ({ month, day, dayFirst, monthLast }) => ({
      frequency: 'YEARLY',
      interval: 1,
      date: { month: monthNamed(month ?? monthLast ?? ''), day: Number(day ?? dayFirst) },
    }),
  ],
  [
    pattern(
      `${EVERY}(?:the\\s+)?(?<days>${LIST(DAY_NUMBER)})(?:\\s+of\\s+(?:the|each|every)\\s+month)?(?!\\s+(?:day|week|month|year))\\b`,
    ),
    ({ days = '' }) => monthly(daysIn(days)),
  ],
  [
    pattern(
      `${EVERY}(?:${OTHER}|(?<third>third|3rd)\\s+|(?<number>${NUMBER})\\s+)(?<unit>days?|weeks?|months?|years?)\\b`,
    ),
    ({ other, third, number, unit = '' }) => ({
      frequency: frequencyNamed(unit),
      interval: other !== undefined ? 2 : third !== undefined ? 3 : Math.max(1, Math.floor(numberNamed(number ?? '1'))),
    }),
  ],
  [pattern(`${EVERY}quarter\\b(?!\\s+(?:past|to)\\b)`), () => ({ frequency: 'MONTHLY', interval: 3 })],
  [
    /\bonce\s+(?:an?|every|per)\s+(?<unit>day|week|month|year)\b/iu,
    ({ unit = '' }) => ({ frequency: frequencyNamed(unit), interval: 1 }),
  ],
  [/\b(?:biweekly|fortnightly|every\s+fortnight)\b/iu, () => ({ frequency: 'WEEKLY', interval: 2 })],
  [/\bquarterly\b/iu, () => ({ frequency: 'MONTHLY', interval: 3 })],
  [
    /\b(?<unit>daily|weekly|monthly|yearly|annually)\b/iu,
    ({ unit = '' }) => ({ frequency: frequencyNamed(unit), interval: 1 }),
  ],
  // As school timetables write it.
  [/\bM\/?W\/?F\b/u, () => weekly([0, 2, 4])],
  [/\bM\/W\b/u, () => weekly([0, 2])],
  [/\bTu?\/?Th\b/u, () => weekly([1, 3])],
  // Without `every`, a list of weekdays or their plural means the same.
  [
    pattern(`${NO_CERTAIN_WEEK}\\b(?:on\\s+)?(?<days>${LIST_OF_SEVERAL(WEEKDAY)}|${WEEKDAYS_IN_PLURAL})(?!['’])`),
    ({ days = '' }) => weekly(weekdaysIn(days)),
  ],
];

/** Adds details that directly follow the repetition. */
function cutDetails(sentence: Sentence, index: number, phrase: RepeatPhrase): RepeatPhrase {
  // A cut phrase is one mark between spaces at `index`.
  const tail = sentence.text.slice(index).replace(/^[\s\uE000]+/u, '');
  const from = sentence.text.length - tail.length;
  const take = (details: RegExp): Groups | undefined => {
    const match = details.exec(tail);
    if (match === null) return undefined;
    sentence.remove(from, match[0].length);
    return match.groups ?? {};
  };
  if (phrase.frequency === 'WEEKLY' && phrase.weekdays === undefined) {
    const days = take(ON_WEEKDAYS);
    return days === undefined ? phrase : { ...phrase, weekdays: weekdaysIn(days['days'] ?? '') };
  }
  if (phrase.frequency !== 'MONTHLY' || phrase.monthDays !== undefined || phrase.ordinals !== undefined) return phrase;
  if (take(ON_LAST_DAY) !== undefined) return { ...phrase, monthDays: [-1] };
  const ordinal = take(ON_ORDINAL) ?? sentence.cut(SOMEWHERE_ON_ORDINAL)?.groups;
  if (ordinal !== undefined) return { ...monthlyOn(ordinal), interval: phrase.interval };
  const days = take(ON_MONTH_DAYS);
  return days === undefined ? phrase : { ...phrase, monthDays: daysIn(days['days'] ?? '') };
}

export function cutRepeat(sentence: Sentence): RepeatPhrase | undefined {
  for (const [rule, read] of RULES) {
    const match = rule.exec(sentence.text);
    if (match === null) continue;
    const phrase = read(match.groups ?? {});
    if (phrase.date !== undefined && (phrase.date.day < 1 || phrase.date.day > daysInMonth(2024, phrase.date.month)))
      continue;
    sentence.remove(match.index, match[0].length);
    return cutDetails(sentence, match.index, phrase);
  }
  return undefined;
}

/** Whether the repetition includes this day. */
export function repeatsOn(phrase: RepeatPhrase, day: number): boolean {
  const { year, month, day: dayOfMonth } = civilDate(day);
  const length = daysInMonth(year, month);
  if (phrase.date !== undefined) return phrase.date.month === month && phrase.date.day === dayOfMonth;
  if (phrase.monthDays !== undefined)
    return phrase.monthDays.includes(dayOfMonth) || phrase.monthDays.includes(dayOfMonth - length - 1);
  if (phrase.weekdays === undefined) return true;
  if (!phrase.weekdays.includes(weekday(day))) return false;
  if (phrase.ordinals === undefined) return true;
  return phrase.ordinals.some((ordinal) =>
    ordinal > 0 ? Math.ceil(dayOfMonth / 7) === ordinal : dayOfMonth > length - 7,
  );
}

export function ruleOf({ frequency, interval, weekdays, ordinals, monthDays }: RepeatPhrase): string {
  const days = weekdays
    ?.flatMap((day) => (ordinals ?? ['']).map((ordinal) => `${String(ordinal)}${WEEKDAYS[day] ?? ''}`))
    .join();
  return [
    `RRULE:FREQ=${frequency}`,
    ...(interval > 1 ? [`INTERVAL=${String(interval)}`] : []),
    ...(days === undefined ? [] : [`BYDAY=${days}`]),
    ...(monthDays === undefined ? [] : [`BYMONTHDAY=${monthDays.join()}`]),
  ].join(';');
}
