/** Reads and writes RFC 3339 text, to the second. */
import { badRequest } from '#lib/api/errors';
import { checkedDay, checkedTime, DAY, formatWall, HOUR, MINUTE, SECOND, twoDigits } from './civil.ts';
import type { Instant, WallTime } from './civil.ts';
import { offsetAt } from './zone.ts';

export interface Timestamp {
  readonly wall: WallTime;
  /** Milliseconds east of UTC; absent when the text names none. */
  readonly offset: number | undefined;
  /** What the text names beyond the second, such as `.25`. */
  readonly fraction?: string | undefined;
}

// The colon of an offset may be missing, as Google's own clients send it.
const TIMESTAMP = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|([+-])(\d{2}):?(\d{2}))?$/;

export function parseTimestamp(text: string): Timestamp | undefined {
  const match = TIMESTAMP.exec(text);
  if (match === null) return undefined;
  const [, year, month, date, hour, minute, second, fraction, zone, sign, offsetHours, offsetMinutes] = match;
  const day = checkedDay(Number(year), Number(month), Number(date));
  const time = checkedTime(Number(hour), Number(minute), Number(second));
  if (day === undefined || time === undefined) return undefined;
  const wall = day * DAY + time;
  if (zone === undefined) return { wall, offset: undefined, fraction };
  if (sign === undefined) return { wall, offset: 0, fraction };
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return undefined;
  const size = Number(offsetHours) * HOUR + Number(offsetMinutes) * MINUTE;
  return { wall, offset: sign === '-' ? -size : size, fraction };
}

function requireOffset(text: string): Timestamp & { readonly offset: number } {
  const timestamp = parseTimestamp(text);
  if (timestamp?.offset === undefined) throw badRequest('badRequest', 'Bad Request');
  return { ...timestamp, offset: timestamp.offset };
}

/** A query parameter such as `timeMin`, which needs an offset; to the second. */
export function readInstant(text: string): Instant {
  const { wall, offset } = requireOffset(text);
  return wall - offset;
}

/** The first millisecond that is not before a time (`updatedMin`), whatever its fraction of a second. */
export function readMoment(text: string): Instant {
  const { wall, offset, fraction = '' } = requireOffset(text);
  const digits = fraction.slice(1).padEnd(3, '0');
  return wall - offset + Number(digits.slice(0, 3)) + (/[1-9]/.test(digits.slice(3)) ? 1 : 0);
}

/** To the millisecond. */
export function formatMoment(instant: Instant): string {
  const beyond = instant - Math.floor(instant / SECOND) * SECOND;
  return `${formatWall(instant)}.${String(1000 + beyond).slice(1)}Z`;
}

export const formatInstant = (instant: Instant): string => `${formatWall(instant)}Z`;

/**
 * With the zone's offset at that instant, `Z` instead of `+00:00`. Offsets with seconds (before 1972) are cut to
 * minutes.
 */
export function formatInZone(instant: Instant, zone: string): string {
  const minutes = Math.trunc(offsetAt(zone, instant) / MINUTE);
  if (minutes === 0) return formatInstant(instant);
  const size = Math.abs(minutes);
  return `${formatWall(instant + minutes * MINUTE)}${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}
