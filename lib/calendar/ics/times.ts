/** Start, end and original start to and from iCalendar properties. */
import ICAL from 'ical.js';
import { badRequest } from '#lib/api/errors';
import type { EventResource } from '#lib/calendar/resources/event';
import { DAY, formatWall } from '#lib/calendar/time/civil';
import { allDayAt, isAllDay, momentOf, readTime, renderTime, wallOf } from '#lib/calendar/time/event-time';
import type { EventDateTime, EventTime, RenderedTime } from '#lib/calendar/time/event-time';
import { instantOf, wallAt } from '#lib/calendar/time/zone';
import { parameterOf } from './parameters.ts';
import type { ZoneNames } from './time-zones.ts';

/** Parameter with the zone when the time itself must be in UTC. */
const ZONE_PARAMETER = 'x-almanac-tzid';

export type TimeProperty = 'dtstart' | 'dtend' | 'recurrence-id' | 'exdate';

export interface EventTimes {
  readonly start: EventTime;
  readonly end: EventTime;
  readonly original: EventTime | undefined;
}

/** A cancelled instance may have only its original start. */
export function timesOf(event: EventResource): EventTimes {
  const read = (side: 'start' | 'end', time: EventDateTime | undefined): EventTime | undefined =>
    time === undefined ? undefined : readTime(side, time);
  const original = read('start', event.originalStartTime);
  const start = read('start', event.start) ?? original ?? readTime('start', event.start);
  return { start, end: read('end', event.end) ?? start, original };
}

/** In its own zone; but a local time that occurs twice is written in UTC the second time. */
export function timeLine(name: TimeProperty, time: EventTime): string {
  if (isAllDay(time)) return new ICAL.Property([name, {}, 'date', time.date]).toICALString();
  const instant = momentOf(time);
  const zone = time.timeZone;
  if (zone === undefined || zone === 'UTC')
    return new ICAL.Property([name, {}, 'date-time', `${formatWall(instant)}Z`]).toICALString();
  const wall = wallOf(time);
  return instantOf(zone, wall) === instant
    ? new ICAL.Property([name, { tzid: zone }, 'date-time', formatWall(wall)]).toICALString()
    : new ICAL.Property([name, { [ZONE_PARAMETER]: zone }, 'date-time', `${formatWall(instant)}Z`]).toICALString();
}

/** With the offset of its own zone. */
export function timeOnTheWire(time: EventTime): RenderedTime {
  const zone = ('timeZone' in time ? time.timeZone : undefined) ?? 'UTC';
  return renderTime(time, { calendar: zone, response: zone });
}

export interface TimeReader {
  readonly zones: ZoneNames;
  /** For times without a zone. */
  readonly floatingZone: string;
}

export function readTimeProperty(
  property: ICAL.Property,
  side: 'start' | 'end',
  { zones, floatingZone }: TimeReader,
): EventTime {
  const value = String(property.jCal[3]);
  if (property.type === 'date') return readTime(side, { date: value });
  if (value.endsWith('Z'))
    return readTime(side, { dateTime: value, timeZone: parameterOf(property, ZONE_PARAMETER) ?? 'UTC' });
  const tzid = parameterOf(property, 'tzid');
  const zone = tzid === undefined ? floatingZone : zones(tzid);
  if (zone === undefined) throw badRequest('invalid', `The time zone "${tzid ?? ''}" is not defined.`);
  return readTime(side, { dateTime: value, timeZone: zone });
}

/** Days and weeks are added to the local time, hours and minutes to the instant. */
function laterBy(start: EventTime, text: string): EventTime {
  const duration = ICAL.Duration.fromString(text);
  const days = (duration.weeks * 7 + duration.days) * DAY;
  const rest = (duration.hours * 3600 + duration.minutes * 60 + duration.seconds) * 1000;
  if (isAllDay(start)) return allDayAt(momentOf(start) + Math.max(days, DAY));
  const zone = start.timeZone ?? 'UTC';
  const instant = instantOf(zone, wallOf(start) + days) + rest;
  return readTime('end', { dateTime: formatWall(wallAt(zone, instant)), timeZone: zone });
}

/** The end is `DTEND`, else the duration, else one day for all-day events and the start for others. */
export function readSpanProperties(
  component: ICAL.Component,
  reader: TimeReader,
): { readonly start: EventTime; readonly end: EventTime } {
  const dtstart = component.getFirstProperty('dtstart');
  if (dtstart === null) throw badRequest('required', 'Missing start time.');
  const start = readTimeProperty(dtstart, 'start', reader);
  const dtend = component.getFirstProperty('dtend');
  if (dtend !== null) return { start, end: readTimeProperty(dtend, 'end', reader) };
  const duration = component.getFirstProperty('duration');
  if (duration !== null) return { start, end: laterBy(start, String(duration.jCal[3])) };
  return { start, end: isAllDay(start) ? allDayAt(momentOf(start) + DAY) : start };
}
