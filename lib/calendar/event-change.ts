/** A change of an event that exists: read, checked, applied and written; when somebody was faster, again from the start. */
import { isDeepStrictEqual } from 'node:util';
import type { User } from '#lib/api/context';
import { conflict } from '#lib/api/errors';
import { requireMatch } from '#lib/api/etag';
import type { Deed } from './access.ts';
import type { EventFields, Overlay, StoredEvent } from './event.ts';
import { eventTag, nextTick } from './event-etag.ts';
import { differences } from './event-fields.ts';
import { isRevision } from './event-input.ts';
import { findTarget, presentWritten, requireWriter, type EventContext, type Presenting, type Target } from './event-target.ts';
import { writeOf } from './event-write.ts';
import { exceptionOf, spreadVisibility } from './exception.ts';
import { hasException, modifiedInstance, plainInstance, suffixOf, type ResolvedEvent, type ResolvedInstance, type WholeEvent } from './instance.ts';
import type { Reminders } from './reminders.ts';
import type { EventResource } from './resources/event.ts';
import { followSeries } from './series-edit.ts';
import type { EventChange, EventWrite, Filed, OverlayWrite } from './stores.ts';

export interface Edit {
  readonly fields: EventFields;
  /** Undefined means the calendar's defaults. */
  readonly reminders: Reminders | undefined;
}

/** What a change does to an event, given the event as it is. */
export type Editor = (target: Target) => Edit;

interface Outcome {
  readonly whole: WholeEvent;
  readonly overlay: Overlay | undefined;
  /** Undefined when everything is as it was. */
  readonly change: EventChange | undefined;
}

/** Lost races before a caller hears of them. */
export const MOST_ATTEMPTS = 10;

/** What an item knows of its place among the changes. */
const placeOf = (item: StoredEvent): EventWrite['keepsPlace'] => {
  const { seq, sharedSeq } = { seq: 0, sharedSeq: 0, ...(item as StoredEvent & Partial<Filed>) };
  return { seq, sharedSeq };
};

interface Written {
  readonly whole: WholeEvent;
  readonly writes: readonly EventWrite[];
}

function writeEvent({ stored }: ResolvedEvent, fields: EventFields, exceptions: Target['exceptions'], atMs: number, nowMs: number): Written {
  const { movedTo: _moved, ...kept } = stored;
  const after: StoredEvent = { ...kept, ...fields, version: stored.version + 1, updatedAtMs: atMs };
  const followed = followSeries(stored, after, exceptions, atMs);
  // The series comes last: until it is written, a repeated request finds it as it was and does the rest.
  const writes = [...followed.exceptions.map((exception) => writeOf(exception, nowMs, followed.master)), writeOf(followed.master, nowMs)];
  return { whole: followed.master, writes };
}

function writeInstance(resolved: ResolvedInstance, fields: EventFields, atMs: number, nowMs: number): Written {
  const { master, whole } = resolved;
  const visibility = spreadVisibility(master, fields);
  const isSpread = visibility !== master.visibility;
  const isOnlySpread = isSpread && differences(whole, { ...fields, visibility: whole.visibility }).length === 0;
  const exceptions = isOnlySpread || hasException(master, whole.id) ? master.exceptions : [...(master.exceptions ?? []), suffixOf(whole.id)].toSorted();
  const nextMaster: StoredEvent = { ...master, exceptions, visibility, version: master.version + 1, ...(isSpread && { updatedAtMs: atMs }) };
  const exception = exceptionOf(resolved, fields, atMs);
  const changesMaster = isSpread || exceptions !== master.exceptions;
  return {
    whole: isOnlySpread && !hasException(master, whole.id) ? plainInstance(nextMaster, whole.originalStart) : modifiedInstance(nextMaster, exception),
    writes: [
      ...(isOnlySpread ? [] : [writeOf(exception, nowMs, nextMaster)]),
      ...(changesMaster ? [{ ...writeOf(nextMaster, nowMs), ...(!isSpread && { keepsPlace: placeOf(master) }) }] : []),
    ],
  };
}

