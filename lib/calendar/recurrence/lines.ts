/** The strings of an event's `recurrence`: rules and dates, included and excluded. */
import { DAY } from '#lib/calendar/time/civil';
import type { Instant, WallTime } from '#lib/calendar/time/civil';
import { isAllDay, wallOf } from '#lib/calendar/time/event-time';
import type { EventTime } from '#lib/calendar/time/event-time';
import { instantOf, isTimeZone } from '#lib/calendar/time/zone';
import { invalidRecurrence, MAX_OCCURRENCES, readDateValue, readRule } from './rule.ts';
import type { DateValue, RecurrenceRule } from './rule.ts';

export interface Recurrence {
  readonly rules: readonly RecurrenceRule[];
  readonly exceptRules: readonly RecurrenceRule[];
  /** Instants of a timed series, midnights as if in UTC of an all-day one; ascending. */
  readonly dates: readonly number[];
  readonly exceptDates: readonly number[];
}

/** RRULE and EXRULE lines together. */
const MAX_RULES = 8;
/** Dates in all `RDATE` and `EXDATE` lines together. */
const MAX_DATES = 5_000;
const MAX_LINES = 5_000;

interface ContentLine {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
}

// A quoted value may hold the characters that would otherwise end it.
const LINE = /^([A-Za-z]+)((?:;[A-Za-z-]+=(?:"[^"]*"|[^":;]*))*):(.*)$/;
const PARAMETER = /;([A-Za-z-]+)=("[^"]*"|[^":;]*)/g;

function readLine(text: string): ContentLine {
  const match = LINE.exec(text.trim());
  if (match === null) throw invalidRecurrence();
  const parameters = new Map<string, string>();
  for (const [, name = '', value = ''] of (match[2] ?? '').matchAll(PARAMETER))
    parameters.set(name.toUpperCase(), value.replaceAll('"', ''));
  return { name: (match[1] ?? '').toUpperCase(), parameters, value: match[3] ?? '' };
}

/** In a timed series, a date means that day at the time of the series' start. */
function instantOfDate({ wall, kind }: DateValue, zone: string, seriesStart: WallTime): Instant {
  if (kind === 'utc') return wall;
  return instantOf(zone, kind === 'date' ? wall + (seriesStart - Math.floor(seriesStart / DAY) * DAY) : wall);
}

function readDates({ parameters, value }: ContentLine, start: EventTime): number[] {
  const type = parameters.get('VALUE')?.toUpperCase() ?? 'DATE-TIME';
  if (type !== 'DATE' && type !== 'DATE-TIME') throw invalidRecurrence();
  const items = value.split(',');
  if (items.length > MAX_DATES) throw invalidRecurrence();
  const values = items.map((item) => readDateValue(item.trim()));
  if (values.some(({ kind }) => (kind === 'date') !== (type === 'DATE'))) throw invalidRecurrence();
  if (isAllDay(start)) {
    if (type !== 'DATE') throw invalidRecurrence();
    return values.map(({ wall }) => wall);
  }
  const zone = parameters.get('TZID') ?? start.timeZone ?? 'UTC';
  if (!isTimeZone(zone)) throw invalidRecurrence();
  const seriesStart = wallOf(start);
  return values.map((date) => instantOfDate(date, zone, seriesStart));
}

/** Refuses invalid lines, and more of them than the limits. */
export function parseRecurrence(lines: readonly string[], start: EventTime): Recurrence {
  if (lines.length > MAX_LINES) throw invalidRecurrence();
  const rules: RecurrenceRule[] = [];
  const exceptRules: RecurrenceRule[] = [];
  const dates: number[] = [];
  const exceptDates: number[] = [];
  for (const text of lines) {
    const line = readLine(text);
    if (line.name === 'RRULE' && line.parameters.size === 0) rules.push(readRule(line.value));
    else if (line.name === 'EXRULE' && line.parameters.size === 0) exceptRules.push(readRule(line.value));
    else if (line.name === 'RDATE') dates.push(...readDates(line, start));
    else if (line.name === 'EXDATE') exceptDates.push(...readDates(line, start));
    else throw invalidRecurrence();
    if (dates.length + exceptDates.length > MAX_DATES || rules.length + exceptRules.length > MAX_RULES)
      throw invalidRecurrence();
  }
  const counted = [...rules, ...exceptRules].reduce((sum, { count }) => sum + (count ?? 0), 0);
  if (counted > MAX_OCCURRENCES) throw invalidRecurrence();
  return { rules, exceptRules, dates: dates.sort((a, b) => a - b), exceptDates };
}
