/**
 * Lengths: `for 90 minutes`, `for 1.5 hours`, `for an hour and a half`, `for 3 days`; beside a time of day also `45
 * min` and `2h15`.
 */
import { DAY, HOUR, MINUTE } from '#lib/calendar/time/civil';
import type { Sentence } from './sentence.ts';
import { NUMBER, numberNamed } from './words.ts';

export type LengthUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year' | 'time';

export interface LengthPhrase {
  readonly amount: number;
  readonly unit: LengthUnit;
}

const SHORT_UNITS = 'min(?:ute)?s?|h(?:ou)?rs?|h';
const UNITS = `${SHORT_UNITS}|m|days?|d|weeks?|months?|years?|times|occurrences`;
const MORE =
  '(?:(?<=h)(?<attached>\\d{2})|\\s*(?:and\\s+)?(?<more>\\d{1,2})\\s*m(?:in(?:ute)?s?)?|\\s+(?<halfMore>and\\s+a\\s+half))?';
const LENGTH = new RegExp(
  `\\bfor\\s+(?:(?<half>half\\s+an\\s+hour)|(?<amount>${NUMBER})(?:\\s+(?<andAHalf>and\\s+a\\s+half))?\\s*(?<unit>${UNITS})${MORE})\\b`,
  'iu',
);
const BARE_LENGTH = new RegExp(
  `(?<![\\w.,:/-])(?<amount>\\d{1,3}(?:\\.\\d{1,2})?)[\\s-]?(?<unit>${SHORT_UNITS})${MORE}\\b`,
  'iu',
);
const TIMES = new RegExp(`\\b(?<amount>${NUMBER})\\s+times\\b`, 'iu');

function unitNamed(text: string): LengthUnit {
  const word = text.toLowerCase();
  if (word.startsWith('mo')) return 'month';
  if (word.startsWith('m')) return 'minute';
  if (word.startsWith('h')) return 'hour';
  if (word.startsWith('d')) return 'day';
  if (word.startsWith('w')) return 'week';
  return word.startsWith('y') ? 'year' : 'time';
}

function readLength({
  half,
  amount = '1',
  andAHalf,
  unit = 'h',
  attached,
  more = attached,
  halfMore,
}: Readonly<Record<string, string | undefined>>): LengthPhrase {
  if (half !== undefined) return { amount: 0.5, unit: 'hour' };
  const whole = numberNamed(amount) + (andAHalf === undefined && halfMore === undefined ? 0 : 0.5);
  return { amount: more === undefined ? whole : whole + Number(more) / 60, unit: unitNamed(unit) };
}

export function cutLength(sentence: Sentence): LengthPhrase | undefined {
  const match = sentence.cut(LENGTH);
  return match && readLength(match.groups ?? {});
}

/** Without `for`: only when the sentence also has a time of day. */
export function cutBareLength(sentence: Sentence): LengthPhrase | undefined {
  const match = sentence.cut(BARE_LENGTH);
  return match && readLength(match.groups ?? {});
}

export function cutTimes(sentence: Sentence): LengthPhrase | undefined {
  const amount = sentence.cut(TIMES)?.groups?.['amount'];
  return amount === undefined ? undefined : { amount: numberNamed(amount), unit: 'time' };
}

const SIZES: Readonly<Record<LengthUnit, number>> = {
  minute: MINUTE,
  hour: HOUR,
  day: DAY,
  week: 7 * DAY,
  month: 30 * DAY,
  year: 365 * DAY,
  time: 0,
};

export const sizeOf = ({ amount, unit }: LengthPhrase): number => Math.round((amount * SIZES[unit]) / MINUTE) * MINUTE;
/** Whole days, for an event without a time of day; undefined for hours and minutes. */
export const daysOf = (length: LengthPhrase): number | undefined =>
  sizeOf(length) >= DAY && length.unit !== 'hour' && length.unit !== 'minute'
    ? Math.ceil(sizeOf(length) / DAY)
    : undefined;
