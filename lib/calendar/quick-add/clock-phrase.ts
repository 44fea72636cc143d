/** Times of day: `3pm`, `15:00`, `7-9pm`, `from 3 to 4`, `noon`, `tomorrow morning`. */
import { DAY, HOUR, MINUTE } from '#lib/calendar/time/civil';
import type { Sentence } from './sentence.ts';
import { WEEKDAY } from './words.ts';

export interface ClockPhrase {
  /** Milliseconds since midnight. */
  readonly start: number;
  /** After the start, so past 24 hours on the next day; absent when only a start is named. */
  readonly end?: number;
  /** `tonight` is a day as well. */
  readonly isToday?: boolean;
}

const HALF = '(?<half>[ap])(?:\\.?m\\b\\.?|\\b(?![.\'’]))';
const clock = (name: string): string =>
  `(?:(?<${name}Word>noon|midday|midnight)\\b|(?<${name}Hour>\\d{1,2})(?:[:.](?<${name}Minute>\\d{2})(?::\\d{2})?)?(?:\\s?${HALF.replace('half', `${name}Half`)})?(?:\\s?o['’]?clock)?(?![\\d:/]))`;

const RANGE = new RegExp(`(?:\\b(?<opening>from|between)\\s+|\\bat\\s+|(?<![\\w/:.,-]))${clock('a')}\\s*(?:-|–|—|\\bto\\b|\\btill\\b|\\buntil\\b|\\band\\b)\\s*${clock('b')}(?![\\w-])`, 'giu');
const SINGLE = new RegExp(`(?:(?:\\b(?<opening>at)|@)\\s*|(?<![\\w/:.,-]))${clock('a')}(?![\\w-])`, 'giu');
/** What may follow `at 3` for it to be a time and not `at 5 Guys`. */
const BARE_ENDS = new RegExp(`^\\s*(?:$|[,\\uE000]|(?:on|at|for|with|today|tomorrow|every|each|next|this|until|in|daily|weekly|monthly)\\b|${WEEKDAY})`, 'iu');

const WORDS: Readonly<Record<string, number>> = { noon: 12, midday: 12, midnight: 0, morning: 9, afternoon: 15, evening: 18, night: 20, tonight: 20 };

interface Reading {
  readonly hour: number;
  readonly minute: number;
  readonly half: 'a' | 'p' | undefined;
  /** Says by its form that it is a time of day. */
  readonly isPlain: boolean;
}

function reading(groups: Readonly<Record<string, string | undefined>>, name: 'a' | 'b'): Reading | undefined {
  const word = groups[`${name}Word`];
  if (word !== undefined) return { hour: WORDS[word.toLowerCase()] ?? 0, minute: 0, half: undefined, isPlain: true };
  const hour = Number(groups[`${name}Hour`]);
  const minute = Number(groups[`${name}Minute`] ?? 0);
  const half = groups[`${name}Half`]?.toLowerCase();
  if (hour > 23 || minute > 59 || (half !== undefined && (hour > 12 || hour === 0))) return undefined;
  return { hour, minute, half: half === 'a' || half === 'p' ? half : undefined, isPlain: half !== undefined || groups[`${name}Minute`] !== undefined };
}

const inHalf = (hour: number, half: 'a' | 'p'): number => (hour % 12) + (half === 'p' ? 12 : 0);

/** Without `am` or `pm` people mean working hours: 1 to 7 are in the afternoon. */
function likelyHour({ hour, half, isPlain }: Reading): number {
  if (half !== undefined) return inHalf(hour, half);
  return !isPlain && hour >= 1 && hour <= 7 ? hour + 12 : hour;
}

const at = (hour: number, { minute }: Reading): number => hour * HOUR + minute * MINUTE;

/** `7-9pm`: the first takes the second's half of the day if it then comes earlier. */
function rangeOf(first: Reading, second: Reading): ClockPhrase {
  let start = at(likelyHour(first), first);
  if (first.half === undefined && second.half !== undefined && first.hour <= 12) {
    const end = at(inHalf(second.hour, second.half), second);
    const sameHalf = at(inHalf(first.hour, second.half), first);
    start = sameHalf < end ? sameHalf : at(first.hour, first);
  }
  const hours = second.half === undefined ? (second.isPlain ? [second.hour] : [second.hour, second.hour + 12]) : [inHalf(second.hour, second.half)];
  const ends = [...hours, ...hours.map((hour) => hour + 24)].map((hour) => at(hour, second));
  return { start, end: ends.find((end) => end > start) ?? start + DAY };
}

function cutRange(sentence: Sentence): ClockPhrase | undefined {
  for (const match of sentence.text.matchAll(RANGE)) {
    const groups = match.groups ?? {};
    const first = reading(groups, 'a');
    const second = reading(groups, 'b');
    if (first === undefined || second === undefined) continue;
    if (groups['opening'] === undefined && !first.isPlain && !second.isPlain) continue;
    sentence.remove(match.index, match[0].length);
    return rangeOf(first, second);
  }
  return undefined;
}

function cutSingle(sentence: Sentence): ClockPhrase | undefined {
  for (const match of sentence.text.matchAll(SINGLE)) {
    const groups = match.groups ?? {};
    const found = reading(groups, 'a');
    if (found === undefined) continue;
    const isOClock = /clock$/iu.test(match[0]);
    const rest = sentence.text.slice(match.index + match[0].length);
    if (!found.isPlain && !isOClock && !(groups['opening'] !== undefined && BARE_ENDS.test(rest))) continue;
    sentence.remove(match.index, match[0].length);
    return { start: at(likelyHour(found), found) };
  }
  return undefined;
}

// `Morning run` is a title; `tomorrow morning` and `in the morning` are times.
const PART_OF_DAY = new RegExp(
  `\\b(?:(?:in the|this)\\s+(?<a>morning|afternoon|evening)|(?<=\\b(?:tomorrow|today|each|every|${WEEKDAY})\\s+)(?<b>morning|afternoon|evening|night)s?|(?<c>tonight)|(?<d>morning|afternoon|evening)(?=$))\\b`,
  'iu',
);

/** `tonight at 8` is twelve hours later than `at 8`. */
function inTheEvening({ start, end, ...rest }: ClockPhrase): ClockPhrase {
  const later = start >= 5 * HOUR && start < 12 * HOUR ? 12 * HOUR : 0;
  return { ...rest, start: start + later, ...(end !== undefined && { end: end + later }) };
}

/** A range first, since its halves look like times of their own; a part of the day beside them only says which half is meant. */
export function cutClock(sentence: Sentence): ClockPhrase | undefined {
  const named = cutRange(sentence) ?? cutSingle(sentence);
  const part = sentence.cut(PART_OF_DAY);
  if (part === undefined) return named;
  const { a, b, c, d } = part.groups ?? {};
  const word = (a ?? b ?? c ?? d ?? '').toLowerCase();
  const start = (WORDS[word] ?? 0) * HOUR;
  const isToday = c !== undefined || part[0].toLowerCase().startsWith('this');
  return { ...(named === undefined ? { start } : word === 'morning' ? named : inTheEvening(named)), ...(isToday && { isToday }) };
}
