/**
 * Recurrence: the occurrences of a recurring event (start, rules and dates, without excluded ones). Read in this order:
 * lines.ts (the strings of `recurrence`), rule.ts (one RRULE), day-pattern.ts with period.ts (the days of a rule),
 * wall-pattern.ts (times of day, positions and the end), search.ts (walking through a sparse pattern), series.ts (all
 * of it together), instance-id.ts (ids of instances).
 */
import { badRequest } from '#lib/api/errors';
import { DAY, HOUR } from '#lib/calendar/time/civil';
import type { Instant } from '#lib/calendar/time/civil';
import { allDayAt, intervalOf, isAllDay, momentOf, overlaps, timedAt, wallOf } from '#lib/calendar/time/event-time';
import type { EventSpan, EventTime, Interval, TimeWindow } from '#lib/calendar/time/event-time';
import { instantOf } from '#lib/calendar/time/zone';
import type { ExpansionBudget } from './budget.ts';
import { parseRecurrence } from './lines.ts';
import { invalidRecurrence, MAX_TIMES_OF_DAY, timesOfDay } from './rule.ts';
import type { RecurrenceRule } from './rule.ts';
import { END_OF_TIME, search } from './search.ts';
import type { Found } from './search.ts';
import { wallPattern } from './wall-pattern.ts';
import type { WallPattern } from './wall-pattern.ts';

export interface Series extends EventSpan {
  readonly recurrence: readonly string[];
}

/** An occurrence as the rules give it; its start is the original start in its id. */
export interface Occurrence extends EventSpan {
  readonly interval: Interval;
}

/** Starts as `momentOf` gives them: instants of a timed series, midnights as if in UTC of an all-day one. */
interface Starts {
  readonly first: number;
  /** Infinite when a rule has no end. */
  readonly last: number;
  /** Of all rules together. */
  readonly timesOfDay: number;
  between(from: number, to: number): Found;
}

/** More than any zone's offset from UTC. */
const FARTHEST_OFFSET = 16 * HOUR;

const timesOfDayIn = (rules: readonly RecurrenceRule[]): number =>
  rules.reduce((times, rule) => times + timesOfDay(rule), 0);

function expand({ start, recurrence }: Pick<Series, 'start' | 'recurrence'>): Starts {
  const { rules, exceptRules, dates, exceptDates } = parseRecurrence(recurrence, start);
  const startWall = wallOf(start);
  const startMoment = momentOf(start);
  const zone = isAllDay(start) ? undefined : (start.timeZone ?? 'UTC');
  const slack = zone === undefined ? 0 : FARTHEST_OFFSET;
  const momentAt = (wall: number): number => (zone === undefined ? wall : instantOf(zone, wall));

  const patternsOf = (list: readonly RecurrenceRule[], countsStart: boolean): WallPattern[] =>
    list.map((rule) => wallPattern(rule, { start: startWall, isAllDay: zone === undefined, countsStart }));
  const patterns = patternsOf(rules, true);
  const exceptPatterns = patternsOf(exceptRules, false);
  const taken = new Set(exceptDates);

  const momentsOf = (pattern: WallPattern, from: number, to: number): number[] =>
    pattern
      .between(from - slack, to + slack)
      .map(momentAt)
      .filter((moment) => moment >= from && moment < to && moment >= startMoment && moment <= pattern.lastInstant);

  return {
    timesOfDay: Math.max(timesOfDayIn(rules), 1),
    first: Math.min(startMoment, dates[0] ?? startMoment),
    last: Math.max(
      startMoment,
      dates.at(-1) ?? startMoment,
      ...patterns.map(({ lastWall, lastInstant }) => Math.min(lastWall + slack, lastInstant)),
    ),
    between(from, to) {
      const single = [startMoment, ...dates].filter((moment) => moment >= from && moment < to);
      const candidates = new Set([...single, ...patterns.flatMap((pattern) => momentsOf(pattern, from, to))]);
      const excluded = new Set(exceptPatterns.flatMap((pattern) => momentsOf(pattern, from, to)));
      const values = [...candidates]
        .filter((moment) => !taken.has(moment) && !excluded.has(moment))
        .sort((a, b) => a - b);
      return { values, examined: candidates.size };
    },
  };
}

