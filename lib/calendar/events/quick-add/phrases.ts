/** The time phrases of a sentence, cut one after the other: those that could be read as something else come first. */
import { cutBareClock, cutClock, cutPartOfDay, inPartOfDay, type ClockPhrase } from './clock-phrase.ts';
import { cutDate, cutMonthAsEnd } from './date-phrase.ts';
import type { DatePhrase, Now } from './day.ts';
import { cutBareLength, cutLength, cutTimes, type LengthPhrase } from './length-phrase.ts';
import { cutNumericDate } from './numeric-date.ts';
import { cutRepeat, WORK_WEEK, type RepeatPhrase } from './repeat-phrase.ts';
import type { Sentence } from './sentence.ts';

/** A day with a time of day. */
export interface Moment {
  readonly date: DatePhrase;
  readonly clock: ClockPhrase;
}

export interface Phrases {
  readonly repeat: RepeatPhrase | undefined;
  readonly clock: ClockPhrase | undefined;
  readonly length: LengthPhrase | undefined;
  readonly date: DatePhrase | undefined;
  /** Last day of the repetition. */
  readonly lastDay: number | undefined;
  /** `Friday 6pm to Sunday noon`: when the event ends. */
  readonly end: Moment | undefined;
  readonly isAllDay: boolean;
}

const ALL_DAY = /\ball[\s-]day(?:\s+long)?\b/iu;

function cutMoment(sentence: Sentence, now: Now): Moment | undefined {
  const numeric = cutNumericDate(sentence, now);
  const clock = cutClock(sentence);
  if (clock === undefined) return undefined;
  const date = numeric ?? cutDate(sentence, now);
  return date && { date, clock };
}

/** A moment after another one. */
const cutEnd = (sentence: Sentence, now: Now): Moment | undefined =>
  sentence.cutIntroduced(/\s(?:-|–|—|to|until|till?|through)\s+/giu, (rest, { index }) => {
    const end = cutMoment(rest, now);
    return end === undefined || cutMoment(sentence.part(0, index), now) === undefined ? undefined : end;
  });

/** `until Dec 31`: a date after the repetition. */
const cutLastDay = (
  sentence: Sentence,
  read: (rest: Sentence, isIncluded: boolean) => number | undefined,
): number | undefined =>
  sentence.cutIntroduced(/\b(?:until|till?|through)\s+/giu, (rest, [word]) => read(rest, /^through/iu.test(word)));

export function cutPhrases(sentence: Sentence, now: Now): Phrases {
  const isAllDay = sentence.cut(ALL_DAY) !== undefined;
  const named = cutRepeat(sentence);
  const end = named === undefined ? cutEnd(sentence, now) : undefined;
  const numericEnd = named === undefined ? undefined : cutLastDay(sentence, (rest) => cutNumericDate(rest, now)?.day);
  const numeric = cutNumericDate(sentence, now);
  const certain = cutClock(sentence);
  const part = cutPartOfDay(sentence);
  const times = named === undefined ? undefined : cutTimes(sentence);
  const lengthNamed = times ?? cutLength(sentence);
  const lastDay =
    named === undefined
      ? undefined
      : (numericEnd ??
        cutLastDay(sentence, (rest, isIncluded) => cutMonthAsEnd(rest, now, isIncluded) ?? cutDate(rest, now)?.day));
  const date = numeric ?? cutDate(sentence, now);
  const clock = isAllDay ? undefined : inPartOfDay(certain ?? cutBareClock(sentence), part);
  const length = lengthNamed ?? (clock === undefined ? undefined : cutBareLength(sentence));

  if (date?.isWorkWeek === true && clock !== undefined && named === undefined)
    return { repeat: WORK_WEEK, clock, length, date: undefined, lastDay: undefined, end, isAllDay };
  if (named !== undefined)
    return {
      repeat: named,
      clock,
      length,
      date: date && { ...date, lastDay: undefined },
      lastDay: lastDay ?? date?.lastDay,
      end,
      isAllDay,
    };
  return {
    repeat: undefined,
    clock,
    length,
    date: date?.isWeekend === true && clock !== undefined ? { day: date.day } : date,
    lastDay: undefined,
    end,
    isAllDay,
  };
}
