/**
 * What to write so that an event, or a series with its exceptions, is here as the other service answers it. Rows are
 * what was answered; exceptions that it did not answer stay, as long as the rules of the series produce them.
 */
import { badRequest } from '#lib/api/errors';
import { rememberRules } from '#lib/calendar/events/order/former-rules';
import { reachOf } from '#lib/calendar/events/order/time-key';
import { exceptionsIn } from '#lib/calendar/events/read/find-event';
import { exceptionOf, seriesVisibility, withoutOwnFields } from '#lib/calendar/events/write/exception';
import { afterRuleChange, cancelWithSeries } from '#lib/calendar/events/write/follow-series';
import { writeIfChanged } from '#lib/calendar/events/write/write-if-changed';
import type { Calendar } from '#lib/calendar/model/calendar';
import { nextTick } from '#lib/calendar/model/change-clock';
import {
  isException,
  isMaster,
  withFormerStatus,
  type StoredEvent,
  type StoredException,
} from '#lib/calendar/model/event';
import { hasException, isProducedByRules, plainInstance, suffixOf } from '#lib/calendar/model/instance';
import { instanceId } from '#lib/calendar/recurrence/instance-id';
import type { EventResource } from '#lib/calendar/resources/event';
import type { EventWrite, IndexedItem } from '#lib/calendar/stores/events';
import { readTime } from '#lib/calendar/time/event-time';
import { copyMarkOf, createdAtMsOf, readPulledFields, requireId, withAnswersHere } from './read-event.ts';

/** The rows of one event: its own, and those of its exceptions. */
export interface SeriesRows {
  readonly id: string;
  /** Absent when only exceptions were answered. */
  readonly event?: EventResource | undefined;
  readonly exceptions: readonly EventResource[];
  /** Exceptions that the other service does not have any more. */
  readonly gone?: ReadonlySet<string> | undefined;
}

export interface RefusedRow {
  readonly id: string;
  readonly error: unknown;
}

export interface SeriesPlan {
  readonly writes: readonly EventWrite[];
  readonly refused: readonly RefusedRow[];
}

interface Place {
  readonly calendar: Calendar;
  /** What is stored of the event and its exceptions. */
  readonly items: readonly IndexedItem[];
  readonly nowMs: number;
}

const isCancelled = ({ status }: Pick<EventResource, 'status'>): boolean => status === 'cancelled';
const isLiving = (event: StoredEvent | undefined): event is StoredEvent =>
  event !== undefined && isMaster(event) && event.status !== 'cancelled';

/** The event as the row says; a cancelled one keeps what it had, since its row may hold no more than the id. */
function eventAfter(row: EventResource, before: StoredEvent | undefined, place: Place): StoredEvent | undefined {
  const { calendar, nowMs } = place;
  const updatedAtMs = nextTick(nowMs, before?.updatedAtMs ?? 0);
  if (isCancelled(row)) {
    if (before === undefined || before.status === 'cancelled') return before;
    const copy = before.copy && { ...before.copy, isRemoved: true };
    const sequence = row.sequence ?? before.sequence;
    return { ...before, status: 'cancelled', sequence, copy, updatedAtMs, isPulled: true };
  }
  const fields = withAnswersHere(readPulledFields(row, calendar, false), before);
  return {
    ...fields,
    id: requireId(row),
    iCalUID: row.iCalUID ?? before?.iCalUID ?? `${requireId(row)}@google.com`,
    createdAtMs: createdAtMsOf(row, nowMs),
    updatedAtMs,
    version: 0,
    heard: before?.heard,
    formerly: before?.formerly,
    exceptions: before?.exceptions,
    copy: copyMarkOf(fields, calendar),
    isPulled: true,
  };
}

const STRICT = ['private', 'confidential'];

