/** RRULE lines (RFC 5545) as the editor knows them. A line that says more than the editor can is left as it is. */

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

/** Which day of the month: by its number, by its place among its like, or the last or first day that people work. */
export type MonthDay =
  | { readonly by: 'date' }
  | { readonly by: 'weekday'; readonly position: number; readonly day: Weekday }
  | { readonly by: 'workday'; readonly position: 1 | -1 };

export type RuleEnd =
  | { readonly kind: 'never' }
  /** A day, the last on which it may take place. */
  | { readonly kind: 'until'; readonly date: string }
  | { readonly kind: 'count'; readonly count: number };

export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  /** Of a week. */
  readonly weekdays: readonly Weekday[];
  readonly monthDay: MonthDay;
  readonly end: RuleEnd;
}

const FREQUENCIES: readonly Frequency[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
const WORKDAYS = 'MO,TU,WE,TH,FR';
const KNOWN = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'BYSETPOS', 'BYMONTHDAY', 'BYMONTH', 'COUNT', 'UNTIL', 'WKST']);

export const weekdayOf = (date: string): Weekday => WEEKDAYS[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7] ?? 'MO';

const isWeekday = (text: string): text is Weekday => WEEKDAYS.some((day) => day === text);

function endOf(parts: ReadonlyMap<string, string>): RuleEnd {
  const [count, until] = [parts.get('COUNT'), parts.get('UNTIL')];
  if (count !== undefined) return { kind: 'count', count: Number(count) };
  if (until === undefined) return { kind: 'never' };
  return { kind: 'until', date: `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}` };
}

function monthDayOf(parts: ReadonlyMap<string, string>, start: string): MonthDay | undefined {
  const [days = '', position, date] = [parts.get('BYDAY'), parts.get('BYSETPOS'), parts.get('BYMONTHDAY')];
  if (days === '')
    return date === undefined || Number(date) === Number(start.slice(8, 10)) ? { by: 'date' } : undefined;
  if (days === WORKDAYS && (position === '1' || position === '-1'))
    return { by: 'workday', position: position === '1' ? 1 : -1 };
  const [, at = position ?? '', day = ''] = /^([+-]?\d)?([A-Z]{2})$/.exec(days) ?? [];
  return isWeekday(day) && at !== '' ? { by: 'weekday', position: Number(at), day } : undefined;
}

/** Undefined for what the editor cannot show. `start` is the first day. */
export function parseRule(line: string, start: string): Rule | undefined {
  const parts = new Map(
    line
      .replace(/^RRULE:/, '')
      .split(';')
      .map((part) => part.split('=') as [string, string]),
  );
  const frequency = FREQUENCIES.find((name) => name === parts.get('FREQ'));
  if (frequency === undefined || [...parts.keys()].some((name) => !KNOWN.has(name))) return undefined;
  const days = (parts.get('BYDAY') ?? '').split(',').filter((day) => day !== '');
  const common = { frequency, interval: Number(parts.get('INTERVAL') ?? 1), end: endOf(parts) };
  const byDate: MonthDay = { by: 'date' };
  if (frequency === 'WEEKLY')
    return days.every(isWeekday)
      ? { ...common, weekdays: days.length === 0 ? [weekdayOf(start)] : days, monthDay: byDate }
      : undefined;
  if (frequency === 'MONTHLY') {
    const monthDay = monthDayOf(parts, start);
    return monthDay && { ...common, weekdays: [weekdayOf(start)], monthDay };
  }
  if (days.length > 0 || parts.has('BYSETPOS') || parts.has('BYMONTH') || parts.has('BYMONTHDAY')) return undefined;
  return { ...common, weekdays: [weekdayOf(start)], monthDay: byDate };
}

const dayPart = ({ frequency, weekdays, monthDay }: Rule): string => {
  if (frequency === 'WEEKLY') return `;BYDAY=${WEEKDAYS.filter((day) => weekdays.includes(day)).join(',')}`;
  if (frequency !== 'MONTHLY' || monthDay.by === 'date') return '';
  return monthDay.by === 'workday'
    ? `;BYDAY=${WORKDAYS};BYSETPOS=${String(monthDay.position)}`
    : `;BYDAY=${String(monthDay.position)}${monthDay.day}`;
};

/** `untilMoment` is the end of a day in the event's zone, in UTC; without it, UNTIL is the day alone. */
export function formatRule(rule: Rule, untilMoment?: (date: string) => string): string {
  const { frequency, interval, end } = rule;
  const until = (date: string): string => untilMoment?.(date) ?? date.replaceAll('-', '');
  return [
    `RRULE:FREQ=${frequency}`,
    interval > 1 ? `;INTERVAL=${String(interval)}` : '',
    dayPart(rule),
    end.kind === 'count' ? `;COUNT=${String(end.count)}` : '',
    end.kind === 'until' ? `;UNTIL=${until(end.date)}` : '',
  ].join('');
}

/** Every week on the day of the start. */
export const weeklyFrom = (start: string): Rule => ({
  frequency: 'WEEKLY',
  interval: 1,
  weekdays: [weekdayOf(start)],
  monthDay: { by: 'date' },
  end: { kind: 'never' },
});

/** Which of its like in the month: 1 to 4; the fifth is the last. */
export function positionInMonth(date: string): number {
  const position = Math.ceil(Number(date.slice(8, 10)) / 7);
  return position > 4 ? -1 : position;
}