const MAX_CACHED_ENTRIES = 500;
const MAX_REMEMBERED_LENGTH = 2_000;
const remembered = new Map<string, Starts>();

/** Reading rules costs more than asking them, and a busy calendar is asked about the same series again and again. */
function startsOf(series: Series): Starts {
  const key = [JSON.stringify(series.start), ...series.recurrence].join('\n');
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const starts = expand(series);
  if (key.length > MAX_REMEMBERED_LENGTH) return starts;
  if (remembered.size >= MAX_CACHED_ENTRIES) remembered.clear();
  remembered.set(key, starts);
  return starts;
}

const lengthOf = ({ start, end }: EventSpan): number => momentOf(end) - momentOf(start);

function timeAt(series: Series, moment: number): EventTime {
  return isAllDay(series.start) ? allDayAt(moment) : timedAt(moment, series.start.timeZone);
}

function occurrenceAt(series: Series, moment: number, length: number, calendarZone: string): Occurrence {
  const span = { start: timeAt(series, moment), end: timeAt(series, moment + length) };
  return {
    ...span,
    interval: isAllDay(span.start) ? intervalOf(span, calendarZone) : { start: moment, end: moment + length },
  };
}

/** In order, and lazily: an endless series may be asked without an end. */
export function* occurrencesBetween(
  series: Series,
  window: TimeWindow,
  calendarZone: string,
  budget?: ExpansionBudget,
): Generator<Occurrence, void> {
  const starts = startsOf(series);
  const length = lengthOf(series);
  const reach = isAllDay(series.start) ? Math.max(length, DAY) + FARTHEST_OFFSET : length;
  const from = Math.max(starts.first, (window.after ?? -Infinity) - reach);
  const to = Math.min(starts.last + 1, END_OF_TIME - length, (window.before ?? END_OF_TIME) + FARTHEST_OFFSET);
  for (const moment of search(starts.between, from, to, { timesOfDay: starts.timesOfDay, budget })) {
    const occurrence = occurrenceAt(series, moment, length, calendarZone);
    if (overlaps(occurrence.interval, window)) yield occurrence;
  }
}

/** Whether the rules name this original start. */
export function isOccurrence(series: Series, originalStart: EventTime): boolean {
  const moment = momentOf(originalStart);
  if (isAllDay(originalStart) !== isAllDay(series.start) || moment >= END_OF_TIME - lengthOf(series)) return false;
  return startsOf(series).between(moment, moment + 1).values.length > 0;
}

/** Almost always the first that the rules name is there. */
export function hasAnyOccurrence(series: Series): boolean {
  const { first, between } = startsOf(series);
  const isFirstThere = first < END_OF_TIME - lengthOf(series) && between(first, first + 1).values.length > 0;
  return isFirstThere || occurrencesBetween(series, {}, 'UTC').next().done !== true;
}

/** No occurrence ends later than this; undefined when the series has no end. Days count as if in UTC. */
export function lastEnd(series: Series): Instant | undefined {
  const { last } = startsOf(series);
  if (!Number.isFinite(last)) return undefined;
  return last + (isAllDay(series.start) ? Math.max(lengthOf(series), DAY) : lengthOf(series));
}

/** Refuses lines that are no recurrence, rules that are too dense together, and a series of which nothing is left. */
export function checkRecurrence(series: Series): void {
  const { rules } = parseRecurrence(series.recurrence, series.start);
  if (timesOfDayIn(rules) > MAX_TIMES_OF_DAY)
    throw badRequest('invalid', `The rules of an event name at most ${String(MAX_TIMES_OF_DAY)} times a day together.`);
  if (!hasAnyOccurrence(series)) throw invalidRecurrence();
}
