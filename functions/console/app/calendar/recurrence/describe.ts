import { words } from '../../words/words.ts';
import { formatDate, weekdayName } from '../time/format.ts';
import { parseRule, WEEKDAYS, type Rule, type Weekday } from './rule.ts';

const text = words.calendar.repeat;

export const dayName = (day: Weekday): string => weekdayName(WEEKDAYS.indexOf(day));

const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat(document.documentElement.lang, { type: 'conjunction' }).format(names);

function when(rule: Rule): string {
  const { frequency, weekdays, monthDay } = rule;
  if (frequency === 'WEEKLY') {
    const isWorkweek = weekdays.length === 5 && !weekdays.includes('SA') && !weekdays.includes('SU');
    return isWorkweek
      ? text.onWorkdays
      : text.on(listOf(WEEKDAYS.filter((day) => weekdays.includes(day)).map(dayName)));
  }
  if (frequency !== 'MONTHLY' || monthDay.by === 'date') return '';
  return monthDay.by === 'workday'
    ? text.onWorkday(text.positions[String(monthDay.position)] ?? '')
    : text.onThe(text.positions[String(monthDay.position)] ?? '', dayName(monthDay.day));
}

function until({ end }: Rule): string {
  if (end.kind === 'never') return '';
  return end.kind === 'count' ? text.times(end.count) : text.until(formatDate(end.date));
}

/** A rule as a sentence: "Every 2 weeks on Tuesday, until Dec 31, 2026". */
export const describeRule = (rule: Rule): string =>
  [`${text.every[rule.frequency](rule.interval)}${when(rule) === '' ? '' : ` ${when(rule)}`}`, until(rule)]
    .filter((part) => part !== '')
    .join(', ');

/** The recurrence of an event; lines that the editor does not know stay as they are. */
export function describeRecurrence(lines: readonly string[] | undefined, start: string): string {
  const line = (lines ?? []).find((one) => one.startsWith('RRULE:'));
  if (line === undefined) return '';
  const rule = parseRule(line, start);
  return rule === undefined ? text.custom(line.slice('RRULE:'.length)) : describeRule(rule);
}
