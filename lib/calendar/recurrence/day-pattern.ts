/** The days of a rule: its date parts, without times of day, positions and end. */
import { civilDate, dayNumber, dayOfYear, daysInMonth, daysInYear, weekday } from '#lib/calendar/time/civil';
import { periodAround } from './period.ts';
import type { Frequency, RecurrenceRule, WeekdayPart } from './rule.ts';

export interface DayPattern {
  /** Ascending, within [from, to), whole periods around the first day of the series included. */
  between(from: number, to: number): number[];
}

/** Adds the parts that the first day implies, so that the pattern is complete on its own. */
function withImpliedParts(rule: RecurrenceRule, firstDay: number): RecurrenceRule {
  const { month, day } = civilDate(firstDay);
  const sameWeekday = [{ weekday: weekday(firstDay) }];
  switch (rule.frequency) {
    case 'DAILY':
      return rule;
    case 'WEEKLY':
      return rule.weekdays.length > 0 ? rule : { ...rule, weekdays: sameWeekday };
    case 'MONTHLY':
      return rule.weekdays.length > 0 || rule.monthDays.length > 0 ? rule : { ...rule, monthDays: [day] };
    case 'YEARLY':
      if (rule.weekdays.length > 0 || rule.monthDays.length > 0 || rule.yearDays.length > 0) return rule;
      if (rule.weekNumbers.length > 0) return { ...rule, weekdays: sameWeekday };
      return { ...rule, monthDays: [day], months: rule.months.length > 0 ? rule.months : [month] };
  }
}

/** Counts from both ends: March 31 is 31 and -1. */
const names = (parts: readonly number[], position: number, length: number): boolean =>
  parts.length === 0 || parts.includes(position) || parts.includes(position - length - 1);

/** Week 1 contains January 4, so the first days of a year may belong to week 52 or 53 of the year before. */
function weekOfYear(day: number, weekStart: number): { readonly week: number; readonly weeks: number } {
  const weekAround = (inside: number): number => periodAround(inside, 'WEEKLY', weekStart).firstDay;
  const { year } = civilDate(weekAround(day) + 3);
  const first = weekAround(dayNumber(year, 1, 4));
  return { week: (weekAround(day) - first) / 7 + 1, weeks: (weekAround(dayNumber(year + 1, 1, 4)) - first) / 7 };
}

/**
 * `position` is the day's number in its month or year of `length` days: day 9 of a month is always the second of its
 * weekday.
 */
const namesWeekday = (parts: readonly WeekdayPart[], day: number, position: number, length: number): boolean =>
  parts.length === 0 ||
  parts.some(({ weekday: named, ordinal }) => {
    if (named !== weekday(day)) return false;
    if (ordinal === undefined) return true;
    return ordinal > 0 ? Math.ceil(position / 7) === ordinal : Math.ceil((length - position + 1) / 7) === -ordinal;
  });

/** Whether every date part includes this day. */
function namesDay(rule: RecurrenceRule, day: number): boolean {
  const date = civilDate(day);
  if (rule.months.length > 0 && !rule.months.includes(date.month)) return false;
  const monthLength = daysInMonth(date.year, date.month);
  if (!names(rule.monthDays, date.day, monthLength)) return false;
  const yearDay = dayOfYear(date);
  const yearLength = daysInYear(date.year);
  if (!names(rule.yearDays, yearDay, yearLength)) return false;
  const isInMonth = rule.frequency === 'MONTHLY' || rule.months.length > 0;
  if (!namesWeekday(rule.weekdays, day, isInMonth ? date.day : yearDay, isInMonth ? monthLength : yearLength))
    return false;
  if (rule.weekNumbers.length === 0) return true;
  const { week, weeks } = weekOfYear(day, rule.weekStart);
  return names(rule.weekNumbers, week, weeks);
}

/** Starts at the window, however old the series is, and checks every day of the periods that the interval selects. */
function walk(rule: RecurrenceRule, firstDay: number): DayPattern {
  const first = periodAround(firstDay, rule.frequency, rule.weekStart).index;
  return {
    between(from, to) {
      const days: number[] = [];
      let period = periodAround(from, rule.frequency, rule.weekStart);
      for (let day = from; day < to; day += 1) {
        if (day >= period.firstDay + period.length) period = periodAround(day, rule.frequency, rule.weekStart);
        if ((period.index - first) % rule.interval === 0 && namesDay(rule, day)) days.push(day);
      }
      return days;
    },
  };
}

const PERIODS_IN_A_CENTURY: Readonly<Record<Frequency, number>> = {
  DAILY: 36_525,
  WEEKLY: 5_218,
  MONTHLY: 1_200,
  YEARLY: 100,
};

/** A rule with an interval of more than a century has only its first period. */
function firstPeriodOnly(rule: RecurrenceRule, firstDay: number): DayPattern {
  const period = periodAround(firstDay, rule.frequency, rule.weekStart);
  const pattern = walk(rule, firstDay);
  return {
    between: (from, to) =>
      pattern.between(Math.max(from, period.firstDay), Math.min(to, period.firstDay + period.length)),
  };
}

export function dayPattern(rule: RecurrenceRule, firstDay: number): DayPattern {
  const complete = withImpliedParts(rule, firstDay);
  if (rule.interval > PERIODS_IN_A_CENTURY[rule.frequency]) return firstPeriodOnly(complete, firstDay);
  return walk(complete, firstDay);
}
