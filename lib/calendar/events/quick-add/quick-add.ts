/**
 * Reads an event from one English sentence, in the calendar's zone. Phrases are cut from the sentence one after the
 * other, and the rest becomes the title. Read in this order: quick-add.ts (the event), sentence.ts (cutting),
 * phrases.ts (which phrase is cut first), then one file for each kind of phrase (clock-phrase.ts, date-phrase.ts,
 * length-phrase.ts, repeat-phrase.ts ...) and words.ts (names of days, months and numbers). quick-add-draft.ts is the
 * entry for the API and for the console.
 *
 * Example: `Lunch with May tomorrow 12-1 at Luigi's` has the date `tomorrow`, the times `12-1`, the place `Luigi's` and
 * the title `Lunch with May`.
 */
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

/** In the wire form; it still passes the checks of any new event. */
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
/** In days: enough to reach the next February 29. */
const MAX_WAIT = 9 * 366;

const GUEST = /(?:(?:^|\s)(?:with|w\/|and|invite|,)\s*)?(?<![\w.+-])([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/iu;

function cutGuests(sentence: Sentence): string[] {
  const guests = new Set<string>();
  for (let match = sentence.cut(GUEST); match !== undefined; match = sentence.cut(GUEST))
    guests.add(foldAddress(match[1] ?? ''));
  return [...guests];
}

/** Replaces RFC 3339 timestamps by a date and a time in the calendar's zone. */
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

/** The first day that is not over and that the repetition includes. */
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

/** The end from the sentence, if it is after the start; a weekday is the next one. */
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

/** Refuses an empty or overlong text. Any other text is an event, even if only a title is found. */
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
