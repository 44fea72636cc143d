/** The periods of a rule: days, weeks, months or years, numbered consecutively. */
import { civilDate, dayNumber, daysInMonth, daysInYear } from '#lib/calendar/time/civil';
import type { Frequency } from './rule.ts';

export interface Period {
  readonly index: number;
  readonly firstDay: number;
  readonly length: number;
}

/** The week, month or year around a day. */
export function periodAround(day: number, frequency: Frequency, weekStart: number): Period {
  if (frequency === 'DAILY') return { index: day, firstDay: day, length: 1 };
  if (frequency === 'WEEKLY') {
    // Day -3 is a Monday.
    const index = Math.floor((day + 3 - weekStart) / 7);
    return { index, firstDay: index * 7 - 3 + weekStart, length: 7 };
  }
  const { year, month } = civilDate(day);
  if (frequency === 'MONTHLY')
    return { index: year * 12 + month - 1, firstDay: dayNumber(year, month, 1), length: daysInMonth(year, month) };
  return { index: year, firstDay: dayNumber(year, 1, 1), length: daysInYear(year) };
}
