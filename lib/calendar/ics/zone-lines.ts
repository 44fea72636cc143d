/** Writes the definition of a zone: its changes so far one by one, and yearly rules from then on. */
import { DAY, formatWall, twoDigits } from '#lib/calendar/time/civil';
import type { Instant, WallTime } from '#lib/calendar/time/civil';
import { clockChanges, offsetAt } from '#lib/calendar/time/zone';
import { onsetsIn, regularYears, ruleText, type ZoneRule } from './zone-rules.ts';

/** How far a zone without rules is written. */
const YEARS_WITHOUT_RULES = 10;

export interface ZoneSpan {
  /** Times of the first and the last event. */
  readonly earliest: Instant;
  readonly latest: Instant;
  readonly now: Instant;
}

const yearOf = (instant: Instant): number => new Date(instant).getUTCFullYear();

function offsetText(offset: number): string {
  const seconds = Math.abs(offset) / 1000;
  const rest = seconds % 60;
  const minutes = `${twoDigits(Math.floor(seconds / 3600))}${twoDigits(Math.floor(seconds / 60) % 60)}`;
  return `${offset < 0 ? '-' : '+'}${minutes}${rest === 0 ? '' : twoDigits(rest)}`;
}

interface Observance {
  /** In local time before the change. */
  readonly onset: WallTime;
  readonly before: number;
  readonly after: number;
  readonly rule?: string;
}

function observanceLines({ onset, before, after, rule }: Observance): string[] {
  const name = after > before ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${name}`,
    `DTSTART:${formatWall(onset).replace(/[-:]/g, '')}`,
    `TZOFFSETFROM:${offsetText(before)}`,
    `TZOFFSETTO:${offsetText(after)}`,
    ...(rule === undefined ? [] : [rule]),
    `END:${name}`,
  ];
}

/** The rule from its first day on; a rule for one day of a month may have to wait some years for it. */
function observanceSince(since: number, rule: ZoneRule): Observance {
  for (let year = since; ; year += 1) {
    const [onset] = onsetsIn(year, rule);
    if (onset !== undefined) return { onset, before: rule.before, after: rule.after, rule: ruleText(rule) };
  }
}

/** From the beginning of the year of the earliest event. The changes of a zone without rules end some years later. */
export function zoneLines(zone: string, { earliest, latest, now }: ZoneSpan): string[] {
  const from = Date.UTC(yearOf(Math.min(earliest, now) - DAY), 0, 1);
  const regular = regularYears(zone, yearOf(from), yearOf(now));
  const lastYear = regular === undefined ? yearOf(Math.max(latest, now)) + YEARS_WITHOUT_RULES : regular.since;
  const start = offsetAt(zone, from);
  const single = clockChanges(zone, from, Date.UTC(lastYear, 0, 1) + DAY)
    .map(({ at, before, after }) => ({ onset: at + before, before, after }))
    .filter(({ onset }) => onset < Date.UTC(lastYear, 0, 1));
  const observances: Observance[] = [
    { onset: from + start, before: start, after: start },
    ...single,
    ...(regular?.rules ?? []).map((rule) => observanceSince(regular?.since ?? lastYear, rule)),
  ];
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    `X-LIC-LOCATION:${zone}`,
    ...observances.flatMap(observanceLines),
    'END:VTIMEZONE',
  ];
}
