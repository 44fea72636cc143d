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
import type { SeedEvent, SeedInstance } from '#lib/local/sample/seed-file/form/event-schema';
import type { Findings, Path } from '#lib/local/sample/seed-file/form/problem';
import {
  readSeedEnd,
  readSeedTime,
  TIME_FORMS,
  type SeedMoment,
  type TimeBase,
} from '#lib/local/sample/seed-file/form/seed-time';
import { planOwn, type OwnPlan, type PlannedEvent } from './own-plan.ts';

/** A seed may hold every part of an event. Labels replace colours: a body sets one or the other. */
export const partsOf = (body: Patch<EventResource>): EventParts => ({
  conferenceDataVersion: 1,
  supportsAttachments: true,
  ...(body.eventLabelId !== undefined && { eventLabelVersion: 1 }),
});

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
  readonly own: readonly OwnPlan[];
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

const baseOf = ({ body }: Series, { calendar, nowMs }: EventPlace): TimeBase => ({
  nowMs,
  timeZone: body.start?.timeZone ?? calendar.timeZone,
});

/** The instance with that start. */
function findInstance(
  of: SeedInstance['of'],
  series: Series,
  place: EventPlace,
  path: Path,
  found: Findings,
): Pick<InstancePlan, 'eventId' | 'originalStartTime'> | undefined {
  const { id, body } = series;
  const here = [...path, 'of'];
  const original = timeOf(of, baseOf(series, place));
  if (original === undefined) {
    found.add(here, `'${JSON.stringify(of)}' is no time: ${TIME_FORMS}.`);
    return undefined;
  }
  const originalStart = found.ask(here, () => readTime('start', original));
  if (originalStart === undefined) return undefined;
  const rules = {
    start: readTime('start', body.start),
    end: readTime('end', body.end),
    recurrence: body.recurrence ?? [],
  };
  if (rules.recurrence.length === 0 || !isOccurrence(rules, originalStart)) {
    found.add(here, 'The series has no instance that starts then.');
    return undefined;
  }
  return { eventId: instanceId(id, originalStart), originalStartTime: original };
}

/** Adds a problem if the rules would refuse the change. */
function checkChange(
  change: Patch<EventResource>,
  isInstance: boolean,
  { body, by }: Series,
  { calendar }: EventPlace,
  path: Path,
  found: Findings,
): void {
  const { recurrence, ...single } = body;
  const whole = { ...single, ...(!isInstance && { recurrence }), ...change } as EventResource;
  found.ask(path, () => [
    readFields(whole, { ...readingFor(whole, calendar, by), isInstance }),
    readReminders(whole.reminders),
  ]);
}

function planInstance(
  { of, start, end, ...fields }: SeedInstance,
  series: Series,
  place: EventPlace,
  path: Path,
  found: Findings,
): EventPlan['instances'] {
  const instance = findInstance(of, series, place, path, found);
  const times = start === undefined ? {} : spanOf({ start, end }, baseOf(series, place), path, found);
  const change = { ...fields, ...times };
  checkChange(change, true, series, place, path, found);
  return instance === undefined ? [] : [{ ...instance, change }];
}

/** Only to check: ids of conferences are made again when the event is written. */
const readingFor = (body: EventResource, calendar: Calendar, email: string) => ({
  calendar,
  email,
  parts: partsOf(body),
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
  const { by: sentBy, instances = [], own = {}, start, end, id: sentId, ...fields } = event;
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
    readFields(body, readingFor(body, calendar, by)),
    readReminders(body.reminders),
    readUid(body.iCalUID),
  ]);
  if (isImported && Object.keys(own).length > 0)
    found.add([...path, 'own'], 'An event that somebody elsewhere organizes has no copies here.');
  if (found.problems.length > before) return undefined;
  const series = { id, body, by };
  const planned: PlannedEvent = {
    id,
    attendees: body.attendees,
    check: (change, isInstance, here) => {
      checkChange(change, isInstance, series, place, here, found);
    },
    instanceAt: (of, here) => findInstance(of, series, place, here, found)?.eventId,
  };
  return {
    path,
    by,
    id,
    body,
    isImported,
    instances: instances.flatMap((instance, index) =>
      planInstance(instance, series, place, [...path, 'instances', index], found),
    ),
    own: planOwn(own, planned, path, found),
  };
}
