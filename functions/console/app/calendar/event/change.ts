/** Writes changes of events, each with a way back. */
import {
  deleteEvent,
  getEvent,
  insertEvent,
  listInstances,
  moveEvent,
  patchEvent,
  type CalendarEvent,
} from '../data/api.ts';
import { refresh, type PlacedEvent } from '../data/events.ts';
import { bodyOf, changesBetween, recurrenceLines } from './body.ts';
import { draftOf, type Draft } from './draft.ts';
import { endedBefore, remainingOf, seriesAfter, type Scope } from './series.ts';

/** What takes a change back. */
export type Undo = () => Promise<unknown>;

export interface Edit extends PlacedEvent {
  readonly before: Draft;
  readonly after: Draft;
  readonly scope: Scope;
  /** Write over what somebody else did meanwhile. */
  readonly isForced?: boolean;
}

async function finish(calendarIds: readonly string[], undo: Undo): Promise<Undo> {
  refresh(...calendarIds);
  return () => undo().finally(() => refresh(...calendarIds));
}

/** Puts back the fields that a patch changed. */
function reverseOf(event: CalendarEvent, body: CalendarEvent): CalendarEvent {
  const old = event as Readonly<Record<string, unknown>>;
  const times = (name: 'start' | 'end'): object => ({
    date: null,
    dateTime: null,
    timeZone: null,
    ...(old[name] as object | undefined),
  });
  return Object.fromEntries(
    Object.keys(body).map((name) => [name, name === 'start' || name === 'end' ? times(name) : (old[name] ?? null)]),
  ) as CalendarEvent;
}

export async function createEvent(draft: Draft): Promise<{ readonly event: CalendarEvent; readonly undo: Undo }> {
  const event = await insertEvent(draft.calendarId, bodyOf(draft));
  const undo = await finish([draft.calendarId], () => deleteEvent(draft.calendarId, event.id ?? ''));
  return { event, undo };
}

async function patchOne({ event, calendarId, before, after, isForced }: Edit): Promise<Undo> {
  const { id = '', etag } = event;
  const body = changesBetween(before, after);
  // An instance has no recurrence of its own.
  if (event.recurringEventId !== undefined) delete body.recurrence;
  const isMoved = after.calendarId !== calendarId;
  if (Object.keys(body).length > 0)
    await patchEvent(calendarId, id, body, { etag: isForced === true ? undefined : etag });
  if (isMoved) await moveEvent(calendarId, id, after.calendarId);
  return finish([calendarId, after.calendarId], async () => {
    if (isMoved) await moveEvent(after.calendarId, id, calendarId);
    await patchEvent(calendarId, id, reverseOf(event, body));
  });
}

async function patchAll(edit: Edit, series: CalendarEvent): Promise<Undo> {
  const { calendarId, before, after } = edit;
  const draft = draftOf(series, calendarId, before.timeZone);
  const target = seriesAfter(draft, before, after);
  // What the instance had of its own is not meant: only what was changed now.
  const changed = changesBetween(before, after);
  const whole = changesBetween(draft, target);
  const names = new Set([...Object.keys(changed), 'start', 'end', 'recurrence']);
  const body = Object.fromEntries(Object.entries(whole).filter(([name]) => names.has(name))) as CalendarEvent;
  await patchEvent(calendarId, series.id ?? '', body, { etag: edit.isForced === true ? undefined : series.etag });
  return finish([calendarId], () => patchEvent(calendarId, series.id ?? '', reverseOf(series, body)));
}

const originalStart = (event: CalendarEvent): NonNullable<CalendarEvent['start']> =>
  event.originalStartTime ?? event.start ?? {};

const isFirst = (event: CalendarEvent, series: CalendarEvent): boolean => {
  const [a, b] = [originalStart(event), series.start ?? {}];
  return a.date !== undefined ? a.date === b.date : Date.parse(a.dateTime ?? '') === Date.parse(b.dateTime ?? '');
};

/** How many times it took place before an instance. */
async function timesBefore(calendarId: string, event: CalendarEvent, series: CalendarEvent): Promise<number> {
  const { date, dateTime } = originalStart(event);
  const timeMax = dateTime ?? `${date ?? ''}T00:00:00Z`;
  const { items } = await listInstances(calendarId, series.id ?? '', { timeMax, showDeleted: true });
  return items.length;
}

/** The series ends before the instance, and another one begins with it. */
async function splitSeries(edit: Edit, series: CalendarEvent): Promise<Undo> {
  const { event, calendarId, before, after } = edit;
  const lines = series.recurrence ?? [];
  const isSameRule = JSON.stringify(before.recurrence) === JSON.stringify(after.recurrence);
  const rest = seriesAfter(before, before, after);
  const recurrence = isSameRule
    ? remainingOf(recurrenceLines(rest.recurrence, rest), await timesBefore(calendarId, event, series))
    : recurrenceLines(after.recurrence, after);
  const created = await insertEvent(after.calendarId, {
    ...bodyOf(after),
    ...(recurrence.length > 0 && { recurrence }),
  });
  try {
    await patchEvent(calendarId, series.id ?? '', { recurrence: endedBefore(lines, originalStart(event)) });
  } catch (error) {
    await deleteEvent(after.calendarId, created.id ?? '');
    throw error;
  }
  return finish([calendarId, after.calendarId], async () => {
    await deleteEvent(after.calendarId, created.id ?? '');
    await patchEvent(calendarId, series.id ?? '', { recurrence: lines });
  });
}

export async function changeEvent(edit: Edit): Promise<Undo> {
  const { event, calendarId, scope } = edit;
  if (event.recurringEventId === undefined || scope === 'this') return patchOne(edit);
  const series = await getEvent(calendarId, event.recurringEventId);
  return scope === 'all' || isFirst(event, series) ? patchAll(edit, series) : splitSeries(edit, series);
}

export async function removeEvent({ event, calendarId }: PlacedEvent, scope: Scope): Promise<Undo> {
  const { id = '', recurringEventId } = event;
  if (recurringEventId === undefined || scope === 'this') {
    await deleteEvent(calendarId, id);
    return finish([calendarId], () => patchEvent(calendarId, id, { status: 'confirmed' }));
  }
  const series = await getEvent(calendarId, recurringEventId);
  if (scope === 'all' || isFirst(event, series)) {
    await deleteEvent(calendarId, recurringEventId);
    return finish([calendarId], () => patchEvent(calendarId, recurringEventId, { status: 'confirmed' }));
  }
  const lines = series.recurrence ?? [];
  await patchEvent(calendarId, recurringEventId, { recurrence: endedBefore(lines, originalStart(event)) });
  return finish([calendarId], () => patchEvent(calendarId, recurringEventId, { recurrence: lines }));
}

/** Answers an invitation: the other guests stay as they are. */
export async function respond({ event, calendarId }: PlacedEvent, response: string, comment: string): Promise<void> {
  const attendees = (event.attendees ?? []).map((guest) =>
    guest.self === true ? { ...guest, responseStatus: response, ...(comment !== '' && { comment }) } : guest,
  );
  await patchEvent(calendarId, event.id ?? '', { attendees }, { etag: event.etag });
  refresh(calendarId);
}
