/** Dates in numbers: `12/5`, `25.12.2026`, `2026-03-04`, and ranges of them. */
import { checkedDay, civilDate } from '#lib/calendar/time/civil';
import { today, type DatePhrase, type Now } from './day.ts';
import type { Sentence } from './sentence.ts';

/** A date with dots ends with a dot or a year: `5.12` alone is a number or a time. */
const DATE = (name: string): string =>
  `(?<${name}>\\d{4}-\\d{1,2}-\\d{1,2}|\\d{4}/\\d{1,2}/\\d{1,2}|\\d{1,2}/\\d{1,2}(?:/(?:\\d{4}|\\d{2}))?|\\d{1,2}\\.\\s?\\d{1,2}\\.(?:\\s?\\d{4}|\\d{2})?)(?![\\w/])`;
const NUMERIC = new RegExp(
  `(?<![\\w/.:,-])${DATE('first')}(?:\\s*(?:-|–|—|\\bto\\b|\\bthrough\\b|\\buntil\\b)\\s*${DATE('last')})?`,
  'giu',
);

interface Numbers {
  readonly year?: number | undefined;
  readonly month: number;
  readonly day: number;
}

/** In the user's order; if that is no date, the other way round. Dates with dots always begin with the day. */
function readings(text: string, order: Now['dateFieldOrder']): Numbers[] {
  const [a = 0, b = 0, c] = text
    .split(/\D+/u)
    .filter((part) => part !== '')
    .map(Number);
  if (/^\d{4}/u.test(text)) return [{ year: a, month: b, day: c ?? 0 }];
  if (text.includes('.')) return [{ year: c, month: b, day: a }];
  if (order === 'YMD' && c !== undefined) return [{ year: a, month: b, day: c }];
  const [monthFirst, dayFirst] = [
    { year: c, month: a, day: b },
    { year: c, month: b, day: a },
  ];
  return order === 'DMY' ? [dayFirst, monthFirst] : [monthFirst, dayFirst];
}

const CENTURY = 2000;

/** The first such day on or after `from`, or the one in the given year. */
function dayOf(text: string, { dateFieldOrder }: Now, from: number): number | undefined {
  for (const { year, month, day } of readings(text, dateFieldOrder)) {
    const { year: thisYear } = civilDate(from);
    const years =
      year === undefined
        ? Array.from({ length: 9 }, (_, later) => thisYear + later)
        : [year < 100 ? CENTURY + year : year];
    const found = years
      .map((inYear) => checkedDay(inYear, month, day))
      .find((one) => one !== undefined && (year !== undefined || one >= from));
    if (found !== undefined) return found;
  }
  return undefined;
}

export function cutNumericDate(sentence: Sentence, now: Now): DatePhrase | undefined {
  for (const match of sentence.text.matchAll(NUMERIC)) {
    const { first = '', last } = match.groups ?? {};
    const day = dayOf(first, now, today(now));
    if (day === undefined) continue;
    const lastDay = last === undefined ? undefined : dayOf(last, now, day);
    if (last !== undefined && (lastDay === undefined || lastDay < day)) continue;
    sentence.remove(match.index, match[0].length);
    return lastDay === undefined || lastDay === day ? { day } : { day, lastDay };
  }
  return undefined;
}
