/** Times of day in a sentence: `3pm`, `7-9pm`, `from 3 to 4`, `tomorrow morning`, `Friday 4`. */
import { HOUR } from '#lib/calendar/time/civil';
import { clockPattern, isGuess, rangeOf, readClock, startOf, type Reading } from './clock-reading.ts';
import type { Sentence } from './sentence.ts';
import { SMALL_NUMBER, WEEKDAY, numberNamed } from './words.ts';

export interface ClockPhrase {
  /** Milliseconds since midnight. */
  readonly start: number;
  /** After the start: more than 24 hours if it is on the next day. Absent when only a start is given. */
  readonly end?: number | undefined;
  /** The half of the day is a guess. */
  readonly isGuess?: boolean | undefined;
  /** `tonight` also names the day. */
  readonly isToday?: boolean | undefined;
}

/** Not inside a word, a number, a date, or a length (`for 8h`). */
const APART = '(?<![\\w/:.,-])(?<!\\bfor\\s)';
const RANGE = new RegExp(
  `(?:\\b(?<opening>from|between)\\s+|\\bat\\s+|${APART})${clockPattern('a')}\\s*(?:-|–|—|\\bto\\b|['’]?\\btill?\\b|\\buntil\\b|\\band\\b)\\s*${clockPattern('b')}(?![\\w-])`,
  'giu',
);
const SINGLE = new RegExp(
  `(?:(?:\\b(?<opening>at)|@)\\s*|${APART})(?:${clockPattern('a')}|(?<=\\bat\\s+)(?<spelled>${SMALL_NUMBER}\\b))(?![\\w-])`,
  'giu',
);
/** What may follow `at 3` for it to be a time and not `at 5 Guys`. */
const BARE_ENDS = new RegExp(
  `^\\s*(?:$|[,:\\uE000]|\\p{Ll}|(?:Today|Tomorrow|Every|Each|Next|This)\\b|(?i:${WEEKDAY}))`,
  'u',
);

const phraseOf = (reading: Reading): ClockPhrase => ({ start: startOf(reading), isGuess: isGuess(reading) });

const phraseOfRange = (first: Reading, second: Reading): ClockPhrase => ({
  ...rangeOf(first, second),
  isGuess: isGuess(first) && second.half === undefined,
});

function cutRange(
  sentence: Sentence,
  isMeant: (match: RegExpExecArray, first: Reading, second: Reading) => boolean,
): ClockPhrase | undefined {
  for (const match of sentence.text.matchAll(RANGE)) {
    const groups = match.groups ?? {};
    const [first, second] = [readClock(groups, 'a'), readClock(groups, 'b')];
    if (first === undefined || second === undefined || !isMeant(match, first, second)) continue;
    sentence.remove(match.index, match[0].length);
    return phraseOfRange(first, second);
  }
  return undefined;
}

function readSingle(groups: Readonly<Record<string, string | undefined>>): Reading | undefined {
  const { spelled } = groups;
  return spelled === undefined
    ? readClock(groups, 'a')
    : { hour: numberNamed(spelled), minute: 0, half: undefined, isCertain: false, isExact: false };
}

function cutSingle(sentence: Sentence): ClockPhrase | undefined {
  for (const match of sentence.text.matchAll(SINGLE)) {
    const groups = match.groups ?? {};
    const found = readSingle(groups);
    if (found === undefined) continue;
    const rest = sentence.text.slice(match.index + match[0].length);
    const isNamed = groups['opening'] !== undefined || groups['spelled'] !== undefined;
    if (!found.isCertain && !/clock$/iu.test(match[0]) && !(isNamed && BARE_ENDS.test(rest))) continue;
    sentence.remove(match.index, match[0].length);
    return phraseOf(found);
  }
  return undefined;
}

/** Times that are recognized by their form. Ranges first, since each half of a range looks like a time. */
export const cutClock = (sentence: Sentence): ClockPhrase | undefined =>
  cutRange(
    sentence,
    ({ groups }, first, second) =>
      groups?.['opening'] !== undefined ||
      first.isCertain ||
      second.isCertain ||
      (first.isExact && second.isExact && first.minute + second.minute > 0),
  ) ?? cutSingle(sentence);

const ENDS_PHRASE = /(?:^|\uE000)[\s,:(]*$/u;
const BEGINS_PHRASE = /^[\s,:)]*(?:$|\uE000)/u;
const AFTER_PHRASE = /(?<=\uE000[\s,]*)(?<aHour>\d{1,2})(?=\s*(?:$|[,\uE000]))/u;

const isJoined = (text: string): boolean => /\band\b/iu.test(text);

/**
 * Numbers that are times because of their position, after dates were cut: `Lunch 12-1`, `tomorrow 9-10`, `Friday 4`.
 */
export function cutBareClock(sentence: Sentence): ClockPhrase | undefined {
  const range = cutRange(
    sentence,
    ({ index, input, 0: text }) =>
      !isJoined(text) &&
      (ENDS_PHRASE.test(input.slice(0, index)) || BEGINS_PHRASE.test(input.slice(index + text.length))),
  );
  if (range !== undefined) return range;
  const match = AFTER_PHRASE.exec(sentence.text);
  const found = match === null ? undefined : readClock(match.groups ?? {}, 'a');
  if (match === null || found === undefined) return undefined;
  sentence.remove(match.index, match[0].length);
  return phraseOf(found);
}

// `Morning run` is a title; `tomorrow morning` and `in the morning` are times.
const PART_OF_DAY = new RegExp(
  `\\b(?:(?:in the|this)\\s+(?<a>morning|afternoon|evening)|(?<=(?:\\b(?:tomorrow|today|each|every|${WEEKDAY})|\\uE000)\\s+)(?<b>morning|afternoon|evening|night)s?|(?<c>tonight)|(?<d>morning|afternoon|evening)(?=$))\\b`,
  'iu',
);

const PARTS: Readonly<Record<string, number>> = { morning: 9, afternoon: 15, evening: 18, night: 20, tonight: 20 };

export interface PartOfDay {
  readonly word: string;
  readonly isToday: boolean;
}

export function cutPartOfDay(sentence: Sentence): PartOfDay | undefined {
  const part = sentence.cut(PART_OF_DAY);
  if (part === undefined) return undefined;
  const { a, b, c, d } = part.groups ?? {};
  return {
    word: (a ?? b ?? c ?? d ?? '').toLowerCase(),
    isToday: c !== undefined || part[0].toLowerCase().startsWith('this'),
  };
}

/** `tonight at 8` is twelve hours later than `at 8`, and `7 in the morning` earlier than `at 7`. */
function shiftFor(word: string, { start, isGuess: mayMove }: ClockPhrase): number {
  if (word === 'morning') return mayMove === true && start >= 12 * HOUR && start < 24 * HOUR ? -12 * HOUR : 0;
  return start >= 5 * HOUR && start < 12 * HOUR ? 12 * HOUR : 0;
}

/** Next to a time, a part of the day only decides which half is meant. */
export function inPartOfDay(clock: ClockPhrase | undefined, part: PartOfDay | undefined): ClockPhrase | undefined {
  if (part === undefined) return clock;
  const isToday = part.isToday ? true : undefined;
  if (clock === undefined) return { start: (PARTS[part.word] ?? 0) * HOUR, isToday };
  const shift = shiftFor(part.word, clock);
  return { start: clock.start + shift, end: clock.end === undefined ? undefined : clock.end + shift, isToday };
}
