/** An event from one English sentence: who, what, where and when, read in the calendar's zone. */
import { badRequest, missingParameter } from '#lib/api/errors';
import { MOST_OCCURRENCES } from '#lib/calendar/recurrence/rule';
import { civilDate, DAY, dayNumber, daysInMonth, formatDay, formatWall, MINUTE } from '#lib/calendar/time/civil';
import type { EventDateTime } from '#lib/calendar/time/event-time';
import { formatInstant, parseTimestamp } from '#lib/calendar/time/timestamp';
import { instantOf, wallAt } from '#lib/calendar/time/zone';
import { cutClock } from './clock-phrase.ts';
import type { ClockPhrase } from './clock-phrase.ts';
import { cutDate, today } from './date-phrase.ts';
import type { DatePhrase, Now } from './date-phrase.ts';
import { cutLength, cutTimes, daysOf, sizeOf } from './length-phrase.ts';
import type { LengthPhrase, LengthUnit } from './length-phrase.ts';
import { cutRepeat, repeatsOn, ruleOf } from './repeat-phrase.ts';
import type { RepeatPhrase } from './repeat-phrase.ts';
import { Sentence } from './sentence.ts';

export interface QuickAddOptions extends Now {
  /** The user's setting. */
  readonly defaultEventLengthMinutes: number;
}

/** In the wire form, ready for the checks that any new event passes. */
export interface EventDraft {
  readonly summary?: string;
  readonly location?: string;
  readonly start: EventDateTime;
  readonly end: EventDateTime;
  readonly recurrence?: readonly string[];
  readonly attendees?: readonly { readonly email: string }[];
}

const LONGEST_TEXT = 1024;
const HALF_HOUR = 30 * MINUTE;
/** Far enough for the next February 29. */
const LONGEST_WAIT = 9 * 366;