function exceptionAfter(
  row: EventResource,
  master: StoredEvent,
  stored: StoredException | undefined,
  { calendar, nowMs }: Place,
): StoredException {
  const originalStart = readTime('start', row.originalStartTime);
  const id = requireId(row);
  if (instanceId(master.id, originalStart) !== id || !isProducedByRules(master, originalStart))
    throw badRequest('invalid', 'Its series has no instance with this original start.');
  const plain = plainInstance(master, originalStart);
  const base: StoredException = {
    id,
    iCalUID: master.iCalUID,
    createdAtMs: createdAtMsOf(row, master.createdAtMs),
    updatedAtMs: nextTick(nowMs, stored?.updatedAtMs ?? 0),
    version: stored?.version ?? 0,
    recurringEventId: master.id,
    originalStart: plain.originalStart,
  };
  const kept = {
    ...(stored?.heard !== undefined && { heard: stored.heard }),
    ...(master.copy !== undefined && { copy: master.copy }),
    isPulled: true,
    version: base.version + 1,
    createdAtMs: base.createdAtMs,
  };
  if (isCancelled(row)) return { ...withoutOwnFields(base, 'cancelled', base.updatedAtMs), ...kept };
  const fields = withAnswersHere(readPulledFields(row, calendar, true), stored);
  if (STRICT.includes(fields.visibility ?? '') && seriesVisibility(master, fields) !== master.visibility)
    throw badRequest('invalid', 'An instance cannot be more private than its series.');
  const unlisted = { ...master, exceptions: undefined };
  const resolved = { kind: 'instance', master: unlisted, exception: stored, whole: plain } as const;
  return { ...exceptionOf(resolved, fields, base.updatedAtMs), ...kept };
}

/** Exceptions that were active, after the series itself has changed. */
function exceptionsThatStay(
  before: StoredEvent | undefined,
  master: StoredEvent,
  stored: readonly StoredException[],
  atMs: number,
): Map<string, StoredException> {
  const active = before === undefined ? [] : stored.filter(({ id }) => hasException(before, id));
  if (!isMaster(master)) return mapOf(active.map((one) => withoutOwnFields(one, 'cancelled', atMs)));
  if (!isLiving(master)) return mapOf(isLiving(before) ? active.map((one) => cancelWithSeries(one, atMs)) : active);
  const revived = isLiving(before) ? active : active.map((one) => ({ ...withFormerStatus(one), updatedAtMs: atMs }));
  return afterRuleChange(master, revived, stored, atMs);
}

const mapOf = (list: readonly StoredException[]): Map<string, StoredException> =>
  new Map(list.map((exception) => [exception.id, exception]));

/** Undefined when the rows are about a series that is neither here nor among them. */
export function planSeries({ id, event: row, exceptions, gone }: SeriesRows, place: Place): SeriesPlan | undefined {
  const { items, nowMs } = place;
  const before = items.flatMap((item) => (item.id === id && !isException(item) ? [item] : []))[0];
  if (row === undefined && before === undefined) return undefined;
  const after = row === undefined ? before : eventAfter(row, before, place);
  if (after === undefined) return { writes: [], refused: [] };

  const stored = exceptionsIn(items);
  const known = mapOf(stored);
  const refused: RefusedRow[] = [];
  const next = new Map<string, StoredException>();
  for (const [exceptionId, exception] of exceptionsThatStay(before, after, stored, nowMs)) {
    const kept = gone?.has(exceptionId) === true ? withoutOwnFields(exception, undefined, nowMs) : exception;
    next.set(exceptionId, { ...kept, version: (known.get(exceptionId)?.version ?? 0) + 1 });
  }
  for (const answered of isLiving(after) ? exceptions : []) {
    try {
      const exception = exceptionAfter(answered, after, known.get(answered.id ?? ''), place);
      next.set(exception.id, exception);
    } catch (error) {
      // A cancelled instance that the rules do not produce any more is no loss.
      if (!isCancelled(answered)) refused.push({ id: answered.id ?? '', error });
    }
  }

  const isListed = ({ originalStart }: StoredException): boolean =>
    isMaster(after) && (!isLiving(after) || isProducedByRules(after, originalStart));
  const suffixes = [...next.values()].filter(isListed).map((exception) => suffixOf(exception.id));
  const master: StoredEvent = {
    ...after,
    version: (items.find((item) => item.id === id)?.version ?? 0) + 1,
    exceptions: suffixes.length > 0 ? suffixes.toSorted() : undefined,
    reachesUntilMs: reachOf({ ...after, reachesUntilMs: undefined }, [...next.values()]),
    formerly: before === undefined ? undefined : rememberRules(before, after, nowMs),
  };
  // The series is written last: until then, a pull that is cut short finds it unchanged and does the rest.
  const writes = [
    ...[...next.values()].flatMap((exception) => writeIfChanged(exception, items, nowMs, master)),
    ...writeIfChanged(master, items, nowMs),
  ];
  return { writes, refused };
}
