/** Reminders of an event to and from iCalendar alarms. */
import ICAL from 'ical.js';
import type { EventReminderResource } from '#lib/calendar/resources/reminder';
import { MINUTE } from '#lib/calendar/time/civil';
import { parameterOf } from './parameters.ts';

/** Four weeks, the longest time before the start. */
const EARLIEST_MINUTES = 40_320;
const MAX_REMINDERS = 5;

export function alarmLines(
  { method, minutes }: EventReminderResource,
  summary: string,
  owner: string | undefined,
): string[] {
  const text = (name: string): string => new ICAL.Property([name, {}, 'text', summary]).toICALString();
  const isMail = method === 'email';
  return [
    'BEGIN:VALARM',
    `ACTION:${isMail ? 'EMAIL' : 'DISPLAY'}`,
    `TRIGGER:-PT${String(minutes ?? 0)}M`,
    text('description'),
    ...(isMail ? [text('summary')] : []),
    ...(isMail && owner !== undefined ? [`ATTENDEE:mailto:${owner}`] : []),
    'END:VALARM',
  ];
}

/** Minutes before the start; undefined for an alarm after the start or without a time. */
function minutesBefore(trigger: ICAL.Property, start: number, end: number): number | undefined {
  const value = String(trigger.jCal[3]);
  const from = parameterOf(trigger, 'related')?.toUpperCase() === 'END' ? end : start;
  // An absolute time is in UTC (RFC 5545, 3.8.6.3), even if the `Z` is missing.
  const at =
    trigger.type === 'date-time'
      ? Date.parse(value.endsWith('Z') ? value : `${value}Z`)
      : from + ICAL.Duration.fromString(value).toSeconds() * 1000;
  const minutes = Math.round((start - at) / MINUTE);
  return minutes >= 0 && minutes <= EARLIEST_MINUTES ? minutes : undefined;
}

/** The first five distinct alarms before the start. */
export function readAlarms(event: ICAL.Component, start: number, end: number): EventReminderResource[] {
  const reminders = new Map<string, EventReminderResource>();
  for (const alarm of event.getAllSubcomponents('valarm')) {
    const trigger = alarm.getFirstProperty('trigger');
    const minutes = trigger === null ? undefined : minutesBefore(trigger, start, end);
    if (minutes === undefined) continue;
    const method = String(alarm.getFirstPropertyValue('action')).toUpperCase() === 'EMAIL' ? 'email' : 'popup';
    reminders.set(`${method} ${String(minutes)}`, { method, minutes });
  }
  return [...reminders.values()].slice(0, MAX_REMINDERS);
}
