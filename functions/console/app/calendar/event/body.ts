/** What of a draft is sent: everything of a new event, and of another what has been changed. */
import type { CalendarEvent } from '../data/api.ts';
import type { Recurrence } from '../recurrence/recurrence-editor.tsx';
import { formatRule } from '../recurrence/rule.ts';
import { addDays, instantOf } from '../time/moments.ts';
import type { Draft } from './draft.ts';
import { isStatus, statusFields, titleFor } from './status-draft.ts';

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const compact = (text: string): string => text.replace(/[-:]/g, '');

type Times = Pick<Draft, 'isAllDay' | 'start' | 'end' | 'timeZone'>;

/** The other kind of time is taken away. */
function timesOf({ isAllDay, start, end, timeZone }: Times): Pick<CalendarEvent, 'start' | 'end'> {
  if (isAllDay) return { start: { date: start.slice(0, 10) }, end: { date: addDays(end.slice(0, 10), 1) } };
  return { start: { dateTime: `${start}:00`, timeZone }, end: { dateTime: `${end}:00`, timeZone } };
}

/** A patch keeps what it does not name: the kind of time that it was before has to be named. */
function patchTimes(draft: Draft): Pick<CalendarEvent, 'start' | 'end'> {
  const { start, end } = timesOf(draft);
  const none = draft.isAllDay ? { dateTime: null, timeZone: null } : { date: null };
  return JSON.parse(JSON.stringify({ start: { ...start, ...none }, end: { ...end, ...none } })) as CalendarEvent;
}

export function recurrenceLines({ rule, custom, skipped }: Recurrence, times: Times): string[] {
  const { isAllDay, start, timeZone } = times;
  const endOfDay = (date: string): string =>
    `${compact(instantOf(`${date}T23:59:59`, timeZone).toString()).slice(0, 15)}Z`;
  const line = rule === undefined ? custom : formatRule(rule, isAllDay ? undefined : endOfDay);
  if (line === undefined) return [];
  const days = skipped.map((date) => (isAllDay ? compact(date) : `${compact(date)}T${compact(start.slice(11))}00`));
  const prefix = isAllDay ? 'EXDATE;VALUE=DATE:' : `EXDATE;TZID=${timeZone}:`;
  return [line, ...(days.length === 0 ? [] : [`${prefix}${days.join(',')}`])];
}

const guestsOf = ({ guests }: Draft): CalendarEvent['attendees'] =>
  guests.map(({ email, response, isOptional }) => ({
    email,
    ...(response !== undefined && { responseStatus: response }),
    ...(isOptional !== undefined && { optional: isOptional }),
  }));

const remindersOf = ({ reminders }: Draft): CalendarEvent['reminders'] =>
  reminders === undefined
    ? { useDefault: true }
    : { useDefault: false, overrides: reminders.map((reminder) => ({ ...reminder })) };

const conferenceOf = ({ conference }: Draft): CalendarEvent =>
  conference === 'new'
    ? {
        conferenceData: {
          createRequest: { requestId: crypto.randomUUID(), conferenceSolutionKey: { type: 'hangoutsMeet' } },
        },
      }
    : {};

/** Focus time, absence and working location have no guests, and what the service wants of their kind. */
const statusPlainFields = (draft: Draft): CalendarEvent => ({
  summary: titleFor(draft),
  ...(draft.kind === 'workingLocation'
    ? { visibility: 'public', transparency: 'transparent' }
    : { visibility: draft.visibility, transparency: 'opaque' }),
  ...(draft.kind === 'focusTime' && { description: draft.description }),
});

const eventPlainFields = (draft: Draft): CalendarEvent => ({
  summary: draft.summary,
  location: draft.location,
  description: draft.description,
  visibility: draft.visibility,
  transparency: draft.isFree ? 'transparent' : 'opaque',
  guestsCanModify: draft.guestsCanModify,
  guestsCanInviteOthers: draft.guestsCanInvite,
  guestsCanSeeOtherGuests: draft.guestsSeeEachOther,
});

const plainFields = (draft: Draft): CalendarEvent =>
  isStatus(draft) ? statusPlainFields(draft) : eventPlainFields(draft);

const filesOf = ({ attachments }: Draft): CalendarEvent['attachments'] =>
  attachments.map(({ fileUrl, title }) => ({ fileUrl, title: title === '' ? fileUrl : title }));

/** What only an ordinary event has. */
const extrasOf = (draft: Draft): CalendarEvent => ({
  ...(draft.guests.length > 0 && { attendees: guestsOf(draft) }),
  ...(draft.attachments.length > 0 && { attachments: filesOf(draft) }),
  ...conferenceOf(draft),
});

/** The body of an insert. */
export function bodyOf(draft: Draft): CalendarEvent {
  const recurrence = recurrenceLines(draft.recurrence, draft);
  return {
    ...plainFields(draft),
    ...timesOf(draft),
    reminders: remindersOf(draft),
    ...(draft.colorId !== '' && { colorId: draft.colorId }),
    ...(recurrence.length > 0 && { recurrence }),
    ...(isStatus(draft) ? { eventType: draft.kind, ...statusFields(draft) } : extrasOf(draft)),
  };
}

const hasOtherTimes = (before: Draft, after: Draft): boolean =>
  !same(
    [before.isAllDay, before.start, before.end, before.timeZone],
    [after.isAllDay, after.start, after.end, after.timeZone],
  );

/** The body of a patch: what differs. Null takes a field away. */
export function changesBetween(before: Draft, after: Draft): CalendarEvent {
  const [old, now] = [plainFields(before), plainFields(after)];
  const plain = Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== old[name as keyof CalendarEvent]),
  );
  const removed: Readonly<Record<string, null>> = {
    ...(after.colorId === '' && before.colorId !== '' && { colorId: null }),
    ...(after.conference === '' && before.conference !== '' && { conferenceData: null }),
  };
  const body = {
    ...plain,
    ...(hasOtherTimes(before, after) && patchTimes(after)),
    ...(!same(before.status, after.status) && statusFields(after)),
    ...(!same(before.reminders, after.reminders) && { reminders: remindersOf(after) }),
    ...(!same(before.guests, after.guests) && { attendees: guestsOf(after) }),
    ...(!same(before.attachments, after.attachments) && { attachments: filesOf(after) }),
    ...(after.colorId !== '' && after.colorId !== before.colorId && { colorId: after.colorId }),
    ...(before.conference !== after.conference && conferenceOf(after)),
    ...(!same(before.recurrence, after.recurrence) && { recurrence: recurrenceLines(after.recurrence, after) }),
    ...removed,
  };
  return body as CalendarEvent;
}
