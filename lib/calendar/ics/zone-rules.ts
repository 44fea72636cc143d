/** The yearly rules that a zone's clock follows in the coming years, derived from its changes and held against them. */
import { civilDate, DAY, dayNumber, daysInMonth, weekday, type WallTime } from '#lib/calendar/time/civil';
import { clockChanges, type ClockChange } from '#lib/calendar/time/zone';

/** Calendars repeat after 28 years, until 2100: by then every weekday has met every date. */
const YEARS = 28;
/** The zone database estimates the months of Ramadan until here: https://github.com/eggert/tz/blob/main/africa */
const LAST_LISTED_YEAR = 2087;
const DAYS_IN_WEEK = 7;
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** In each year, on the one of these days of the month that is this weekday, the clock changes like this. */
export interface ZoneRule {
  readonly before: number;
  readonly after: number;
  readonly month: number;
  readonly weekday: number;
  /** In order. */
  readonly days: readonly number[];
  /** Since midnight, by the clock before the change. */
  readonly timeOfDay: number;
}

/** A change by the wall clock that it ends. */
function describe({ at, before, after }: ClockChange) {
  const wall = at + before;
  const day = Math.floor(wall / DAY);
  return { before, after, timeOfDay: wall - day * DAY, weekday: weekday(day), ...civilDate(day) };
}

const yearOf = (change: ClockChange): number => describe(change).year;

/** One rule for each month in which the clock changes: in Cairo a last Thursday, 24:00, may be a first of November. */
function rulesFrom(changes: readonly ClockChange[]): ZoneRule[] {
  const rules = new Map<string, Omit<ZoneRule, 'days'> & { readonly days: Set<number> }>();
  for (const change of changes) {
    const { day, year: _, ...rest } = describe(change);
    const key = [rest.before, rest.after, rest.timeOfDay, rest.weekday, rest.month].join(' ');
    const rule = rules.get(key) ?? { ...rest, days: new Set<number>() };
    rule.days.add(day);
    rules.set(key, rule);
  }
  return [...rules.values()].map((rule) => ({ ...rule, days: [...rule.days].sort((a, b) => a - b) }));
}

/** Local times of the changes of one year. */
export const onsetsIn = (year: number, { month, days, weekday: wanted, timeOfDay }: ZoneRule): WallTime[] =>
  days
    .filter((day) => day <= daysInMonth(year, month))
    .map((day) => dayNumber(year, month, day))
    .filter((day) => weekday(day) === wanted)
    .map((day) => day * DAY + timeOfDay);

const isSameYear = (year: number, rules: readonly ZoneRule[], changes: readonly ClockChange[]): boolean => {
  const expected = rules.flatMap((rule) =>
    onsetsIn(year, rule).map((wall) => [wall, rule.before, rule.after].join(' ')),
  );
  const actual = changes.map(({ at, before, after }) => [at + before, before, after].join(' '));
  return expected.sort().join() === actual.sort().join();
};

export interface RegularYears {
  readonly rules: readonly ZoneRule[];
  /** The first year, not before `firstYear`, from which all years follow the rules. */
  readonly since: number;
}

/** Undefined where the years after `thisYear` follow no such rules. */
function rulesAfter(zone: string, firstYear: number, thisYear: number): RegularYears | undefined {
  const lastYear = thisYear + YEARS;
  // Local years begin within a day of those in UTC.
  const changes = clockChanges(zone, Date.UTC(firstYear, 0, 1) - DAY, Date.UTC(lastYear + 1, 0, 1) + DAY);
  const byYear = Map.groupBy(changes, yearOf);
  const rules = rulesFrom(changes.filter((change) => yearOf(change) > thisYear && yearOf(change) <= lastYear));
  const follows = (year: number): boolean => isSameYear(year, rules, byYear.get(year) ?? []);
  let since = lastYear + 1;
  while (since > firstYear && follows(since - 1)) since -= 1;
  return since > thisYear + 1 ? undefined : { rules, since };
}

/** Where the clock goes by the moon, rules begin after the years that the zone database lists, or never. */
export const regularYears = (zone: string, firstYear: number, thisYear: number): RegularYears =>
  rulesAfter(zone, firstYear, thisYear) ??
  rulesAfter(zone, firstYear, Math.max(thisYear, LAST_LISTED_YEAR)) ?? { rules: [], since: LAST_LISTED_YEAR + 1 };

/** `-1SU` or `2SU` where the days are a whole week counted from an end of the month, which every program reads. */
function dayPart({ days, month, weekday: day }: ZoneRule): string {
  const name = WEEKDAYS[day] ?? '';
  const [first = 1] = days;
  const isWeek = days.length === DAYS_IN_WEEK && days.at(-1) === first + DAYS_IN_WEEK - 1;
  if (isWeek && month !== 2 && days.at(-1) === daysInMonth(2001, month)) return `BYDAY=-1${name}`;
  if (isWeek && first % DAYS_IN_WEEK === 1) return `BYDAY=${String((first + 6) / DAYS_IN_WEEK)}${name}`;
  return `BYDAY=${name};BYMONTHDAY=${days.join(',')}`;
}

export const ruleText = (rule: ZoneRule): string => `RRULE:FREQ=YEARLY;BYMONTH=${String(rule.month)};${dayPart(rule)}`;
