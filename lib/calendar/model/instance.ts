/** What an event id stands for: a single event, a series, or one instance of a series with all that it inherits. */
import { instanceId, parseInstanceId } from '#lib/calendar/recurrence/instance-id';
import { isOccurrence } from '#lib/calendar/recurrence/series';
import { allDayAt, isAllDay, momentOf, timedAt, type EventSpan, type EventTime } from '#lib/calendar/time/event-time';
import type { EventFields } from './event-fields.ts';
import { isException, isMaster, type StoredEvent, type StoredException, type StoredItem } from './event.ts';
import type { CopyMark } from './guest-copy.ts';

/** An event with everything that it inherits. */
export interface WholeEvent extends EventFields {
  readonly id: string;
  readonly iCalUID: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** A guest's copy: of what. */
  readonly copy?: CopyMark | undefined;
  /** Instances only. */
  readonly recurringEventId?: string | undefined;
  readonly originalStart?: EventTime | undefined;
}

/** An instance, stored or not. */
export interface Instance extends WholeEvent {
  readonly recurringEventId: string;
  readonly originalStart: EventTime;
}

export const isInstance = (event: WholeEvent): event is Instance => event.recurringEventId !== undefined;

/** The part of an instance's id behind the master's, as the master keeps it. */
export const suffixOf = (id: string): string => id.slice(id.lastIndexOf('_') + 1);

/** Whether the instance has an item of its own that counts; one that the rules dropped no longer does. */
export const hasException = (master: StoredEvent, id: string): boolean =>
  master.exceptions?.includes(suffixOf(id)) === true;

const isSeries = (event: StoredEvent): event is StoredEvent & { recurrence: string[] } => isMaster(event);

/** Whether the rules name this original start. */
export const isProducedByRules = (master: StoredEvent, originalStart: EventTime): boolean =>
  isSeries(master) && isOccurrence(master, originalStart);

/** Start and end as the rules give them. */
function spanAt(master: StoredEvent, originalStart: EventTime): EventSpan {
  const moment = momentOf(originalStart);
  const length = isAllDay(originalStart) === isAllDay(master.start) ? momentOf(master.end) - momentOf(master.start) : 0;
  if (isAllDay(originalStart)) return { start: originalStart, end: allDayAt(moment + length) };
  const zone = isAllDay(master.start) ? originalStart.timeZone : master.start.timeZone;
  return { start: timedAt(moment, zone), end: timedAt(moment + length, zone) };
}

/** Instances as the series alone describes them, given when the rules put them. What they inherit is gathered once. */
export function instancesOf(master: StoredEvent): (span: EventSpan) => Instance {
  const {
    version: _version,
    recurrence: _recurrence,
    exceptions: _exceptions,
    reachesUntilMs: _reach,
    formerly: _formerly,
    movedTo: _to,
    movedFrom: _from,
    heard: _heard,
    ...inherited
  } = master;
  return ({ start, end }) => ({
    ...inherited,
    start,
    end,
    id: instanceId(master.id, start),
    recurringEventId: master.id,
    originalStart: start,
  });
}

/** The one of that original start. */
export const plainInstance = (master: StoredEvent, originalStart: EventTime): Instance =>
  instancesOf(master)(spanAt(master, originalStart));

/** The instance with what differs in it; whatever it does not say is the master's. */
export function modifiedInstance(master: StoredEvent, exception: StoredException): Instance {
  const { version: _version, cleared = [], statusBefore: _before, heard: _heard, originalStart, ...own } = exception;
  const plain = plainInstance(master, originalStart);
  return {
    ...plain,
    ...Object.fromEntries(cleared.map((name) => [name, undefined])),
    ...own,
    originalStart: plain.originalStart,
    // A series that is cancelled, or no series any more, has no living instances.
    status: isLiving(master) ? exception.status : 'cancelled',
    updatedAtMs: Math.max(exception.updatedAtMs, master.updatedAtMs),
  };
}

const isLiving = (master: StoredEvent): boolean => isMaster(master) && master.status !== 'cancelled';

export interface ResolvedEvent {
  readonly kind: 'event';
  readonly stored: StoredEvent;
  readonly whole: WholeEvent;
}

export interface ResolvedInstance {
  readonly kind: 'instance';
  readonly master: StoredEvent;
  /** Its own item, if any; also one that no longer counts, because the next write follows on its version. */
  readonly exception: StoredException | undefined;
  readonly whole: Instance;
}

export type Resolved = ResolvedEvent | ResolvedInstance;

/** The items to read for an event id: its own, and that of its series. */
export function storedIdsOf(eventId: string): readonly string[] {
  const instance = parseInstanceId(eventId);
  return instance === undefined ? [eventId] : [eventId, instance.masterId];
}

/** Whether the id names an instance that went away with its series. The items are those that `idsBehind` names. */
export function isOfDeletedSeries(eventId: string, [, series]: readonly (StoredItem | undefined)[]): boolean {
  const instance = parseInstanceId(eventId);
  return (
    instance !== undefined &&
    series !== undefined &&
    !isException(series) &&
    series.status === 'cancelled' &&
    isProducedByRules(series, instance.originalStart)
  );
}

/** What the id stands for, given the items that `idsBehind` names; undefined when there is no such event. */
export function resolveEvent(
  eventId: string,
  [own, series]: readonly (StoredItem | undefined)[],
): Resolved | undefined {
  const instance = parseInstanceId(eventId);
  if (own !== undefined && !isException(own)) return { kind: 'event', stored: own, whole: own };
  if (instance === undefined || series === undefined || isException(series)) return undefined;
  const exception = own?.recurringEventId === series.id ? own : undefined;
  if (
    exception !== undefined &&
    (hasException(series, eventId) || !isProducedByRules(series, instance.originalStart) || !isLiving(series))
  ) {
    return { kind: 'instance', master: series, exception, whole: modifiedInstance(series, exception) };
  }
  if (!isProducedByRules(series, instance.originalStart) || !isLiving(series)) return undefined;
  return { kind: 'instance', master: series, exception, whole: plainInstance(series, instance.originalStart) };
}
