/**
 * A second reading of RFC 5545, kept apart from the code it judges: it lists the days of each period part by part, in
 * the manner of the table in section 3.3.10, walks from the very start, and uses nothing but the built-in Date.
 */

export interface OracleRule {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  count?: number;
  /** Wall time, inclusive. */
  until?: number;
  byMonth?: number[];
  byWeekNo?: number[];
  byYearDay?: number[];
  byMonthDay?: number[];
  byDay?: string[];
  byHour?: number[];
  byMinute?: number[];
  bySetPos?: number[];
  wkst: string;
}

const DAY = 86_400_000;
const NAMES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

const utc = (year: number, monthIndex: number, day: number): number => Date.UTC(year, monthIndex, day);
/** The first of January 1970 was a Thursday. */
const nameOf = (day: number): string => NAMES[(((Math.floor(day / DAY) + 4) % 7) + 7) % 7] ?? '';

function days(from: number, to: number): number[] {
  const list: number[] = [];
  for (let day = from; day < to; day += DAY) list.push(day);
  return list;
}

/** The n-th of a list, from the front or the back. */
function nth<T>(list: readonly T[], n: number): T[] {
  const item = n > 0 ? list[n - 1] : list[list.length + n];
  return item === undefined ? [] : [item];
}

function remember<T>(make: (year: number, wkst: string) => T): (year: number, wkst: string) => T {
  const known = new Map<string, T>();
  return (year, wkst) => {
    const key = `${String(year)} ${wkst}`;
    const value = known.get(key) ?? make(year, wkst);
    known.set(key, value);
    return value;
  };
}

const allMonths = remember((year) =>
  Array.from({ length: 12 }, (_, month) => days(utc(year, month, 1), utc(year, month + 1, 1))),
);
const monthsOf = (year: number): number[][] => allMonths(year, '');

/** The weeks of the year to which most of their days belong, each as seven days. */
const weeksOf = remember((year, wkst) => {
  let first = utc(year, 0, 1) - 6 * DAY;
  while (nameOf(first) !== wkst || first + 6 * DAY < utc(year, 0, 4)) first += DAY;
  const weeks: number[][] = [];
  for (let week = first; week + 3 * DAY < utc(year + 1, 0, 1); week += 7 * DAY) weeks.push(days(week, week + 7 * DAY));
  return weeks;
});

function namedWeekdays(list: readonly number[], byDay: readonly string[]): number[] {
  return byDay.flatMap((part) => {
    const those = list.filter((day) => nameOf(day) === part.slice(-2));
    return part.length === 2 ? those : nth(those, Number(part.slice(0, -2)));
  });
}

const both = (left: readonly number[], right: readonly number[] | undefined): number[] => {
  const other = right === undefined ? undefined : new Set(right);
  return left.filter((day) => other?.has(day) ?? true);
};

function daysOfYear(rule: OracleRule, year: number, start: Date): number[] {
  const all = days(utc(year, 0, 1), utc(year + 1, 0, 1));
  const hasDays = rule.byYearDay ?? rule.byMonthDay ?? rule.byDay;
  const byMonth = rule.byMonth ?? ((hasDays ?? rule.byWeekNo) ? undefined : [start.getUTCMonth() + 1]);
  const byMonthDay = rule.byMonthDay ?? ((hasDays ?? rule.byWeekNo) ? undefined : [start.getUTCDate()]);
  const byDay = rule.byDay ?? (rule.byWeekNo && !hasDays ? [nameOf(start.getTime())] : undefined);

  const inMonths = byMonth?.flatMap((month) => monthsOf(year)[month - 1] ?? []);
  const inWeeks = rule.byWeekNo?.flatMap((number) =>
    [year - 1, year, year + 1].flatMap((of) => nth(weeksOf(of, rule.wkst), number).flat()),
  );
  const onYearDays = rule.byYearDay?.flatMap((number) => nth(all, number));
  const onMonthDays = byMonthDay?.flatMap((number) => monthsOf(year).flatMap((month) => nth(month, number)));
  const onWeekdays =
    byDay &&
    (rule.byMonth
      ? rule.byMonth.flatMap((month) => namedWeekdays(monthsOf(year)[month - 1] ?? [], byDay))
      : namedWeekdays(all, byDay));
  return [inMonths, inWeeks, onYearDays, onMonthDays, onWeekdays].reduce<number[]>(both, all);
}

