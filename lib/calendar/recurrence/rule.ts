/** The value of an `RRULE` or `EXRULE`, read strictly: what RFC 5545 forbids is refused. */
import { badRequest } from '#lib/api/errors';
import type { ApiError } from '#lib/api/errors';
import { checkedDay, checkedTime, DAY } from '#lib/calendar/time/civil';
import type { WallTime } from '#lib/calendar/time/civil';

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

export interface WeekdayPart {
  /** 0 is Monday. */
  readonly weekday: number;
  /** `2TU` is the second, `-1FR` the last; absent means every one. */
  readonly ordinal?: number;
}

/** A date, or a date and a time of day, in UTC or floating. */
export interface DateValue {
  readonly wall: WallTime;
  readonly kind: 'date' | 'floating' | 'utc';
}

export interface RecurrenceRule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | undefined;
  readonly until: DateValue | undefined;
  readonly months: readonly number[];
  readonly weekNumbers: readonly number[];
  readonly yearDays: readonly number[];
  readonly monthDays: readonly number[];
  readonly weekdays: readonly WeekdayPart[];
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  readonly positions: readonly number[];
  /** 0 is Monday. */
  readonly weekStart: number;
}

/** The highest COUNT; Google's own editor stops at 730. */
export const MAX_OCCURRENCES = 10_000;
/** The most times of day that BYHOUR, BYMINUTE and BYSECOND give, over all rules of an event: one for each minute. */
export const MAX_TIMES_OF_DAY = 1440;
const MAX_RULE_LENGTH = 4096;

export const WEEKDAYS: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const FREQUENCIES: ReadonlySet<string> = new Set<Frequency>(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);

export const invalidRecurrence = (): ApiError => badRequest('invalid', 'Invalid recurrence rule.');

const DATE_VALUE = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/i;

export function readDateValue(text: string): DateValue {
  const match = DATE_VALUE.exec(text);
  if (match === null) throw invalidRecurrence();
  const [, year, month, date, hour, minute, second, zulu] = match;
  const day = checkedDay(Number(year), Number(month), Number(date));
  const time = hour === undefined ? 0 : checkedTime(Number(hour), Number(minute), Number(second));
  if (day === undefined || time === undefined) throw invalidRecurrence();
  const kind = hour === undefined ? 'date' : zulu === '' ? 'floating' : 'utc';
  return { wall: day * DAY + time, kind };
}

function readParts(text: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const [name, value, ...rest] = part.trim().toUpperCase().split('=');
    if (name === undefined || value === undefined || value === '' || rest.length > 0 || parts.has(name))
      throw invalidRecurrence();
    parts.set(name, value);
  }
  return parts;
}

function readInteger(text: string, minimum: number, maximum: number): number {
  const value = /^[+-]?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= maximum)) throw invalidRecurrence();
  return value;
}

const ascending = (values: Iterable<number>): number[] => [...new Set(values)].sort((a, b) => a - b);

/** Parts are taken one after the other; those left at the end are unknown. */
class Parts {
  readonly #parts: Map<string, string>;

  constructor(text: string) {
    this.#parts = readParts(text);
  }

  take(name: string): string | undefined {
    const value = this.#parts.get(name);
    this.#parts.delete(name);
    return value;
  }

  integer(name: string, maximum: number): number | undefined {
    const value = this.take(name);
    return value === undefined ? undefined : readInteger(value, 1, maximum);
  }

  list(name: string, minimum: number, maximum: number): number[] {
    const value = this.take(name);
    return value === undefined ? [] : ascending(value.split(',').map((item) => readInteger(item, minimum, maximum)));
  }

  /** From the front or, negative, from the back; never zero. */
  signedList(name: string, maximum: number): number[] {
    const values = this.list(name, -maximum, maximum);
    if (values.includes(0)) throw invalidRecurrence();
    return values;
  }

  weekdays(name: string): WeekdayPart[] {
    const items = new Set(this.take(name)?.split(',') ?? []);
    return [...items].map((item) => {
      const weekday = WEEKDAYS.indexOf(item.slice(-2));
      if (weekday < 0) throw invalidRecurrence();
      if (item.length === 2) return { weekday };
      const ordinal = readInteger(item.slice(0, -2), -53, 53);
      if (ordinal === 0) throw invalidRecurrence();
      return { weekday, ordinal };
    });
  }

  weekStart(): number {
    const weekday = WEEKDAYS.indexOf(this.take('WKST') ?? 'MO');
    if (weekday < 0) throw invalidRecurrence();
    return weekday;
  }

  frequency(): Frequency {
    const value = this.take('FREQ');
    if (value === undefined || !isFrequency(value)) throw invalidRecurrence();
    return value;
  }

  until(): DateValue | undefined {
    const value = this.take('UNTIL');
    return value === undefined ? undefined : readDateValue(value);
  }

  get areAllTaken(): boolean {
    return this.#parts.size === 0;
  }
}

const isFrequency = (text: string): text is Frequency => FREQUENCIES.has(text);

/** Whether RFC 5545 allows these parts together. */
function isConsistent(rule: RecurrenceRule): boolean {
  const { frequency, weekdays } = rule;
  const hasOrdinals = weekdays.some(({ ordinal }) => ordinal !== undefined);
  if (rule.count !== undefined && rule.until !== undefined) return false;
  if (frequency !== 'YEARLY' && (rule.weekNumbers.length > 0 || rule.yearDays.length > 0)) return false;
  if (frequency === 'WEEKLY' && rule.monthDays.length > 0) return false;
  if (hasOrdinals && (frequency === 'DAILY' || frequency === 'WEEKLY' || rule.weekNumbers.length > 0)) return false;
  const others = [
    rule.months,
    rule.weekNumbers,
    rule.yearDays,
    rule.monthDays,
    weekdays,
    rule.hours,
    rule.minutes,
    rule.seconds,
  ];
  if (rule.positions.length > 0 && others.every((part) => part.length === 0)) return false;
  return timesOfDay(rule) <= MAX_TIMES_OF_DAY;
}

/** How many times of a day the rule names. */
export const timesOfDay = ({ hours, minutes, seconds }: RecurrenceRule): number =>
  Math.max(1, hours.length) * Math.max(1, minutes.length) * Math.max(1, seconds.length);

export function readRule(text: string): RecurrenceRule {
  if (text.length > MAX_RULE_LENGTH) throw invalidRecurrence();
  const parts = new Parts(text);
  const rule: RecurrenceRule = {
    frequency: parts.frequency(),
    interval: parts.integer('INTERVAL', 999_999_999) ?? 1,
    count: parts.integer('COUNT', MAX_OCCURRENCES),
    until: parts.until(),
    months: parts.list('BYMONTH', 1, 12),
    weekNumbers: parts.signedList('BYWEEKNO', 53),
    yearDays: parts.signedList('BYYEARDAY', 366),
    monthDays: parts.signedList('BYMONTHDAY', 31),
    weekdays: parts.weekdays('BYDAY'),
    hours: parts.list('BYHOUR', 0, 23),
    minutes: parts.list('BYMINUTE', 0, 59),
    seconds: parts.list('BYSECOND', 0, 59),
    positions: parts.signedList('BYSETPOS', 366),
    weekStart: parts.weekStart(),
  };
  if (!parts.areAllTaken || !isConsistent(rule)) throw invalidRecurrence();
  return rule;
}
