/**
 * Series and instances: what an event id stands for (a single event, a series, or one instance), and what an instance
 * inherits from its series.
 */
import { instanceId, parseInstanceId } from '#lib/calendar/recurrence/instance-id';
import { isOccurrence } from '#lib/calendar/recurrence/series';
import { allDayAt, isAllDay, momentOf, timedAt, type EventSpan, type EventTime } from '#lib/calendar/time/event-time';
import type { EventFields } from './event-fields.ts';
import { isException, isMaster, type StoredEvent, type StoredException, type StoredItem } from './event.ts';
import type { CopyMark } from './guest-copy.ts';

/** An event with all inherited fields. */
export interface WholeEvent extends EventFields {
  readonly id: string;
  readonly iCalUID: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** On a guest's copy: what it is a copy of. */
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

/** The part of an instance's id after the series' id, as the series lists it. */
export const suffixOf = (id: string): string => id.slice(id.lastIndexOf('_') + 1);

/** Whether the instance has an active exception, one that its series lists. */
export const hasException = (master: StoredEvent, id: string): boolean =>
  master.exceptions?.includes(suffixOf(id)) === true;

const isSeries = (event: StoredEvent): event is StoredEvent & { recurrence: string[] } => isMaster(event);

/** Whether the rules produce an instance with this original start. */
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

/** Makes instances without an exception, given their start and end. Inherited fields are collected once. */
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

/** The instance with that original start, without its exception. */
export const plainInstance = (master: StoredEvent, originalStart: EventTime): Instance =>
  instancesOf(master)(spanAt(master, originalStart));

/** The instance with its exception; all other fields come from the series. */
export function modifiedInstance(master: StoredEvent, exception: StoredException): Instance {
  const { version: _version, cleared = [], statusBefore: _before, heard: _heard, originalStart, ...own } = exception;
  const plain = plainInstance(master, originalStart);
  return {
    ...plain,
    ...Object.fromEntries(cleared.map((name) => [name, undefined])),
    ...own,
    originalStart: plain.originalStart,
    // A series that is cancelled, or is no longer a series, has no live instances.
    status: isLiving(master) ? (exception.status ?? master.status) : 'cancelled',
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
  /** Its exception, if any, active or not: the next write continues its version. */
  readonly exception: StoredException | undefined;
  readonly whole: Instance;
}

export type Resolved = ResolvedEvent | ResolvedInstance;

/** The items to read for an event id: its own, and that of its series. */
export function storedIdsOf(eventId: string): readonly string[] {
  const instance = parseInstanceId(eventId);
  return instance === undefined ? [eventId] : [eventId, instance.masterId];
}

/** Whether the id is that of an instance whose series was deleted. `items` are those that `storedIdsOf` names. */
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

/** What the id stands for, given the items that `storedIdsOf` names; undefined when there is no such event. */
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
