/** A reminder as a letter to the person who wants it. */
import { hash } from 'node:crypto';
import { NO_TITLE, textAndHtml, whenOf, wordsOf } from '#lib/calendar/guests/mail/write-letter';
import type { Calendar } from '#lib/calendar/model/calendar';
import type { OutgoingLetter } from '#lib/calendar/stores/letters';
import type { DueReminder } from './due-reminders.ts';

/**
 * The same however often it is found. Not by calendar: a meeting that is in two calendars of a person, or moves from
 * one to the other, needs one letter. By start: an event that is put off is announced again.
 */
export const reminderId = (email: string, { event, start, minutes }: DueReminder): string =>
  hash('sha256', ['reminder', email, event.iCalUID, event.id, String(start), String(minutes)].join('\n')).slice(0, 32);

export function writeReminder(email: string, calendar: Calendar, reminder: DueReminder): OutgoingLetter {
  const { event, dueAtMs } = reminder;
  const subject = `Reminder: ${event.summary ?? NO_TITLE}`;
  const lines = [
    ['When', whenOf(event, calendar.timeZone)],
    ...(event.location === undefined ? [] : [['Where', event.location] as const]),
    ['Calendar', calendar.summary],
  ] as const;
  return {
    calendarId: calendar.id,
    eventId: event.id,
    message: {
      subject,
      ...textAndHtml(subject, lines, wordsOf(event.description ?? '')),
      to: email,
      replyTo: calendar.owner,
      id: reminderId(email, reminder),
      date: new Date(dueAtMs),
    },
  };
}
