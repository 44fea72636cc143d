/** Builds the exception of an instance: it stores only the fields that differ from the series. */
import { isDeepStrictEqual } from 'node:util';
import type { StoredEvent, StoredException } from '#lib/calendar/model/event';
import { FIELD_NAMES, isSame, type FieldName, type EventFields } from '#lib/calendar/model/event-fields';
import { hasException, plainInstance, type ResolvedInstance } from '#lib/calendar/model/instance';
import type { Instance } from '#lib/calendar/model/instance';

/**
 * Fields that are never compared: the rules are never stored, creator and visibility come from the series, and start
 * and end are handled together.
 */
const SHARED: readonly FieldName[] = ['recurrence', 'creator', 'organizer', 'visibility', 'eventType', 'start', 'end'];
const OWN_NAMES = FIELD_NAMES.filter((name) => !SHARED.includes(name));

const isStrict = (visibility: string | undefined): boolean => visibility === 'private' || visibility === 'confidential';

/** An instance can only be stricter than its series, and then the whole series becomes as strict. */
export const seriesVisibility = (master: StoredEvent, { visibility }: EventFields): EventFields['visibility'] =>
  isStrict(visibility) && !isStrict(master.visibility) ? visibility : master.visibility;

/**
 * Whether the exception stores this field. A field that the change does not touch stays inherited or stored, as it was.
 */
function isOwn(
  name: FieldName,
  before: Instance,
  after: EventFields,
  plain: Instance,
  own: StoredException | undefined,
): boolean {
  if (!isSame(before, after, name)) return !isSame(plain, after, name);
  return own !== undefined && (Object.hasOwn(own, name) || own.cleared?.includes(name) === true);
}

const spanOf = ({ start, end }: EventFields) => ({ start, end });

/** The exception after a change. The exception before says which fields it already stored. */
export function exceptionOf(
  { master, exception, whole: before }: ResolvedInstance,
  after: EventFields,
  updatedAtMs: number,
): StoredException {
  const plain = plainInstance(master, before.originalStart);
  const own = hasException(master, before.id) ? exception : undefined;
  const names = OWN_NAMES.filter((name) => isOwn(name, before, after, plain, own));
  const cleared = names.filter((name) => after[name] === undefined);
  const kept = names.filter((name) => after[name] !== undefined);
  const hasOwnTimes = isDeepStrictEqual(spanOf(before), spanOf(after))
    ? own?.start !== undefined
    : !isDeepStrictEqual(spanOf(plain), spanOf(after));
  // It stays to be restored together with its series.
  const isGoneWithSeries = master.status === 'cancelled' && after.status === 'cancelled';
  return {
    id: before.id,
    iCalUID: master.iCalUID,
    createdAtMs: master.createdAtMs,
    updatedAtMs,
    version: (exception?.version ?? 0) + 1,
    recurringEventId: master.id,
    originalStart: before.originalStart,
    ...(isGoneWithSeries && { statusBefore: own?.statusBefore }),
    ...(exception?.copy !== undefined && { copy: exception.copy }),
    ...(exception?.heard !== undefined && { heard: exception.heard }),
    ...(hasOwnTimes && spanOf(after)),
    ...Object.fromEntries(kept.map((name) => [name, after[name]])),
    ...(cleared.length > 0 && { cleared }),
  };
}

/** An exception without fields of its own, but for its status if there is one. */
export const withoutOwnFields = (
  { id, iCalUID, createdAtMs, version, recurringEventId, originalStart }: StoredException,
  status: StoredException['status'],
  updatedAtMs: number,
): StoredException => ({
  id,
  iCalUID,
  createdAtMs,
  updatedAtMs,
  version,
  recurringEventId,
  originalStart,
  ...(status !== undefined && { status }),
});
