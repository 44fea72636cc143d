import { describe, expect, test } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import { occurrencesBetween } from '#lib/calendar/recurrence/series';
import { allDayAt, isAllDay, momentOf, readTime, timedAt } from '#lib/calendar/time/event-time';
import { oracleWalls, type OracleRule } from '#test/support/calendar/recurrence-oracle';
import { casesToPlay } from '#test/tools/shared/random-cases';

const DAY = 86_400_000;
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const ZONES = [
  'UTC',
  'Europe/Zurich',
  'America/New_York',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
];

/** Park and Miller's generator: the same cases in every run, any one of which can be repeated by its number. */
function dice(seed: number): {
  whole: (from: number, to: number) => number;
  chance: (share: number) => boolean;
  one: <T>(of: readonly T[]) => T;
} {
  let state = seed * 7919 + 1;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let warm = 0; warm < 5; warm += 1) next();
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return { whole, chance: (share) => next() < share, one: (of) => of[whole(0, of.length - 1)] as (typeof of)[number] };
}

interface Case {
  readonly rule: OracleRule;
  readonly text: string;
  readonly start: number;
  readonly zone: string | undefined;
  readonly after: number;
  readonly before: number;
}

function randomCase(seed: number): Case {
  const { whole, chance, one } = dice(seed);
  const some = <T>(most: number, make: () => T): T[] => [...new Set(Array.from({ length: whole(1, most) }, make))];
  const signed = (most: number): number => (chance(0.5) ? 1 : -1) * whole(1, most);
  const freq = one(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const);
  const zone = chance(0.25) ? undefined : one(ZONES);

  const rule: OracleRule = { freq, interval: chance(0.5) ? 1 : whole(2, 6), wkst: chance(0.7) ? 'MO' : one(WEEKDAYS) };
  if (chance(0.25)) rule.byMonth = some(3, () => whole(1, 12));
  if (freq === 'YEARLY' && chance(0.2)) rule.byWeekNo = some(4, () => signed(53));
  if (freq === 'YEARLY' && chance(0.25)) rule.byYearDay = some(8, () => signed(366));
  if (freq !== 'WEEKLY' && chance(0.3)) rule.byMonthDay = some(4, () => signed(31));
  if (chance(0.45)) {
    const mayCount = (freq === 'MONTHLY' || freq === 'YEARLY') && rule.byWeekNo === undefined;
    rule.byDay = some(
      4,
      () =>
        `${mayCount && chance(0.4) ? String(signed(freq === 'MONTHLY' || rule.byMonth ? 5 : 53)) : ''}${one(WEEKDAYS)}`,
    );
  }
  if (zone !== undefined && chance(0.2)) rule.byHour = some(3, () => whole(0, 23));
  if (zone !== undefined && chance(0.15)) rule.byMinute = some(2, () => whole(0, 59));
  const isChoosable = Object.keys(rule).some((part) => part.startsWith('by'));
  if (isChoosable && chance(0.25)) rule.bySetPos = some(2, () => signed(chance(0.7) ? 3 : 20));

  const midnight = whole(Date.UTC(1990, 0, 1) / DAY, Date.UTC(2035, 0, 1) / DAY) * DAY;
  const start = zone === undefined ? midnight : midnight + whole(0, 47) * 1_800_000;
  if (chance(0.2)) rule.count = whole(1, 60);
  else if (chance(0.25)) rule.until = start + whole(0, 3000) * DAY;

  const after = start + whole(-300, chance(0.1) ? 4000 : 1200) * DAY;
  const parts = {
    FREQ: freq,
    INTERVAL: rule.interval,
    COUNT: rule.count,
    WKST: rule.wkst,
    BYMONTH: rule.byMonth,
    BYWEEKNO: rule.byWeekNo,
    BYYEARDAY: rule.byYearDay,
    BYMONTHDAY: rule.byMonthDay,
    BYDAY: rule.byDay,
    BYHOUR: rule.byHour,
    BYMINUTE: rule.byMinute,
    BYSETPOS: rule.bySetPos,
    UNTIL:
      rule.until === undefined
        ? undefined
        : new Date(rule.until)
            .toISOString()
            .slice(0, zone === undefined ? 10 : 19)
            .replace(/[-:]/g, ''),
  };
  const text = Object.entries(parts)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${String(value)}`]))
    .join(';');
  return { rule, text: `RRULE:${text}`, start, zone, after, before: after + whole(1, 400) * DAY };
}

function expected({ rule, start, zone, after, before }: Case): string[] {
  const walls = oracleWalls(rule, start, before + DAY).filter((wall) => wall > after - 3 * DAY);
  const instants = walls.map((wall) => {
    if (zone === undefined) return wall;
    return Temporal.PlainDateTime.from(new Date(wall).toISOString().slice(0, 19)).toZonedDateTime(zone)
      .epochMilliseconds;
  });
  const length = zone === undefined ? DAY : 1_800_000;
  const kept = [...new Set(instants)].filter((at) => at < before && at + length > after).sort((a, b) => a - b);
  return kept.map((at) => new Date(at).toISOString().slice(0, zone === undefined ? 10 : 19));
}

function actual({ text, start, zone, after, before }: Case): string[] {
  const clock = new Date(start).toISOString();
  const first = readTime(
    'start',
    zone === undefined ? { date: clock.slice(0, 10) } : { dateTime: clock.slice(0, 19), timeZone: zone },
  );
  const end = isAllDay(first) ? allDayAt(start + DAY) : timedAt(momentOf(first) + 1_800_000, zone);
  const occurrences = occurrencesBetween({ start: first, end, recurrence: [text] }, { after, before }, 'UTC');
  return [...occurrences].map(({ start: at }) => (isAllDay(at) ? at.date : at.dateTime.slice(0, 19)));
}

describe('random rules and windows, compared with a second reading of RFC 5545', () => {
  const BLOCK = 200;
  const BLOCKS = casesToPlay(27);
  test.each(Array.from({ length: BLOCKS }, (_, block) => [block * BLOCK, (block + 1) * BLOCK - 1]))(
    'cases %i to %i',
    (from, to) => {
      for (let number = from; number <= to; number += 1) {
        const example = randomCase(number);
        const title = `${String(number)}: ${new Date(example.start).toISOString()} ${example.zone ?? 'all-day'} ${example.text}`;
        expect(`${title} -> ${actual(example).join(' ')}`).toBe(`${title} -> ${expected(example).join(' ')}`);
      }
    },
  );
});