const isDefault = (reminders: Reminders | undefined): boolean => reminders === undefined || reminders.useDefault;
export const sameReminders = (a: Reminders | undefined, b: Reminders | undefined): boolean => (isDefault(a) ? isDefault(b) : isDeepStrictEqual(a, b));

/** The list entry says when there are overlays, so that most lists need not look for them. */
export const overlayWrite = ({ entry }: Target['open'], email: string, value: Overlay): OverlayWrite => ({
  email,
  value,
  marksEntry: entry !== undefined && entry.hasOverlays !== true,
});

/** What is to be written so that the event becomes what the edit says. */
export function planChange(target: Target, edit: Edit, email: string, nowMs: number): Outcome {
  const { resolved, open, overlay } = target;
  const before = resolved.whole;
  // An instance cannot be less private than its series; to ask for it changes nothing.
  const visibility = resolved.kind === 'instance' ? spreadVisibility(resolved.master, edit.fields) : edit.fields.visibility;
  const asked = { ...edit.fields, visibility };
  const names = differences(before, asked);
  const isShared = names.length > 0;
  const isPrivate = !sameReminders(overlay?.reminders, edit.reminders);
  if (!isShared && !isPrivate) return { whole: before, overlay, change: undefined };

  const isRevised = asked.sequence === before.sequence && isRevision(before, names, asked);
  const fields = isRevised ? { ...asked, sequence: before.sequence + 1 } : asked;
  const atMs = nextTick(nowMs, before.updatedAtMs);
  const nextOverlay: Overlay | undefined = isPrivate
    ? { eventId: before.id, ...(edit.reminders !== undefined && { reminders: edit.reminders }), updatedAtMs: nextTick(nowMs, before.updatedAtMs, overlay?.updatedAtMs ?? 0), seq: 0 }
    : overlay;
  const touched = resolved.kind === 'event' ? resolved.stored : hasException(resolved.master, before.id) ? (resolved.exception ?? resolved.master) : resolved.master;
  const { whole, writes }: Written = !isShared
    ? { whole: before, writes: [{ event: touched, timeKey: undefined, isPrivate: true }] }
    : resolved.kind === 'event'
      ? writeEvent(resolved, fields, target.exceptions, atMs, nowMs)
      : writeInstance(resolved, fields, atMs, nowMs);
  const change: EventChange = { writes, atMs: nowMs, ...(isPrivate && nextOverlay !== undefined && { overlay: overlayWrite(open, email, nextOverlay) }) };
  return { whole, overlay: nextOverlay, change };
}

export interface ChangeRequest {
  readonly deed: Deed;
  readonly calendarId: string;
  readonly eventId: string;
  readonly edit: Editor;
  /** The change can touch times, rules or status, and with them the exceptions of a series. */
  readonly reachesExceptions: boolean;
  readonly presenting?: Presenting;
  /** Throws when the event is not in a state to be changed that way. */
  readonly requireState?: (event: WholeEvent) => void;
}

/** The event after the change. A write of what is there already is none. */
export async function changeEvent(request: ChangeRequest, context: EventContext<User>): Promise<EventResource> {
  const { caller, clock, stores } = context;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const target = await findTarget(request.calendarId, request.eventId, context, request.reachesExceptions);
    const { open, resolved, overlay } = target;
    request.requireState?.(resolved.whole);
    requireWriter(target, request.deed, caller.email);
    requireMatch(context.request.preconditions, eventTag(resolved.whole, overlay));
    const outcome = planChange(target, request.edit(target), caller.email, clock.now().getTime());
    if (outcome.change === undefined || (await stores.events.write(open.calendar, outcome.change)) !== false) {
      return presentWritten(outcome.whole, outcome.overlay, open, context, request.presenting);
    }
  }
  throw conflict('conflict', 'Conflict');
}
