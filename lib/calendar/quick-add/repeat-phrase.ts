/** Repetitions: `every Monday`, `every other week`, `monthly on the 1st`, `every April 4`, `every last Friday`. */
import { civilDate, daysInMonth, weekday } from '#lib/calendar/time/civil';
import { WEEKDAYS } from '#lib/calendar/recurrence/rule';
import type { Frequency } from '#lib/calendar/recurrence/rule';
import type { Sentence } from './sentence.ts';
import { MONTH, monthNamed, NUMBER, numberNamed, ORDINAL, ordinalNamed, WEEKDAY, weekdayNamed } from './words.ts';

export interface RepeatPhrase {
  readonly frequency: Frequency;
  readonly interval: number;
  /** Ascending, 0 is Monday. */
  readonly weekdays?: readonly number[];
  /** Which of the month's weekdays, -1 for the last. */
  readonly ordinal?: number;
  readonly monthDays?: readonly number[];
  /** A day of the year, which the start alone tells. */
  readonly date?: { readonly month: number; readonly day: number };
}

const LIST = (item: string): string => `${item}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s*(?:and|&|\\+|/)\\s*)${item})*`;
const DAY_NUMBER = '(?:[12]\\d|3[01]|[1-9])(?:st|nd|rd|th)';
const EVERY = '\\b(?:every|each)\\s+';
const OTHER = '(?:(?<other>other|second|2nd)\\s+)?';
const pattern = (source: string): RegExp => new RegExp(source, 'iu');

const weekdaysIn = (text: string): number[] => {
  const named = new Set([...text.matchAll(new RegExp(`\\b${WEEKDAY}`, 'giu'))].map(([word]) => weekdayNamed(word)));
  return [...named].sort((a, b) => a - b);
};
const daysIn = (text: string): number[] => [...text.matchAll(/\d+/gu)].map(Number).sort((a, b) => a - b);

const FREQUENCIES: Readonly<Record<string, Frequency>> = { da: 'DAILY', we: 'WEEKLY', mo: 'MONTHLY', ye: 'YEARLY', an: 'YEARLY' };
const frequencyNamed = (text: string): Frequency => FREQUENCIES[text.slice(0, 2).toLowerCase()] ?? 'DAILY';

type Groups = Readonly<Record<string, string | undefined>>;

/** What may follow the repetition: `on Monday`, `on the 1st and 15th`, `on the last Friday`, `on April 4`. */
const ON_WEEKDAYS = pattern(`^\\s*\\bon\\s+(?<days>${LIST(WEEKDAY)})`);
const ON_MONTH_DAYS = pattern(`^\\s*\\bon\\s+(?:the\\s+)?(?<days>${LIST(`(?:the\\s+)?${DAY_NUMBER}`)})(?!\\s+(?:of\\s+)?${MONTH})(?!\\s+${WEEKDAY})`);
const ON_LAST_DAY = /^\s*\bon\s+the\s+last\s+day\b/iu;
const ON_ORDINAL = pattern(`^\\s*\\bon\\s+(?:the\\s+)?(?<ordinal>${ORDINAL})\\s+(?<day>${WEEKDAY})`);

