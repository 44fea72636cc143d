/** An event while it is being edited: plain values, all of them there. */
import type { CalendarEvent } from '../data/api.ts';
import type { Recurrence } from '../recurrence/recurrence-editor.tsx';
import { parseRule } from '../recurrence/rule.ts';
import { addDays, addMinutes, wallTime } from '../time/moments.ts';
import { NO_STATUS, statusOf, type Status } from './status.ts';

export interface Guest {
  readonly email: string;
  readonly name?: string | undefined;
  readonly response?: string | undefined;
  readonly isOptional?: boolean | undefined;
}

export interface Reminder {
  readonly method: string;
  readonly minutes: number;
}

export interface Draft {
  readonly calendarId: string;
  /** `focusTime`; most are `default`. */
  readonly kind: string;
  readonly status: Status;
  readonly summary: string;
  readonly isAllDay: boolean;
  /** `2026-11-16T09:30` by the clock of `timeZone`; of a whole day, its day alone counts. */
  readonly start: string;
  /** Of whole days: the last day, included. */
  readonly end: string;
  readonly timeZone: string;
  readonly location: string;
  readonly description: string;
  readonly colorId: string;
  readonly visibility: string;
  readonly isFree: boolean;
  /** Undefined: those of the calendar. */
  readonly reminders: readonly Reminder[] | undefined;
  readonly guests: readonly Guest[];
  readonly guestsCanModify: boolean;
  readonly guestsCanInvite: boolean;
  readonly guestsSeeEachOther: boolean;
  /** Address of the video conference; `new` asks for one. */
  readonly conference: string;
  readonly attachments: readonly { readonly fileUrl: string; readonly title: string }[];
  readonly recurrence: Recurrence;
}

const EXDATE = /^EXDATE[^:]*:(.*)$/;

const skippedDays = (lines: readonly string[]): string[] =>
  lines.flatMap((line) =>
    (EXDATE.exec(line)?.[1] ?? '')
      .split(',')
      .filter((one) => one.length >= 8)
      .map((one) => `${one.slice(0, 4)}-${one.slice(4, 6)}-${one.slice(6, 8)}`),
  );

function readRecurrence(lines: readonly string[] | undefined, start: string): Recurrence {
  const line = (lines ?? []).find((one) => one.startsWith('RRULE:'));
  const rule = line === undefined ? undefined : parseRule(line, start.slice(0, 10));
  return { rule, custom: rule === undefined ? line : undefined, skipped: skippedDays(lines ?? []) };
}

const conferenceOf = ({ conferenceData, hangoutLink }: CalendarEvent): string =>
  conferenceData?.entryPoints?.find(({ entryPointType }) => entryPointType === 'video')?.uri ?? hangoutLink ?? '';

/** `recurrence` is that of the series, where the event is one of its instances. */
export function draftOf(
  event: CalendarEvent,
  calendarId: string,
  zone: string,
  recurrence: readonly string[] | undefined = event.recurrence,
): Draft {
  const isAllDay = event.start?.date !== undefined;
  const timeZone = event.start?.timeZone ?? zone;
  const start = wallTime(event.start, timeZone);
  return {
    calendarId,
    kind: event.eventType ?? 'default',
    status: statusOf(event),
    summary: event.summary ?? '',
    isAllDay,
    start,
    end: isAllDay ? `${addDays(event.end?.date ?? start.slice(0, 10), -1)}T00:00` : wallTime(event.end, timeZone),
    timeZone,
    location: event.location ?? '',
    description: event.description ?? '',
    colorId: event.colorId ?? '',
    visibility: event.visibility ?? 'default',
    isFree: event.transparency === 'transparent',
    reminders: event.reminders?.useDefault === false ? readReminders(event) : undefined,
    guests: (event.attendees ?? []).map(({ email = '', displayName, responseStatus, optional }) => ({
      email,
      name: displayName,
      response: responseStatus,
      isOptional: optional,
    })),
    guestsCanModify: event.guestsCanModify ?? false,
    guestsCanInvite: event.guestsCanInviteOthers ?? true,
    guestsSeeEachOther: event.guestsCanSeeOtherGuests ?? true,
    conference: conferenceOf(event),
    attachments: (event.attachments ?? []).map(({ fileUrl = '', title = '' }) => ({ fileUrl, title })),
    recurrence: readRecurrence(recurrence, start),
  };
}

const readReminders = ({ reminders }: CalendarEvent): Reminder[] =>
  (reminders?.overrides ?? []).map(({ method = 'popup', minutes = 10 }) => ({ method, minutes }));

export interface NewDraft {
  readonly calendarId: string;
  readonly start: string;
  readonly end?: string | undefined;
  readonly isAllDay?: boolean | undefined;
  readonly timeZone: string;
  readonly minutes: number;
}

export const newDraft = ({ calendarId, start, end, isAllDay = false, timeZone, minutes }: NewDraft): Draft => ({
  calendarId,
  kind: 'default',
  status: NO_STATUS,
  summary: '',
  isAllDay,
  start,
  end: end ?? (isAllDay ? start : addMinutes(start, minutes)),
  timeZone,
  location: '',
  description: '',
  colorId: '',
  visibility: 'default',
  isFree: false,
  reminders: undefined,
  guests: [],
  guestsCanModify: false,
  guestsCanInvite: true,
  guestsSeeEachOther: true,
  conference: '',
  attachments: [],
  recurrence: { rule: undefined, custom: undefined, skipped: [] },
});
