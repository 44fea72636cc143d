/** An event in a form that is the same on both sides when the event is: without what every service makes itself. */
import { hash } from 'node:crypto';
import { sortedJson } from '#lib/api/text/sorted-json';
import type { EventAttendeeResource, EventResource } from '#lib/calendar/resources/event';
import type { EventDateTime } from '#lib/calendar/time/event-time';

/** Etags, times of change and links differ between any two services. */
const OWN = [
  'kind',
  'etag',
  'htmlLink',
  'updated',
  'attendeesOmitted',
] as const satisfies readonly (keyof EventResource)[];

/** The instant and the zone; the offset in which it is shown says nothing more. */
function timeOf(time: EventDateTime | undefined): unknown {
  if (time?.dateTime === undefined || time.dateTime === null) return time?.date;
  return { at: Date.parse(time.dateTime), zone: time.timeZone };
}

const guestOf = ({ self: _self, organizer: _organizer, id: _id, ...row }: EventAttendeeResource): object => row;

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== false && value !== '';

/** By name of the field. */
function comparable(event: EventResource): Readonly<Record<string, unknown>> {
  const { id, status, recurringEventId, originalStartTime } = event;
  const instance = recurringEventId === undefined ? {} : { recurringEventId, original: timeOf(originalStartTime) };
  if (status === 'cancelled') return { id, status, ...instance };
  const fields: Record<string, unknown> = {
    ...event,
    ...instance,
    originalStartTime: undefined,
    created: event.created === undefined ? undefined : Math.floor(Date.parse(event.created) / 1000),
    start: timeOf(event.start),
    end: timeOf(event.end),
    creator: event.creator?.email,
    organizer: event.organizer?.email,
    attendees: event.attendees
      ?.map(guestOf)
      .map((row) => sortedJson(row))
      .toSorted(),
  };
  for (const name of OWN) fields[name] = undefined;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isFilled(value)));
}

export const digestOf = (event: EventResource): string =>
  hash('sha256', sortedJson(comparable(event)), 'base64url').slice(0, 22);

/** Names of the fields that differ. */
export function differingFields(a: EventResource, b: EventResource): string[] {
  const [one, other] = [comparable(a), comparable(b)];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => sortedJson(one[name] ?? null) !== sortedJson(other[name] ?? null))
    .toSorted();
}