const GUEST = /(?:(?:^|\s)(?:with|w\/|and|invite|,)\s*)?(?<![\w.+-])([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/iu;

function cutGuests(sentence: Sentence): string[] {
  const guests = new Set<string>();
  for (let match = sentence.cut(GUEST); match !== undefined; match = sentence.cut(GUEST)) guests.add((match[1] ?? '').toLowerCase());
  return [...guests];
}

/** A machine's timestamp becomes a date and a time in the calendar's zone. */
const withoutTimestamps = (text: string, zone: string): string =>
  text.replace(/\b(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?((?:Z|[+-]\d{2}:\d{2})?)(?![\w:])/giu, (all, date: string, clock: string, seconds: string | undefined, offset: string) => {
    const timestamp = parseTimestamp(`${date}T${clock}${seconds ?? ':00'}${offset}`);
    if (timestamp === undefined) return all;
    const wall = timestamp.offset === undefined ? timestamp.wall : wallAt(zone, timestamp.wall - timestamp.offset);
    return formatWall(wall).slice(0, 16).replace('T', ' ');
  });

interface Phrases {
  readonly repeat: RepeatPhrase | undefined;
  readonly clock: ClockPhrase | undefined;
  readonly length: LengthPhrase | undefined;
  readonly date: DatePhrase | undefined;
  readonly lastDay: number | undefined;
}

/** `until Dec 31`: a date after the repetition. */
function cutLastDay(sentence: Sentence, now: Now): number | undefined {
  const match = /\b(?:until|till|through)\s+/iu.exec(sentence.text);
  if (match === null) return undefined;
  const tail = new Sentence(sentence.text.slice(match.index + match[0].length));
  const length = tail.text.length;
  const date = cutDate(tail, now);
  if (date === undefined || !/^\s*\uE000/u.test(tail.text)) return undefined;
  const kept = tail.text.replace(/^[\s\uE000]+/u, '').length;
  sentence.remove(match.index, match[0].length + length - kept);
  return date.day;
}

function cutPhrases(sentence: Sentence, now: Now): Phrases {
  const repeat = cutRepeat(sentence);
  const clock = cutClock(sentence);
  const length = (repeat === undefined ? undefined : cutTimes(sentence)) ?? cutLength(sentence);
  const lastDay = repeat === undefined ? undefined : cutLastDay(sentence, now);
  return { repeat, clock, length, lastDay, date: cutDate(sentence, now) };
}

/** The first day on which the event can be: ahead of now, and named by its repetition. */
function firstDay({ repeat, clock, date }: Phrases, time: number | undefined, now: Now): number {
  const isOver = (day: number): boolean => time !== undefined && day * DAY + time <= wallAt(now.timeZone, now.now);
  let day = date?.day ?? today(now);
  if (date?.isWeekday === true && isOver(day)) day += 7;
  if (date === undefined && clock?.isToday !== true && isOver(day)) day += 1;
  if (repeat === undefined) return day;
  const last = day + LONGEST_WAIT;
  while (day < last && !repeatsOn(repeat, day)) day += 1;
  return day;
}

const UNIT_OF = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const satisfies Record<string, LengthUnit>;

function laterBy({ amount, unit }: LengthPhrase, day: number): number {
  const { year, month, day: dayOfMonth } = civilDate(day);
  const months = month - 1 + Math.floor(amount) * (unit === 'year' ? 12 : 1);
  if (unit !== 'month' && unit !== 'year') return day + Math.ceil(sizeOf({ amount, unit }) / DAY);
  const inYear = year + Math.floor(months / 12);
  const inMonth = (months % 12) + 1;
  return dayNumber(inYear, inMonth, Math.min(dayOfMonth, daysInMonth(inYear, inMonth)));
}

/** `for 5 weeks` of a weekly event is a count; of anything else, a last day. */
function endOf(repeat: RepeatPhrase, length: LengthPhrase | undefined, lastDay: number | undefined, day: number): { readonly count?: number; readonly lastDay?: number } {
  if (lastDay !== undefined) return { lastDay };
  if (length === undefined) return {};
  const perPeriod = repeat.weekdays?.length ?? repeat.monthDays?.length ?? 1;
  if (length.unit === 'time') return { count: Math.floor(length.amount) };
  if (length.unit === UNIT_OF[repeat.frequency]) return { count: Math.ceil(length.amount / repeat.interval) * perPeriod };
  if (length.unit === 'minute' || length.unit === 'hour') return {};
  return { lastDay: laterBy(length, day) - 1 };
}

function recurrenceOf(repeat: RepeatPhrase, { length, lastDay }: Phrases, day: number, isTimed: boolean, zone: string): string[] {
  const end = endOf(repeat, length, lastDay, day);
  const rule = ruleOf(repeat);
  if (end.count !== undefined) return [`${rule};COUNT=${String(Math.min(Math.max(1, end.count), MOST_OCCURRENCES))}`];
  if (end.lastDay === undefined) return [rule];
  const until = isTimed ? formatInstant(instantOf(zone, (end.lastDay + 1) * DAY - 1000)) : formatDay(end.lastDay);
  return [`${rule};UNTIL=${until.replace(/[-:]/g, '')}`];
}

const timed = (wall: number, timeZone: string): EventDateTime => ({ dateTime: formatWall(wall), timeZone });

function timesOf(phrases: Phrases, options: QuickAddOptions): { readonly day: number; readonly isTimed: boolean; readonly start: EventDateTime; readonly end: EventDateTime } {
  const { clock, date, length, repeat } = phrases;
  const { timeZone, now } = options;
  const own = length !== undefined && !(repeat !== undefined && length.unit !== 'hour' && length.unit !== 'minute') ? length : undefined;
  const isUndated = clock === undefined && date === undefined && repeat === undefined;
  const time = clock?.start ?? date?.time;

  if (time === undefined && !isUndated && (own === undefined || daysOf(own) !== undefined)) {
    const day = firstDay(phrases, undefined, options);
    const days = own === undefined ? (date?.lastDay ?? day) - day + 1 : (daysOf(own) ?? 1);
    return { day, isTimed: false, start: { date: formatDay(day) }, end: { date: formatDay(day + Math.max(1, days)) } };
  }

  const soon = Math.ceil(wallAt(timeZone, now) / HALF_HOUR) * HALF_HOUR;
  const startsSoon = time === undefined;
  const day = startsSoon && isUndated ? Math.floor(soon / DAY) : firstDay(phrases, time, options);
  const start = day * DAY + (time ?? soon - Math.floor(soon / DAY) * DAY);
  const size = own === undefined ? options.defaultEventLengthMinutes * MINUTE : sizeOf(own);
  const lastDay = date?.lastDay ?? day;
  const end = clock?.end === undefined ? wallAt(timeZone, instantOf(timeZone, lastDay * DAY + (start - day * DAY)) + size) : lastDay * DAY + clock.end;
  return { day, isTimed: true, start: timed(start, timeZone), end: timed(end, timeZone) };
}

/** Refuses a missing or overlong text; any other text is an event, if only by its title. */
export function quickAdd(text: string, options: QuickAddOptions): EventDraft {
  const sentence = new Sentence(withoutTimestamps(text.slice(0, LONGEST_TEXT + 1), options.timeZone));
  if (sentence.text === '') throw missingParameter('text');
  if (text.length > LONGEST_TEXT) throw badRequest('invalid', 'The text is too long.', { parameter: 'text' });

  const guests = cutGuests(sentence);
  const phrases = cutPhrases(sentence, options);
  const { day, isTimed, start, end } = timesOf(phrases, options);
  const location = sentence.cutPlace();
  const summary = sentence.title;
  return {
    ...(summary !== '' && { summary }),
    ...(location !== undefined && location !== '' && { location }),
    start,
    end,
    ...(phrases.repeat !== undefined && { recurrence: recurrenceOf(phrases.repeat, phrases, day, isTimed, options.timeZone) }),
    ...(guests.length > 0 && { attendees: guests.map((email) => ({ email })) }),
  };
}
