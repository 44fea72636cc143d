/** Events of a seed, with their times counted from now, as they are sent to the rules. */
import { hash } from 'node:crypto';
import type { Patch } from '#lib/api/schema';
import { foldAddress } from '#lib/api/text/address';
import { readFields, type EventParts } from '#lib/calendar/events/body/read-body';
import { readReminders } from '#lib/calendar/events/body/reminders';
import { readUid } from '#lib/calendar/events/write/insert-event';
import type { Calendar } from '#lib/calendar/model/calendar';
import { instanceId } from '#lib/calendar/recurrence/instance-id';
import { isOccurrence } from '#lib/calendar/recurrence/series';
import type { EventResource } from '#lib/calendar/resources/event';
import { readTime } from '#lib/calendar/time/event-time';
import type { Findings, Path } from '#lib/local/sample/seed-file/form/problem';
import type { SeedEvent, SeedInstance } from '#lib/local/sample/seed-file/form/schema';
import {
  readSeedEnd,
  readSeedTime,
  TIME_FORMS,
  type SeedMoment,
  type TimeBase,
} from '#lib/local/sample/seed-file/form/seed-time';

/** A seed may hold every part of an event. */
export const ALL_PARTS: EventParts = { conferenceDataVersion: 1, eventLabelVersion: 1, supportsAttachments: true };

export interface InstancePlan {
  readonly eventId: string;
  readonly originalStartTime: SeedMoment;
  readonly change: Patch<EventResource>;
}

export interface EventPlan {
  readonly path: Path;
  readonly by: string;
  readonly id: string;
  readonly body: EventResource;
  /** Somebody elsewhere organizes it. */
  readonly isImported: boolean;
  readonly instances: readonly InstancePlan[];
}

export interface EventPlace {
  readonly calendar: Calendar;
  readonly nowMs: number;
}

const ID = /^[0-9a-v]{5,1024}$/;
const ID_LENGTH = 26;

/** The same for the same words: a seed that is applied again finds what it made before. */
const idFor = (calendarId: string, event: SeedEvent, nth: number): string =>
  `seed${hash('sha256', JSON.stringify([calendarId, event, nth])).slice(0, ID_LENGTH)}`;

function timeOf(
  sent: SeedEvent['start'],
  base: TimeBase,
  read: (text: string, base: TimeBase) => SeedMoment | undefined = readSeedTime,
): SeedMoment | undefined {
  if (typeof sent === 'string') return read(sent, base);
  const text = sent?.dateTime ?? sent?.date;
  if (text === undefined) return undefined;
  const timeZone = sent?.timeZone ?? base.timeZone;
  return read(text, { ...base, timeZone });
}

function spanOf(
  { start, end }: SeedInstance,
  base: TimeBase,
  path: Path,
  found: Findings,
): Pick<EventResource, 'start' | 'end'> {
  const begin = timeOf(start, base);
  if (begin === undefined) {
    found.add([...path, 'start'], `'${JSON.stringify(start)}' is no time: ${TIME_FORMS}.`);
    return {};
  }
  const until =
    end === undefined
      ? readSeedEnd(undefined, begin, base)
      : timeOf(end, base, (text) => readSeedEnd(text, begin, base));
  if (until === undefined) found.add([...path, 'end'], `'${JSON.stringify(end)}' is no time: ${TIME_FORMS}.`);
  return { start: begin, ...(until && { end: until }) };
}

interface Series {
  readonly id: string;
  readonly body: EventResource;
  readonly by: string;
}

function planInstance(
  { of, start, end, ...fields }: SeedInstance,
  { id, body, by }: Series,
  { calendar, nowMs }: EventPlace,
  path: Path,
  found: Findings,
): EventPlan['instances'] {
  const base = { nowMs, timeZone: body.start?.timeZone ?? calendar.timeZone };
  const original = timeOf(of, base);
  if (original === undefined) {
    found.add([...path, 'of'], `'${JSON.stringify(of)}' is no time: ${TIME_FORMS}.`);
    return [];
  }
  const times = start === undefined ? {} : spanOf({ start, end }, base, path, found);
  const change = { ...fields, ...times };
  const { recurrence: _, ...single } = body;
  found.ask(path, () => readFields({ ...single, ...change }, { ...readingFor(calendar, by), isInstance: true }));
  const originalStart = found.ask([...path, 'of'], () => readTime('start', original));
  if (originalStart === undefined) return [];
  const series = {
    start: readTime('start', body.start),
    end: readTime('end', body.end),
    recurrence: body.recurrence ?? [],
  };
  if (series.recurrence.length === 0 || !isOccurrence(series, originalStart)) {
    found.add([...path, 'of'], 'The series has no instance that starts then.');
    return [];
  }
  return [{ eventId: instanceId(id, originalStart), originalStartTime: original, change }];
}

/** Only to check: ids of conferences are made again when the event is written. */
const readingFor = (calendar: Calendar, email: string) => ({
  calendar,
  email,
  parts: ALL_PARTS,
  conferences: { nextId: () => 'aaaaaaaaaaaa', rootUrl: 'http://127.0.0.1/' },
});

export function planEvent(
  event: SeedEvent,
  nth: number,
  place: EventPlace,
  path: Path,
  found: Findings,
): EventPlan | undefined {
  const { calendar, nowMs } = place;
  const { by: sentBy, instances = [], start, end, id: sentId, ...fields } = event;
  const by = foldAddress(sentBy ?? calendar.owner);
  const isImported = event.organizer !== undefined;
  const id = sentId ?? idFor(calendar.id, event, nth);
  if (!ID.test(id)) found.add([...path, 'id'], 'An id has 5 to 1024 characters of 0-9 and a-v.');
  const before = found.problems.length;
  if (isImported && (sentId !== undefined || event.iCalUID === undefined))
    found.add(path, 'An event with an organizer is imported: it has an iCalUID and no id.');
  const body = {
    ...fields,
    ...(!isImported && { id }),
    ...spanOf({ start, end }, { nowMs, timeZone: calendar.timeZone }, path, found),
  };
  if (found.problems.length > before) return undefined;
  found.ask(path, () => [
    readFields(body, readingFor(calendar, by)),
    readReminders(body.reminders),
    readUid(body.iCalUID),
  ]);
  if (found.problems.length > before) return undefined;
  return {
    path,
    by,
    id,
    body,
    isImported,
    instances: instances.flatMap((instance, index) =>
      planInstance(instance, { id, body, by }, place, [...path, 'instances', index], found),
    ),
  };
}
