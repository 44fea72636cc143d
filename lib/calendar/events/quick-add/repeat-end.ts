/** When a repetition ends: `until Dec 31`, `for 5 weeks`, `8 times`. */
import { MAX_OCCURRENCES } from '#lib/calendar/recurrence/rule';
import { civilDate, DAY, dayNumber, daysInMonth, formatDay } from '#lib/calendar/time/civil';
import { formatInstant } from '#lib/calendar/time/timestamp';
import { instantOf } from '#lib/calendar/time/zone';
import { sizeOf, type LengthPhrase, type LengthUnit } from './length-phrase.ts';
import { ruleOf, type RepeatPhrase } from './repeat-phrase.ts';

const UNIT_OF = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const satisfies Record<
  string,
  LengthUnit
>;

function laterBy({ amount, unit }: LengthPhrase, day: number): number {
  const { year, month, day: dayOfMonth } = civilDate(day);
  const months = month - 1 + Math.floor(amount) * (unit === 'year' ? 12 : 1);
  if (unit !== 'month' && unit !== 'year') return day + Math.ceil(sizeOf({ amount, unit }) / DAY);
  const inYear = year + Math.floor(months / 12);
  const inMonth = (months % 12) + 1;
  return dayNumber(inYear, inMonth, Math.min(dayOfMonth, daysInMonth(inYear, inMonth)));
}

/** `for 5 weeks` of a weekly event is a count; of anything else, a last day. */
function endOf(
  repeat: RepeatPhrase,
  length: LengthPhrase | undefined,
  lastDay: number | undefined,
  day: number,
): { readonly count?: number; readonly lastDay?: number } {
  if (lastDay !== undefined) return { lastDay };
  if (length === undefined) return {};
  const perPeriod = repeat.weekdays?.length ?? repeat.monthDays?.length ?? 1;
  if (length.unit === 'time') return { count: Math.floor(length.amount) };
  if (length.unit === UNIT_OF[repeat.frequency])
    return { count: Math.ceil(length.amount / repeat.interval) * perPeriod };
  if (length.unit === 'minute' || length.unit === 'hour') return {};
  return { lastDay: laterBy(length, day) - 1 };
}

export interface Ending {
  readonly length: LengthPhrase | undefined;
  readonly lastDay: number | undefined;
}

/** The rule of a series that begins on `day`. */
export function recurrenceOf(
  repeat: RepeatPhrase,
  { length, lastDay }: Ending,
  day: number,
  isTimed: boolean,
  zone: string,
): string[] {
  const end = endOf(repeat, length, lastDay, day);
  const rule = ruleOf(repeat);
  if (end.count !== undefined) return [`${rule};COUNT=${String(Math.min(Math.max(1, end.count), MAX_OCCURRENCES))}`];
  if (end.lastDay === undefined) return [rule];
  const until = isTimed ? formatInstant(instantOf(zone, (end.lastDay + 1) * DAY - 1000)) : formatDay(end.lastDay);
  return [`${rule};UNTIL=${until.replace(/[-:]/g, '')}`];
}
