/** An event from one English sentence: who, what, where and when, read in the calendar's zone. */
import { badRequest, missingParameter } from '#lib/api/errors';
import { foldAddress } from '#lib/api/text/address';
import { DAY, formatDay, formatWall, MINUTE } from '#lib/calendar/time/civil';
import type { EventDateTime } from '#lib/calendar/time/event-time';
import { parseTimestamp } from '#lib/calendar/time/timestamp';
import { instantOf, wallAt } from '#lib/calendar/time/zone';
import { today, type Now } from './day.ts';
import { daysOf, sizeOf, type LengthPhrase } from './length-phrase.ts';
import { cutPhrases, type Moment, type Phrases } from './phrases.ts';
import { recurrenceOf } from './repeat-end.ts';
import { repeatsOn } from './repeat-phrase.ts';
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

const MAX_TEXT_LENGTH = 1024;
const HALF_HOUR = 30 * MINUTE;
/** Far enough for the next February 29. */
const MAX_WAIT = 9 * 366;

const GUEST = /(?:(?:^|\s)(?:with|w\/|and|invite|,)\s*)?(?<![\w.+-])([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/iu;

function cutGuests(sentence: Sentence): string[] {
  const guests = new Set<string>();
  for (let match = sentence.cut(GUEST); match !== undefined; match = sentence.cut(GUEST))
    guests.add(foldAddress(match[1] ?? ''));
  return [...guests];
}

/** A machine's timestamp becomes a date and a time in the calendar's zone. */
const withoutTimestamps = (text: string, zone: string): string =>
  text.replace(
    /\b(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?((?:Z|[+-]\d{2}:\d{2})?)(?![\w:])/giu,
    (all, date: string, clock: string, seconds: string | undefined, offset: string) => {
      const timestamp = parseTimestamp(`${date}T${clock}${seconds ?? ':00'}${offset}`);
      if (timestamp === undefined) return all;
      const wall = timestamp.offset === undefined ? timestamp.wall : wallAt(zone, timestamp.wall - timestamp.offset);
      return formatWall(wall).slice(0, 16).replace('T', ' ');
    },
  );

/** The first day on which the event can be: ahead of now, and named by its repetition. */
function firstDay({ repeat, clock, date }: Phrases, time: number | undefined, now: Now): number {
  const isOver = (day: number): boolean => time !== undefined && day * DAY + time <= wallAt(now.timeZone, now.now);
  let day = date?.day ?? today(now);
  if (date?.isWeekday === true && isOver(day)) day += 7;
  if (date === undefined && clock?.isToday !== true && isOver(day)) day += 1;
  if (repeat === undefined) return day;
  const last = day + MAX_WAIT;
  while (day < last && !repeatsOn(repeat, day)) day += 1;
  return day;
}

/** The end that is named, if it comes after the start; a day of the week is the next one. */
function endNamed(start: number, end: Moment | undefined): number | undefined {
  if (end === undefined) return undefined;
  const wall = end.date.day * DAY + end.clock.start;
  const later =
    end.date.isWeekday === true && wall <= start ? wall + 7 * DAY * Math.ceil((start - wall + 1) / (7 * DAY)) : wall;
  return later > start ? later : undefined;
}

const timed = (wall: number, timeZone: string): EventDateTime => ({ dateTime: formatWall(wall), timeZone });

interface Times {
  readonly day: number;
  readonly isTimed: boolean;
  readonly start: EventDateTime;
  readonly end: EventDateTime;
}

function wholeDays(phrases: Phrases, own: LengthPhrase | undefined, now: Now): Times {
  const day = firstDay(phrases, undefined, now);
  const days = own === undefined ? (phrases.date?.lastDay ?? day) - day + 1 : (daysOf(own) ?? 1);
  return { day, isTimed: false, start: { date: formatDay(day) }, end: { date: formatDay(day + Math.max(1, days)) } };
}

function timesOf(phrases: Phrases, options: QuickAddOptions): Times {
  const { clock, date, length, repeat, isAllDay } = phrases;
  const { timeZone, now } = options;
  const own =
    length !== undefined && !(repeat !== undefined && length.unit !== 'hour' && length.unit !== 'minute')
      ? length
      : undefined;
  const isUndated = clock === undefined && date === undefined && repeat === undefined;
  const time = clock?.start ?? date?.time;
  if (isAllDay || (time === undefined && !isUndated && (own === undefined || daysOf(own) !== undefined)))
    return wholeDays(phrases, own, options);

  const soon = Math.ceil(wallAt(timeZone, now) / HALF_HOUR) * HALF_HOUR;
  const day = time === undefined && isUndated ? Math.floor(soon / DAY) : firstDay(phrases, time, options);
  const start = day * DAY + (time ?? soon - Math.floor(soon / DAY) * DAY);
  const size = own === undefined ? options.defaultEventLengthMinutes * MINUTE : sizeOf(own);
  const lastDay = date?.lastDay ?? day;
  const usualEnd =
    clock?.end === undefined
      ? wallAt(timeZone, instantOf(timeZone, lastDay * DAY + (start - day * DAY)) + size)
      : lastDay * DAY + clock.end;
  return {
    day,
    isTimed: true,
    start: timed(start, timeZone),
    end: timed(endNamed(start, phrases.end) ?? usualEnd, timeZone),
  };
}

/** Refuses a missing or overlong text; any other text is an event, if only by its title. */
export function quickAdd(text: string, options: QuickAddOptions): EventDraft {
  const sentence = Sentence.of(withoutTimestamps(text.slice(0, MAX_TEXT_LENGTH + 1), options.timeZone));
  if (sentence.text === '') throw missingParameter('text');
  if (text.length > MAX_TEXT_LENGTH) throw badRequest('invalid', 'The text is too long.', { parameter: 'text' });

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
    ...(phrases.repeat !== undefined && {
      recurrence: recurrenceOf(phrases.repeat, phrases, day, isTimed, options.timeZone),
    }),
    ...(guests.length > 0 && { attendees: guests.map((email) => ({ email })) }),
  };
}
