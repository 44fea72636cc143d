/** The wall times that a rule names, in order, from the first occurrence of the series to the rule's end. */
import { DAY, HOUR, MINUTE, SECOND } from '#lib/calendar/time/civil';
import type { Instant, WallTime } from '#lib/calendar/time/civil';
import { dayPattern } from './day-pattern.ts';
import type { DayPattern } from './day-pattern.ts';
import { periodAround } from './period.ts';
import type { RecurrenceRule } from './rule.ts';
import { search } from './search.ts';
import type { Found } from './search.ts';

export interface WallPattern {
  /** Ascending, within [from, to). */
  between(from: WallTime, to: WallTime): WallTime[];
  /** Nothing is named after this one; infinite for a rule without COUNT or UNTIL. */
  readonly lastWall: WallTime;
  /** An UNTIL in UTC is compared with instants, not with wall times. */
  readonly lastInstant: Instant;
}

interface Series {
  readonly start: WallTime;
  readonly isAllDay: boolean;
  /** `RRULE` counts the start as its first occurrence whether it names it or not; `EXRULE` does not. */
  readonly countsStart: boolean;
}

function timesOfDay(rule: RecurrenceRule, { start, isAllDay }: Series): number[] {
  if (isAllDay) return [0];
  const own = start - Math.floor(start / DAY) * DAY;
  const orOwn = (values: readonly number[], unit: number, inUnit: number): readonly number[] =>
    values.length > 0 ? values : [Math.floor(own / unit) % inUnit];
  return orOwn(rule.hours, HOUR, 24).flatMap((hour) =>
    orOwn(rule.minutes, MINUTE, 60).flatMap((minute) =>
      orOwn(rule.seconds, SECOND, 60).map((second) => hour * HOUR + minute * MINUTE + second * SECOND),
    ),
  );
}

/** BYSETPOS: of all times in one period, those at the given positions from the front or the back. */
function atPositions(days: readonly number[], times: readonly number[], positions: readonly number[]): WallTime[] {
  const size = days.length * times.length;
  const indexes = new Set(positions.map((position) => (position > 0 ? position - 1 : size + position)));
  return [...indexes]
    .filter((index) => index >= 0 && index < size)
    .sort((a, b) => a - b)
    .map((index) => (days[Math.floor(index / times.length)] ?? 0) * DAY + (times[index % times.length] ?? 0));
}

/** Without the rule's end. */
function unending(
  rule: RecurrenceRule,
  pattern: DayPattern,
  times: readonly number[],
  start: WallTime,
): WallPattern['between'] {
  const everyTime = (from: number, to: number): WallTime[] =>
    pattern.between(from, to).flatMap((day) => times.map((time) => day * DAY + time));

  const chosenTimes = (from: number, to: number): WallTime[] => {
    const around = (day: number): ReturnType<typeof periodAround> => periodAround(day, rule.frequency, rule.weekStart);
    const last = around(to - 1);
    const periods = new Map<number, number[]>();
    for (const day of pattern.between(around(from).firstDay, last.firstDay + last.length)) {
      const { index } = around(day);
      const days = periods.get(index);
      if (days === undefined) periods.set(index, [day]);
      else days.push(day);
    }
    return [...periods.values()].flatMap((days) => atPositions(days, times, rule.positions));
  };

  const expand = rule.positions.length > 0 ? chosenTimes : everyTime;
  return (from, to) => {
    const first = Math.max(from, start);
    if (first >= to) return [];
    return expand(Math.floor(first / DAY), Math.ceil(to / DAY)).filter((wall) => wall >= first && wall < to);
  };
}

function endOf(
  rule: RecurrenceRule,
  between: WallPattern['between'],
  { start, isAllDay, countsStart }: Series,
): Pick<WallPattern, 'lastWall' | 'lastInstant'> {
  const { count, until } = rule;
  if (count !== undefined) {
    let left = countsStart ? count - 1 : count;
    let lastWall = start;
    const found = (from: WallTime, to: WallTime): Found => {
      const values = between(from, to);
      return { values, examined: values.length };
    };
    for (const wall of left === 0 ? [] : search(found, countsStart ? start + 1 : start)) {
      lastWall = wall;
      left -= 1;
      if (left === 0) break;
    }
    return { lastWall, lastInstant: Infinity };
  }
  if (until === undefined) return { lastWall: Infinity, lastInstant: Infinity };
  const throughDay = (Math.floor(until.wall / DAY) + 1) * DAY - 1;
  if (isAllDay || until.kind === 'date') return { lastWall: throughDay, lastInstant: Infinity };
  return until.kind === 'utc'
    ? { lastWall: until.wall + DAY, lastInstant: until.wall }
    : { lastWall: until.wall, lastInstant: Infinity };
}

export function wallPattern(rule: RecurrenceRule, series: Series): WallPattern {
  const firstDay = Math.floor(series.start / DAY);
  const between = unending(rule, dayPattern(rule, firstDay), timesOfDay(rule, series), series.start);
  const { lastWall, lastInstant } = endOf(rule, between, series);
  return { between: (from, to) => between(from, Math.min(to, lastWall + 1)), lastWall, lastInstant };
}
