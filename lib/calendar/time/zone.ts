/**
 * Time zones: which names exist, and conversion between instants and wall times. Offsets come from the platform's zone
 * database and are cached for periods of six days, because asking it costs more than rendering an event.
 */
import { badRequest } from '#lib/api/errors';
import { memoized } from '#lib/api/process/memoized';
import { DAY, HOUR, MINUTE, SECOND } from './civil.ts';
import type { Instant, WallTime } from './civil.ts';

/**
 * About six days. Since 1970 no zone changed its offset and back within one period (the shortest is a week, in Brazil
 * in 2000).
 */
const STRETCH = 2 ** 29;
const MAX_STRETCHES = 10_000;

interface Zone {
  readonly offsetFromPlatform: (instant: Instant) => number;
  /** Offset at the beginning of each period used so far. */
  readonly offsets: Map<number, number>;
  /** When the offset changes within a period. */
  readonly changes: Map<number, Instant>;
}

const zones = new Map<string, Zone>();

const MAX_SPELLINGS = 1000;

// A name begins with a letter: the platform accepts `+02:00`, which is an offset and no zone.
const NAME = /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/;
const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

function zoneNamed(name: string): Zone | undefined {
  const key = name.toLowerCase();
  const known = zones.get(key);
  if (known !== undefined) return known;
  if (!NAME.test(name)) return undefined;

  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
  const zone: Zone = {
    offsetFromPlatform(instant) {
      const [, sign, hours, minutes, seconds] = OFFSET.exec(format.format(instant)) ?? [];
      const size = Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * MINUTE + Number(seconds ?? 0) * SECOND;
      return sign === '-' ? -size : size;
    },
    offsets: new Map(),
    changes: new Map(),
  };
  zones.set(key, zone);
  return zone;
}

/** Cached by spelling: lists ask for the same zone with every row. */
const find = memoized(MAX_SPELLINGS, zoneNamed);

function existing(name: string): Zone {
  const zone = find(name);
  if (zone === undefined) throw new RangeError(`No such time zone: ${name}`);
  return zone;
}

/** An IANA name, links such as `US/Pacific` included. */
export const isTimeZone = (name: string): boolean => find(name) !== undefined;

function offsetAtStretch(zone: Zone, stretch: number): number {
  const known = zone.offsets.get(stretch);
  if (known !== undefined) return known;
  if (zone.offsets.size >= MAX_STRETCHES) {
    zone.offsets.clear();
    zone.changes.clear();
  }
  const offset = zone.offsetFromPlatform(stretch * STRETCH);
  zone.offsets.set(stretch, offset);
  return offset;
}

/** The second at which the new offset begins. */
function changeWithin(zone: Zone, stretch: number, before: number): Instant {
  const known = zone.changes.get(stretch);
  if (known !== undefined) return known;
  let low = Math.floor((stretch * STRETCH) / SECOND);
  let high = Math.ceil(((stretch + 1) * STRETCH) / SECOND);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zone.offsetFromPlatform(middle * SECOND) === before) low = middle;
    else high = middle;
  }
  zone.changes.set(stretch, high * SECOND);
  return high * SECOND;
}

function offsetIn(zone: Zone, instant: Instant): number {
  const stretch = Math.floor(instant / STRETCH);
  const before = offsetAtStretch(zone, stretch);
  const after = offsetAtStretch(zone, stretch + 1);
  return before === after || instant < changeWithin(zone, stretch, before) ? before : after;
}

/** Milliseconds to add to UTC. */
export const offsetAt = (name: string, instant: Instant): number => offsetIn(existing(name), instant);

export const wallAt = (name: string, instant: Instant): WallTime => instant + offsetAt(name, instant);

/** A wall time that the clock skips is read with the offset before the gap; one that occurs twice is the first. */
export function instantOf(name: string, wall: WallTime): Instant {
  const zone = existing(name);
  const before = wall - offsetIn(zone, wall - DAY);
  const after = wall - offsetIn(zone, wall + DAY);
  if (before === after) return before;
  const shows = (instant: Instant): boolean => instant + offsetIn(zone, instant) === wall;
  return !shows(before) && shows(after) ? after : before;
}

export interface ClockChange {
  readonly at: Instant;
  readonly before: number;
  readonly after: number;
}

/** Every change of the zone's clock within [from, to), in order. */
export function clockChanges(name: string, from: Instant, to: Instant): ClockChange[] {
  const zone = existing(name);
  const changes: ClockChange[] = [];
  for (let stretch = Math.floor(from / STRETCH); stretch * STRETCH < to; stretch += 1) {
    const before = offsetAtStretch(zone, stretch);
    const after = offsetAtStretch(zone, stretch + 1);
    if (before === after) continue;
    const at = changeWithin(zone, stretch, before);
    if (at >= from && at < to) changes.push({ at, before, after });
  }
  return changes;
}

/** Refuses a `timeZone` parameter that names no zone. */
export function requireTimeZone(timeZone: string | undefined): string | undefined {
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw badRequest('invalid', `Invalid time zone: ${timeZone}.`, { parameter: 'timeZone' });
  return timeZone;
}
