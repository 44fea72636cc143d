/** Times in seed files: absolute, or counted from the stack's clock, such as `+2d 09:00`. */
import { DAY, formatDay, formatWall, HOUR, MINUTE, parseDay } from '#lib/calendar/time/civil';
import { formatInstant, parseTimestamp } from '#lib/calendar/time/timestamp';
import { instantOf, wallAt } from '#lib/calendar/time/zone';

/** As a client sends it. */
export interface SeedMoment {
  readonly date?: string;
  readonly dateTime?: string;
  readonly timeZone?: string;
}

export interface TimeBase {
  readonly nowMs: number;
  readonly timeZone: string;
}

const DAY_AND_TIME = /^(today|[+-]\d{1,5}[dw]|\d{4}-\d{2}-\d{2})(?:[ T]+(\d{2}):(\d{2})(?::(\d{2}))?)?$/;
const FROM_NOW = /^([+-]\d{1,6})(h|min)$/;

export const TIME_FORMS = 'a time is written +2d 09:00, today 14:30, -1w, +3h, 2026-03-01 or 2026-03-01T09:00:00Z';

function dayOf(word: string, { nowMs, timeZone }: TimeBase): number | undefined {
  const today = Math.floor(wallAt(timeZone, nowMs) / DAY);
  if (word === 'today') return today;
  if (!/[dw]$/.test(word)) return parseDay(word);
  return today + Number(word.slice(0, -1)) * (word.endsWith('w') ? 7 : 1);
}

/** A day without a time is all of it; undefined for what is no time. */
export function readSeedTime(text: string, base: TimeBase): SeedMoment | undefined {
  const { nowMs, timeZone } = base;
  const [, amount, unit] = FROM_NOW.exec(text) ?? [];
  if (amount !== undefined) {
    const instant = nowMs + Number(amount) * (unit === 'h' ? HOUR : MINUTE);
    return { dateTime: formatInstant(Math.floor(instant / MINUTE) * MINUTE), timeZone };
  }
  const [, word, hour, minute, second = '00'] = DAY_AND_TIME.exec(text) ?? [];
  if (word === undefined) return parseTimestamp(text) === undefined ? undefined : { dateTime: text, timeZone };
  const day = dayOf(word, base);
  if (day === undefined) return undefined;
  if (hour === undefined) return { date: formatDay(day) };
  const dateTime = `${formatDay(day)}T${hour}:${String(minute)}:${second}`;
  return parseTimestamp(dateTime) === undefined ? undefined : { dateTime, timeZone };
}

/** The moment in milliseconds; a day counts from its beginning. */
export function readSeedInstant(text: string, base: TimeBase): number | undefined {
  const { date, dateTime } = readSeedTime(text, base) ?? {};
  if (dateTime !== undefined) {
    const ms = Date.parse(`${dateTime}Z`);
    return Number.isNaN(ms) ? Date.parse(dateTime) : instantOf(base.timeZone, ms);
  }
  const day = date === undefined ? undefined : parseDay(date);
  return day === undefined ? undefined : instantOf(base.timeZone, day * DAY);
}

/** `10:30` after a time of the same day; an hour or a day later when nothing is said. */
export function readSeedEnd(text: string | undefined, start: SeedMoment, base: TimeBase): SeedMoment | undefined {
  if (text !== undefined && /^\d{2}:\d{2}$/.test(text))
    return start.dateTime === undefined
      ? undefined
      : { ...start, dateTime: `${start.dateTime.slice(0, 'YYYY-MM-DD'.length)}T${text}:00` };
  if (text !== undefined) return readSeedTime(text, base);
  if (start.date !== undefined) return { date: formatDay((parseDay(start.date) ?? 0) + 1) };
  const { dateTime = '' } = start;
  const [, wall = '', offset = ''] = /^(.{19})(.*)$/.exec(dateTime) ?? [];
  return { ...start, dateTime: `${formatWall(Date.parse(`${wall}Z`) + HOUR)}${offset}` };
}
