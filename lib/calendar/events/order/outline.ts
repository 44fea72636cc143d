/**
 * The outline of a series: what decides when it takes place, as a short text. A window reads the outlines of all series
 * that have not ended before it, and the bodies only of those that have an instance in it. Example, a lunch on Tuesdays
 * without the one of March 24:
 *
 *     ta4ggg,2s0,Europe/Zurich,,,cyo0     start and length in seconds, zone, marks, reach, exceptions
 *     WEEKLY;COUNT=4                      the lines of `recurrence`; `RRULE:FREQ=` is left out
 *
 * Numbers have base 36. Days of an all-day series follow `@`. Each exception is counted from the one before. Marks: `t`
 * does not block time, `d` the calendar's owner has declined, and the type of an event that is not a usual one.
 */
import { isMaster, type StoredEvent, type StoredItem } from '#lib/calendar/model/event';
import { isHiddenInvitation, rowOf } from '#lib/calendar/model/guest-copy';
import { suffixOf } from '#lib/calendar/model/instance';
import { instanceId, parseInstanceId } from '#lib/calendar/recurrence/instance-id';
import type { Outline } from '#lib/calendar/stores/events';
import { DAY } from '#lib/calendar/time/civil';
import { allDayAt, isAllDay, momentOf, timedAt, type EventTime } from '#lib/calendar/time/event-time';
import { isOnceAYear } from './time-key.ts';

/** Only the body of such a series tells. */
const UNKNOWN = '?';
/** As long as a dozen usual ones; a series with more dates is read as a whole. */
const MAX_LENGTH = 1_000;

const RULE = 'RRULE:FREQ=';
const OTHER_LINE = ':';
const SECOND = 1_000;
const BASE = 36;
const USUAL_TYPE = 'default';

const unitOf = (start: EventTime): number => (isAllDay(start) ? DAY : SECOND);
const timeAt = (moment: number, start: EventTime): EventTime =>
  isAllDay(start) ? allDayAt(moment) : timedAt(moment, start.timeZone);

/** Whether a series has an outline: it lives, and is not filed by its day of the year. */
export const isOutlined = (item: StoredItem): item is StoredEvent =>
  isMaster(item) && item.status !== 'cancelled' && !isOnceAYear(item);

/** Undefined when an exception is of another kind than its series. */
function writeExceptions({ start, exceptions = [] }: StoredEvent): string | undefined {
  const parts: string[] = [];
  let before = momentOf(start);
  for (const suffix of exceptions) {
    const time = parseInstanceId(`x_${suffix}`)?.originalStart;
    if (time === undefined || isAllDay(time) !== isAllDay(start)) return undefined;
    const moment = momentOf(time);
    parts.push(((moment - before) / unitOf(start)).toString(BASE));
    before = moment;
  }
  return parts.join('.');
}

function readExceptions(text: string, start: EventTime): string[] {
  let moment = momentOf(start);
  return text.split('.').map((part) => {
    moment += Number.parseInt(part, BASE) * unitOf(start);
    return suffixOf(instanceId('', timeAt(moment, start)));
  });
}

const writeLine = (line: string): string => (line.startsWith(RULE) ? line.slice(RULE.length) : `${OTHER_LINE}${line}`);
const readLine = (line: string): string => (line.startsWith(OTHER_LINE) ? line.slice(1) : `${RULE}${line}`);

function writeMarks({ transparency, attendees, eventType }: StoredEvent, calendarId: string): string {
  const isDeclined = rowOf(attendees, calendarId)?.responseStatus === 'declined';
  const marks = `${transparency === 'transparent' ? 't' : ''}${isDeclined ? 'd' : ''}`;
  return eventType === USUAL_TYPE ? marks : `${marks}.${eventType}`;
}

/** The text for a series that `isOutlined`. */
export function writeOutline(series: StoredEvent, calendarId: string): string {
  const { start, end, recurrence = [], reachesUntilMs } = series;
  const exceptions = writeExceptions(series);
  const isOdd = 'wall' in start || isAllDay(start) !== isAllDay(end) || isHiddenInvitation(series, calendarId);
  if (exceptions === undefined || isOdd || recurrence.some((line) => line.includes('\n'))) return UNKNOWN;
  const [unit, from] = [unitOf(start), momentOf(start)];
  const head = [
    `${isAllDay(start) ? '@' : ''}${(from / unit).toString(BASE)}`,
    ((momentOf(end) - from) / unit).toString(BASE),
    isAllDay(start) ? '' : (start.timeZone ?? ''),
    writeMarks(series, calendarId),
    reachesUntilMs === undefined ? '' : Math.ceil(reachesUntilMs / SECOND).toString(BASE),
    exceptions,
  ];
  const text = [head.join(','), ...recurrence.map(writeLine)].join('\n');
  return text.length > MAX_LENGTH ? UNKNOWN : text;
}

/** The series as far as its outline tells, which is enough for busy times; undefined when only the body tells. */
export function readOutline({ id, text }: Outline, calendarId: string): StoredEvent | undefined {
  if (text === UNKNOWN) return undefined;
  const [head = '', ...lines] = text.split('\n');
  const [from = '', length = '', zone = '', marks = '', reach = '', exceptions = ''] = head.split(',');
  const start: EventTime = from.startsWith('@')
    ? allDayAt(Number.parseInt(from.slice(1), BASE) * DAY)
    : timedAt(Number.parseInt(from, BASE) * SECOND, zone === '' ? undefined : zone);
  const [flags = '', eventType = USUAL_TYPE] = marks.split('.');
  const nobody = { email: calendarId };
  return {
    id,
    iCalUID: '',
    createdAtMs: 0,
    updatedAtMs: 0,
    version: 0,
    status: 'confirmed',
    eventType,
    sequence: 0,
    creator: nobody,
    organizer: nobody,
    start,
    end: timeAt(momentOf(start) + Number.parseInt(length, BASE) * unitOf(start), start),
    recurrence: lines.map(readLine),
    ...(exceptions !== '' && { exceptions: readExceptions(exceptions, start) }),
    ...(reach !== '' && { reachesUntilMs: Number.parseInt(reach, BASE) * SECOND }),
    ...(flags.includes('t') && { transparency: 'transparent' }),
    ...(flags.includes('d') && { attendees: [{ email: calendarId, responseStatus: 'declined' }] }),
  };
}
