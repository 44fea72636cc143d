/** Changes of a series: this one, this and the following, or all. */
import { positionInMonth, WEEKDAYS, weekdayOf, type Rule } from '../recurrence/rule.ts';
import { addDays, addMinutes, daysBetween, minutesBetween, type EventTime } from '../time/moments.ts';
import type { Draft } from './draft.ts';

export type Scope = 'this' | 'following' | 'all';

const compact = (text: string): string => text.replace(/[-:]/g, '');

/** The last moment before an instance, as UNTIL wants it: a day for whole days, else UTC. */
function momentBefore(original: EventTime): string {
  if (original.date !== undefined) return compact(addDays(original.date, -1));
  const before = new Date(Date.parse(original.dateTime ?? '') - 1000).toISOString();
  return `${compact(before).slice(0, 15)}Z`;
}

const withoutEnd = (line: string): string => line.replace(/;(?:COUNT|UNTIL)=[^;]*/g, '');

/** The lines of a series that ends before an instance. */
export const endedBefore = (lines: readonly string[], original: EventTime): string[] =>
  lines.map((line) => (line.startsWith('RRULE:') ? `${withoutEnd(line)};UNTIL=${momentBefore(original)}` : line));

/** The lines of the rest: of a series that ends after a number of times, `before` of them are over. */
export const remainingOf = (lines: readonly string[], before: number): string[] =>
  lines.map((line) =>
    line.replace(/;COUNT=(\d+)/, (_all, count: string) => `;COUNT=${String(Math.max(1, Number(count) - before))}`),
  );

/** A series that moves to another day repeats on that day. */
function movedRule(rule: Rule, from: string, to: string): Rule {
  const days = daysBetween(from.slice(0, 10), to.slice(0, 10));
  if (days === 0) return rule;
  if (rule.frequency === 'WEEKLY') {
    const shifted = rule.weekdays.map((day) => WEEKDAYS[(((WEEKDAYS.indexOf(day) + days) % 7) + 7) % 7] ?? day);
    return { ...rule, weekdays: shifted };
  }
  if (rule.frequency !== 'MONTHLY' || rule.monthDay.by !== 'weekday') return rule;
  const date = to.slice(0, 10);
  const position = rule.monthDay.position === -1 ? -1 : positionInMonth(date);
  return { ...rule, monthDay: { by: 'weekday', position, day: weekdayOf(date) } };
}

/** The draft of the whole series after what was done to one instance of it. */
export function seriesAfter(series: Draft, before: Draft, after: Draft): Draft {
  const isNewKind = before.isAllDay !== after.isAllDay;
  const start = isNewKind
    ? `${series.start.slice(0, 10)}T${after.start.slice(11)}`
    : addMinutes(series.start, minutesBetween(before.start, after.start));
  const { rule } = after.recurrence;
  const isSameRule = JSON.stringify(before.recurrence) === JSON.stringify(after.recurrence);
  return {
    ...after,
    start,
    end: addMinutes(start, minutesBetween(after.start, after.end)),
    recurrence:
      rule !== undefined && isSameRule
        ? { ...after.recurrence, rule: movedRule(rule, before.start, after.start) }
        : after.recurrence,
  };
}