const RULES: readonly (readonly [RegExp, (groups: Groups) => RepeatPhrase])[] = [
  [pattern(`${EVERY}(?:week|work)days?\\b|\\bweekdays\\b`), () => ({ frequency: 'WEEKLY', interval: 1, weekdays: [0, 1, 2, 3, 4] })],
  [
    pattern(`\\b(?:on\\s+)?(?:the\\s+)?(?<ordinal>${ORDINAL})\\s+(?<day>${WEEKDAY})\\s+of\\s+(?:each|every)\\s+month\\b`),
    ({ ordinal = '', day = '' }) => ({ frequency: 'MONTHLY', interval: 1, weekdays: weekdaysIn(day), ordinal: ordinalNamed(ordinal) }),
  ],
  [
    pattern(`\\b(?:on\\s+)?(?:the\\s+)?(?<days>${LIST(DAY_NUMBER)})\\s+of\\s+(?:each|every)\\s+month\\b`),
    ({ days = '' }) => ({ frequency: 'MONTHLY', interval: 1, monthDays: daysIn(days) }),
  ],
  [pattern(`${EVERY}weekends?\\b`), () => ({ frequency: 'WEEKLY', interval: 1, weekdays: [5, 6] })],
  [
    pattern(`${EVERY}(?<ordinal>${ORDINAL})\\s+(?<day>${WEEKDAY})\\s+of\\s+(?:the|each|every)\\s+month\\b`),
    ({ ordinal = '', day = '' }) => ({ frequency: 'MONTHLY', interval: 1, weekdays: weekdaysIn(day), ordinal: ordinalNamed(ordinal) }),
  ],
  [pattern(`${EVERY}${OTHER}(?<days>${LIST(WEEKDAY)})`), ({ other, days = '' }) => ({ frequency: 'WEEKLY', interval: other === undefined ? 1 : 2, weekdays: weekdaysIn(days) })],
  [
    pattern(`${EVERY}(?<ordinal>${ORDINAL})\\s+(?<day>${WEEKDAY})`),
    ({ ordinal = '', day = '' }) => ({ frequency: 'MONTHLY', interval: 1, weekdays: weekdaysIn(day), ordinal: ordinalNamed(ordinal) }),
  ],
  [
    pattern(`${EVERY}(?:(?:year\\s+)?(?:on\\s+)?(?<month>${MONTH})\\s*(?<day>\\d{1,2})(?:st|nd|rd|th)?\\b|(?:year\\s+)?(?:on\\s+)?(?:the\\s+)?(?<dayFirst>\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(?<monthLast>${MONTH}))`),
    ({ month, day, dayFirst, monthLast }) => ({ frequency: 'YEARLY', interval: 1, date: { month: monthNamed(month ?? monthLast ?? ''), day: Number(day ?? dayFirst) } }),
  ],
  [
    pattern(`${EVERY}(?:the\\s+)?(?<days>${LIST(DAY_NUMBER)})(?:\\s+of\\s+(?:the|each|every)\\s+month)?(?!\\s+(?:day|week|month|year))\\b`),
    ({ days = '' }) => ({ frequency: 'MONTHLY', interval: 1, monthDays: daysIn(days) }),
  ],
  [
    pattern(`${EVERY}(?:${OTHER}|(?<third>third|3rd)\\s+|(?<number>${NUMBER})\\s+)(?<unit>days?|weeks?|months?|years?)\\b`),
    ({ other, third, number, unit = '' }) => ({ frequency: frequencyNamed(unit), interval: other !== undefined ? 2 : third !== undefined ? 3 : Math.max(1, Math.floor(numberNamed(number ?? '1'))) }),
  ],
  [/\b(?:biweekly|fortnightly|every\s+fortnight)\b/iu, () => ({ frequency: 'WEEKLY', interval: 2 })],
  [/\b(?<unit>daily|weekly|monthly|yearly|annually)\b/iu, ({ unit = '' }) => ({ frequency: frequencyNamed(unit), interval: 1 })],
];

/** Adds what stands right behind the repetition. */
function cutDetails(sentence: Sentence, index: number, phrase: RepeatPhrase): RepeatPhrase {
  // What was cut stands at `index` as one mark between spaces.
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
  if (phrase.frequency !== 'MONTHLY' || phrase.monthDays !== undefined || phrase.ordinal !== undefined) return phrase;
  if (take(ON_LAST_DAY) !== undefined) return { ...phrase, monthDays: [-1] };
  const ordinal = take(ON_ORDINAL);
  if (ordinal !== undefined) return { ...phrase, weekdays: weekdaysIn(ordinal['day'] ?? ''), ordinal: ordinalNamed(ordinal['ordinal'] ?? '') };
  const days = take(ON_MONTH_DAYS);
  return days === undefined ? phrase : { ...phrase, monthDays: daysIn(days['days'] ?? '') };
}

export function cutRepeat(sentence: Sentence): RepeatPhrase | undefined {
  for (const [rule, read] of RULES) {
    const match = rule.exec(sentence.text);
    if (match === null) continue;
    const phrase = read(match.groups ?? {});
    if (phrase.date !== undefined && (phrase.date.day < 1 || phrase.date.day > daysInMonth(2024, phrase.date.month))) continue;
    sentence.remove(match.index, match[0].length);
    return cutDetails(sentence, match.index, phrase);
  }
  return undefined;
}

/** Whether the repetition names this day. */
export function repeatsOn(phrase: RepeatPhrase, day: number): boolean {
  const { year, month, day: dayOfMonth } = civilDate(day);
  const length = daysInMonth(year, month);
  if (phrase.date !== undefined) return phrase.date.month === month && phrase.date.day === dayOfMonth;
  if (phrase.monthDays !== undefined) return phrase.monthDays.includes(dayOfMonth) || phrase.monthDays.includes(dayOfMonth - length - 1);
  if (phrase.weekdays === undefined) return true;
  if (!phrase.weekdays.includes(weekday(day))) return false;
  if (phrase.ordinal === undefined) return true;
  return phrase.ordinal > 0 ? Math.ceil(dayOfMonth / 7) === phrase.ordinal : dayOfMonth > length - 7;
}

export function ruleOf({ frequency, interval, weekdays, ordinal, monthDays }: RepeatPhrase): string {
  const days = weekdays?.map((day) => `${ordinal === undefined ? '' : String(ordinal)}${WEEKDAYS[day] ?? ''}`).join();
  return [
    `RRULE:FREQ=${frequency}`,
    ...(interval > 1 ? [`INTERVAL=${String(interval)}`] : []),
    ...(days === undefined ? [] : [`BYDAY=${days}`]),
    ...(monthDays === undefined ? [] : [`BYMONTHDAY=${monthDays.join()}`]),
  ].join(';');
}