function daysOfMonth(rule: OracleRule, month: number[], start: Date): number[] {
  const first = new Date(month[0] ?? 0);
  if (rule.byMonth && !rule.byMonth.includes(first.getUTCMonth() + 1)) return [];
  const byMonthDay = rule.byMonthDay ?? (rule.byDay ? undefined : [start.getUTCDate()]);
  return both(
    both(
      month,
      byMonthDay?.flatMap((number) => nth(month, number)),
    ),
    rule.byDay && namedWeekdays(month, rule.byDay),
  );
}

function limited(rule: OracleRule, list: number[], byDay: string[] | undefined): number[] {
  return list.filter((day) => {
    const date = new Date(day);
    const month = monthsOf(date.getUTCFullYear())[date.getUTCMonth()] ?? [];
    if (rule.byMonth && !rule.byMonth.includes(date.getUTCMonth() + 1)) return false;
    if (rule.byMonthDay && !rule.byMonthDay.flatMap((number) => nth(month, number)).includes(day)) return false;
    return byDay?.includes(nameOf(day)) ?? true;
  });
}

/** One period after the other, each with the days it names. */
function* periods(rule: OracleRule, start: Date): Generator<number[]> {
  const year = start.getUTCFullYear();
  const today = utc(year, start.getUTCMonth(), start.getUTCDate());
  let week = today;
  while (nameOf(week) !== rule.wkst) week -= DAY;
  for (let index = 0; ; index += rule.interval) {
    if (rule.freq === 'YEARLY') yield daysOfYear(rule, year + index, start);
    else if (rule.freq === 'MONTHLY')
      yield daysOfMonth(
        rule,
        days(utc(year, start.getUTCMonth() + index, 1), utc(year, start.getUTCMonth() + index + 1, 1)),
        start,
      );
    else if (rule.freq === 'WEEKLY')
      yield limited(rule, days(week + index * 7 * DAY, week + (index + 1) * 7 * DAY), rule.byDay ?? [nameOf(today)]);
    else yield limited(rule, [today + index * DAY], rule.byDay);
  }
}

/** All wall times before `end`, the start always first, no more than the rule's COUNT and none after its UNTIL. */
export function oracleWalls(rule: OracleRule, start: number, end: number): number[] {
  const date = new Date(start);
  const times = (rule.byHour ?? [date.getUTCHours()]).flatMap((hour) =>
    (rule.byMinute ?? [date.getUTCMinutes()]).map(
      (minute) => hour * 3_600_000 + minute * 60_000 + date.getUTCSeconds() * 1000,
    ),
  );
  const walls = [start];
  const horizon = end + 370 * DAY;
  let elapsed = new Date(utc(date.getUTCFullYear(), 0, 1)).getTime();
  for (const period of periods(rule, date)) {
    const set = [...new Set(period.flatMap((day) => times.map((time) => day + time)))].sort((a, b) => a - b);
    const chosen = rule.bySetPos
      ? [...new Set(rule.bySetPos.flatMap((position) => nth(set, position)))].sort((a, b) => a - b)
      : set;
    for (const wall of chosen) {
      if (wall <= start) continue;
      if (rule.until !== undefined && wall > rule.until) break;
      if (rule.count === undefined || walls.length < rule.count) walls.push(wall);
    }
    elapsed +=
      rule.interval *
      (rule.freq === 'YEARLY' ? 365 : rule.freq === 'MONTHLY' ? 28 : rule.freq === 'WEEKLY' ? 7 : 1) *
      DAY;
    if (elapsed > horizon || walls.length === rule.count) break;
  }
  return walls.filter((wall) => wall < end);
}
