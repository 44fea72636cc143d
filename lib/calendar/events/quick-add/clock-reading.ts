/** One time of day as people write it: `3pm`, `15:00`, `10h30`, `0900`, `half past 3`, `noon`. */
import { HOUR, MINUTE } from '#lib/calendar/time/civil';
import { numberNamed, SMALL_NUMBER } from './words.ts';

export interface Reading {
  readonly hour: number;
  readonly minute: number;
  readonly half: 'a' | 'p' | undefined;
  /** Its form shows that it is a time of day. */
  readonly isCertain: boolean;
  /** A 24-hour time: the other half of the day is not possible. */
  readonly isExact: boolean;
}

const HALF = (name: string): string => `(?:\\s?(?<${name}Half>[ap])(?:\\.?m\\b\\.?|\\b(?![.'’])))?`;

/** The names of its groups begin with `name`. */
export const clockPattern = (name: string): string =>
  [
    `(?:(?<${name}Word>noon|midday|midnight|lunchtime)\\b`,
    `(?<${name}Part>half|quarter)\\s+(?<${name}Side>past|to)\\s+(?<${name}Spoken>\\d{1,2}|${SMALL_NUMBER}\\b)${HALF(name).replace('Half', 'SpokenHalf')}`,
    `(?<${name}Digits>(?!20[23])(?:[01]\\d|2[0-3])[0-5]\\d)(?:\\s?h(?:rs|ours)?\\b)?(?![\\d/:])`,
    `(?<${name}Hour>\\d{1,2})(?:[:.](?<${name}Minute>\\d{2})(?::\\d{2})?|(?<${name}Hours>h)(?<${name}HourMinute>\\d{2})?(?!\\w))?${HALF(name)}(?:\\s?o['’]?clock)?(?![\\d/]|:\\d))`,
  ].join('|');

export type Groups = Readonly<Record<string, string | undefined>>;

const WORDS: Readonly<Record<string, number>> = { noon: 12, midday: 12, lunchtime: 12, midnight: 0 };
/** With fewer hours it is a length: `2h30`. */
const FEWEST_HOURS = 6;

const halfOf = (text: string | undefined): Reading['half'] => {
  const half = text?.toLowerCase();
  return half === 'a' || half === 'p' ? half : undefined;
};

function readSpoken(part: string, side: string, spoken: string, half: Reading['half']): Reading | undefined {
  const named = /^\d/.test(spoken) ? Number(spoken) : numberNamed(spoken);
  if (named < 1 || named > 12) return undefined;
  const minutes = part.toLowerCase() === 'half' ? 30 : 15;
  const isTo = side.toLowerCase() === 'to';
  return {
    hour: isTo ? named - 1 || 12 : named,
    minute: isTo ? 60 - minutes : minutes,
    half,
    isCertain: true,
    isExact: false,
  };
}

/** The time in a match of the pattern; undefined when there is no such time. */
export function readClock(groups: Groups, name: string): Reading | undefined {
  const group = (part: string): string | undefined => groups[`${name}${part}`];
  const [word, part, digits, hours] = [group('Word'), group('Part'), group('Digits'), group('Hours')];
  if (word !== undefined)
    return { hour: WORDS[word.toLowerCase()] ?? 0, minute: 0, half: undefined, isCertain: true, isExact: true };
  if (part !== undefined)
    return readSpoken(part, group('Side') ?? '', group('Spoken') ?? '', halfOf(group('SpokenHalf')));
  if (digits !== undefined)
    return {
      hour: Number(digits.slice(0, 2)),
      minute: Number(digits.slice(2)),
      half: undefined,
      isCertain: false,
      isExact: true,
    };
  const written = group('Hour') ?? '';
  const hour = Number(written);
  const minute = Number(group('Minute') ?? group('HourMinute') ?? 0);
  const half = halfOf(group('Half'));
  if (
    hour > 23 ||
    minute > 59 ||
    (half !== undefined && (hour > 12 || hour === 0)) ||
    (hours !== undefined && hour < FEWEST_HOURS)
  )
    return undefined;
  return {
    hour,
    minute,
    half,
    isCertain: half !== undefined || hours !== undefined || group('Minute') !== undefined,
    isExact: hours !== undefined || written.startsWith('0') || hour > 12,
  };
}

const inHalf = (hour: number, half: 'a' | 'p'): number => (hour % 12) + (half === 'p' ? 12 : 0);

/**
 * Without `am` or `pm`, waking hours are assumed: `at 7` is in the evening, `6:45` in the morning, `2:30` in the
 * afternoon.
 */
function likelyHour({ hour, half, isCertain, isExact }: Reading): number {
  if (half !== undefined) return inHalf(hour, half);
  return !isExact && hour >= 1 && hour <= (isCertain ? 5 : 7) ? hour + 12 : hour;
}

const at = (hour: number, { minute }: Reading): number => hour * HOUR + minute * MINUTE;

/** Milliseconds since midnight. */
export const startOf = (reading: Reading): number => at(likelyHour(reading), reading);

/** Whether `in the morning` or `tonight` may move it to the other half of the day. */
export const isGuess = ({ half, isExact }: Reading): boolean => half === undefined && !isExact;

const endsAfter = (start: number, second: Reading): number => {
  const hours =
    second.half !== undefined
      ? [inHalf(second.hour, second.half)]
      : isGuess(second)
        ? [second.hour, second.hour + 12]
        : [second.hour];
  return Math.min(
    ...[...hours, ...hours.map((hour) => hour + 24)].map((hour) => at(hour, second)).filter((end) => end > start),
    start + 24 * HOUR,
  );
};

/** `7-9pm`: the start gets the half of the end if it is then earlier. `7-3` is during the day rather than at night. */
export function rangeOf(first: Reading, second: Reading): { readonly start: number; readonly end: number } {
  if (isGuess(first) && second.half !== undefined) {
    const end = at(inHalf(second.hour, second.half), second);
    const sameHalf = at(inHalf(first.hour, second.half), first);
    const start = sameHalf < end ? sameHalf : at(first.hour, first);
    return { start, end: endsAfter(start, second) };
  }
  const starts = isGuess(first) ? [startOf(first), at(first.hour, first)] : [startOf(first)];
  const ranges = starts.map((start) => ({ start, end: endsAfter(start, second) }));
  return ranges.find(({ end }) => end <= 24 * HOUR) ?? ranges[0] ?? { start: starts[0] ?? 0, end: 0 };
}
