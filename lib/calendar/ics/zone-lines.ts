/**
 * Writes the definition of a zone: its changes by their dates until they follow yearly rules, and the rules from then on.
 * Where the clock goes by the moon, the zone database has dates for decades (of Gaza until 2086).
 */
import { DAY, formatWall, twoDigits } from '#lib/calendar/time/civil';
import type { Instant, WallTime } from '#lib/calendar/time/civil';
import { clockChanges, offsetAt, type ClockChange } from '#lib/calendar/time/zone';
import { onsetsIn, regularYears, ruleText, type ZoneRule } from './zone-rules.ts';

export interface ZoneSpan {
  /** Time of the first event. */
  readonly earliest: Instant;
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
  /** In local time before the change; several only without a rule. */
  readonly onsets: readonly WallTime[];
  readonly before: number;
  readonly after: number;
  readonly rule?: string;
}

const timeText = (wall: WallTime): string => formatWall(wall).replace(/[-:]/g, '');

/**
 * Several onsets are dates of their own, one to a line and with the first among them: ical.js reads one for each line,
 * and does not count DTSTART where there is any.
 */
function observanceLines({ onsets, before, after, rule }: Observance): string[] {
  const name = after > before ? 'DAYLIGHT' : 'STANDARD';
  const [first = 0] = onsets;
  return [
    `BEGIN:${name}`,
    `DTSTART:${timeText(first)}`,
    `TZOFFSETFROM:${offsetText(before)}`,
    `TZOFFSETTO:${offsetText(after)}`,
    ...(rule === undefined ? [] : [rule]),
    ...(onsets.length === 1 ? [] : onsets.map((onset) => `RDATE:${timeText(onset)}`)),
    `END:${name}`,
  ];
}

/** Changes between the same two offsets are one observance. */
const observancesOf = (changes: readonly ClockChange[]): Observance[] =>
  [...Map.groupBy(changes, ({ before, after }) => `${String(before)} ${String(after)}`).values()].flatMap((alike) => {
    const [first] = alike;
    return first === undefined ? [] : [{ ...first, onsets: alike.map(({ at, before }) => at + before) }];
  });

/** The rule from its first day on; a rule for one day of a month may have to wait some years for it. */
function observanceSince(since: number, rule: ZoneRule): Observance {
  for (let year = since; ; year += 1) {
    const [onset] = onsetsIn(year, rule);
    if (onset !== undefined) return { onsets: [onset], before: rule.before, after: rule.after, rule: ruleText(rule) };
  }
}

/** From the beginning of the year of the earliest event. */
export function zoneLines(zone: string, { earliest, now }: ZoneSpan): string[] {
  const from = Date.UTC(yearOf(Math.min(earliest, now) - DAY), 0, 1);
  const { rules, since } = regularYears(zone, yearOf(from), yearOf(now));
  const start = offsetAt(zone, from);
  const single = clockChanges(zone, from, Date.UTC(since, 0, 1) + DAY).filter(
    ({ at, before }) => at + before < Date.UTC(since, 0, 1),
  );
  const observances: Observance[] = [
    { onsets: [from + start], before: start, after: start },
    ...observancesOf(single),
    ...rules.map((rule) => observanceSince(since, rule)),
  ];
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    `X-LIC-LOCATION:${zone}`,
    ...observances.flatMap(observanceLines),
    'END:VTIMEZONE',
  ];
}
