/**
 * Everything that writes events. Read in this order: change-event.ts (update, patch and delete: read, check, plan,
 * write, and again from the start on a conflict), edits.ts (the three kinds of change), follow-series.ts (a series and
 * its exceptions), exception.ts (one instance), series-guests.ts (guests of exceptions), item-write.ts (how an item is
 * filed), insert-event.ts, import-event.ts, move-event.ts with move-changes.ts. Bodies are read in events/body, changes
 * of guests are restricted in events/guest-edits.
 */
import { isDeepStrictEqual } from 'node:util';
import type { User } from '#lib/api/context';
import { requireMatch } from '#lib/api/etag';
import type { Permission } from '#lib/calendar/access/permissions';
import { isRevision } from '#lib/calendar/events/body/read-body';
import { editAsGuest } from '#lib/calendar/events/guest-edits/guest-edit';
import { reachOf } from '#lib/calendar/events/order/time-key';
import {
  findTarget,
  presentWritten,
  requireWriter,
  type ErrorIfMissing,
  type EventContext,
  type AnswerOptions,
  type Target,
} from '#lib/calendar/events/read/find-event';
import { eventTag, nextTick } from '#lib/calendar/model/change-clock';
import type { Edit } from '#lib/calendar/model/edit';
import type { Overlay, StoredEvent, Reminders } from '#lib/calendar/model/event';
import { differences, type EventFields } from '#lib/calendar/model/event-fields';
import type { CopyMark } from '#lib/calendar/model/guest-copy';
import {
  hasException,
  modifiedInstance,
  plainInstance,
  suffixOf,
  type ResolvedEvent,
  type ResolvedInstance,
  type WholeEvent,
} from '#lib/calendar/model/instance';
import type { MailTo } from '#lib/calendar/model/mail-choice';
import { parseInstanceId } from '#lib/calendar/recurrence/instance-id';
import type { EventResource } from '#lib/calendar/resources/event';
import type { EventChange, EventWrite, OverlayWrite, ChangeNumbers } from '#lib/calendar/stores/events';
import { retryOnConflict } from '#lib/calendar/stores/retry-on-conflict';
import { exceptionOf, seriesVisibility } from './exception.ts';
import { followSeries } from './follow-series.ts';
import { writeOf } from './item-write.ts';

/** Computes the edit from the event as it is now. */
export type Editor = (target: Target) => Edit;

interface Outcome {
  readonly whole: WholeEvent;
  readonly overlay: Overlay | undefined;
  /** Undefined when nothing changes. */
  readonly change: EventChange | undefined;
}

interface Written {
  readonly whole: WholeEvent;
  readonly writes: readonly EventWrite[];
}

function writeEvent(
  { stored }: ResolvedEvent,
  fields: EventFields,
  exceptions: Target['exceptions'],
  atMs: number,
  nowMs: number,
): Written {
  const { movedTo: _moved, ...kept } = stored;
  const after: StoredEvent = { ...kept, ...fields, version: stored.version + 1, updatedAtMs: atMs };
  const followed = followSeries(stored, after, exceptions, atMs);
  // The series is written last: until then, a repeated request finds it unchanged and does the rest.
  const writes = [
    ...followed.exceptions.map((exception) => writeOf(exception, nowMs, followed.master)),
    writeOf(followed.master, nowMs, undefined, stored),
  ];
  return { whole: followed.master, writes };
}

/** Writes the exception, and its series when the series has to list it or change with it. */
function writeInstance(
  resolved: ResolvedInstance,
  fields: EventFields,
  place: ChangeNumbers | undefined,
  atMs: number,
  nowMs: number,
): Written {
  const { master, whole } = resolved;
  const changesSeriesVisibility = fields.visibility !== master.visibility;
  const hasItem = hasException(master, whole.id);
  const needsItem = differences(whole, { ...fields, visibility: whole.visibility }).length > 0;
  const exceptions =
    needsItem && !hasItem ? [...(master.exceptions ?? []), suffixOf(whole.id)].toSorted() : master.exceptions;
  const exception = exceptionOf(resolved, fields, atMs);
  const reachesUntilMs = needsItem ? reachOf(master, [exception]) : master.reachesUntilMs;
  const series: StoredEvent = {
    ...master,
    exceptions,
    reachesUntilMs,
    visibility: fields.visibility,
    version: master.version + 1,
    ...(changesSeriesVisibility && { updatedAtMs: atMs }),
  };
  const changesSeriesLists = (needsItem && !hasItem) || reachesUntilMs !== master.reachesUntilMs;
  const seriesWrite = writeOf(series, nowMs, undefined, master);
  const writes = [
    ...(needsItem ? [writeOf(exception, nowMs, series)] : []),
    ...(changesSeriesVisibility ? [seriesWrite] : []),
    ...(changesSeriesLists && !changesSeriesVisibility ? [{ ...seriesWrite, keepsPlace: place }] : []),
  ];
  return {
    writes,
    whole: needsItem || hasItem ? modifiedInstance(series, exception) : plainInstance(series, whole.originalStart),
  };
}

const isDefault = (reminders: Reminders | undefined): boolean => reminders === undefined || reminders.useDefault;
export const sameReminders = (a: Reminders | undefined, b: Reminders | undefined): boolean =>
  isDefault(a) ? isDefault(b) : isDeepStrictEqual(a, b);

/** The list entry records that the user has overlays here, so most lists need not read any. */
export const overlayWrite = (
  { entry }: Target['open'],
  email: string,
  value: Overlay,
  { eventType }: Pick<EventFields, 'eventType'>,
): OverlayWrite => ({
  email,
  value,
  marksEntry: entry !== undefined && entry.hasOverlays !== true,
  eventType,
});

/**
 * The edit with the rules applied: an instance cannot be less private than its series, and a new time, place or status
 * by the organizer is a new revision (`sequence`).
 */
function fieldsToStore({ resolved }: Target, { fields, copy }: Edit): EventFields {
  const before = resolved.whole;
  const visibility = resolved.kind === 'instance' ? seriesVisibility(resolved.master, fields) : fields.visibility;
  const asked = { ...fields, visibility };
  const isRevised =
    copy === undefined && asked.sequence === before.sequence && isRevision(before, differences(before, asked), asked);
  return isRevised ? { ...asked, sequence: before.sequence + 1 } : asked;
}

const withMark = ({ whole, writes }: Written, copy: CopyMark | undefined): Written =>
  copy === undefined
    ? { whole, writes }
    : {
        whole: { ...whole, copy },
        writes: writes.map((write) =>
          write.event.id === whole.id ? { ...write, event: { ...write.event, copy } } : write,
        ),
      };

/** What to write so that the event becomes what the edit says. */
export function planChange(target: Target, edit: Edit, email: string, nowMs: number): Outcome {
  const { resolved, open, overlay, exceptions, place } = target;
  const before = resolved.whole;
  const fields = fieldsToStore(target, edit);
  const isShared = differences(before, fields).length > 0;
  const isPrivate = !sameReminders(overlay?.reminders, edit.reminders);
  if (!isShared && !isPrivate) return { whole: before, overlay, change: undefined };

  const atMs = nextTick(nowMs, before.updatedAtMs);
  const written = (): Written =>
    resolved.kind === 'event'
      ? writeEvent(resolved, fields, exceptions, atMs, nowMs)
      : writeInstance(resolved, fields, place, atMs, nowMs);
  const { whole, writes } = isShared ? withMark(written(), edit.copy) : { whole: before, writes: [] };
  if (!isPrivate) return { whole, overlay, change: { writes, atMs: nowMs } };

  const reminders = edit.reminders === undefined ? {} : { reminders: edit.reminders };
  const own: Overlay = {
    eventId: before.id,
    ...reminders,
    updatedAtMs: nextTick(nowMs, before.updatedAtMs, overlay?.updatedAtMs ?? 0),
    seq: 0,
  };
  return { whole, overlay: own, change: { writes, atMs: nowMs, overlay: overlayWrite(open, email, own, whole) } };
}

export interface ChangeRequest {
  readonly permission: Permission;
  readonly calendarId: string;
  readonly eventId: string;
  readonly edit: Editor;
  /** The change can touch times, rules, status or guests, and with them the exceptions of a series. */
  readonly reachesExceptions: boolean;
  readonly presenting?: AnswerOptions;
  /** Which guests get mail. */
  readonly mail?: MailTo | undefined;
  /** Throws when the event is not in a state to be changed that way. */
  readonly requireState?: (event: WholeEvent) => void;
  /** The error when there is no such event; 404 by default. */
  readonly errorIfMissing?: ErrorIfMissing;
}

/** The event after the change. Nothing is written when nothing changes. */
export const changeEvent = (request: ChangeRequest, context: EventContext<User>): Promise<EventResource> =>
  retryOnConflict(
    async () => {
      const { caller, clock, stores } = context;
      const target = await findTarget(
        request.calendarId,
        request.eventId,
        context,
        request.reachesExceptions,
        request.errorIfMissing,
      );
      const { open, resolved, overlay } = target;
      request.requireState?.(resolved.whole);
      requireWriter(target, request.permission, caller.email);
      requireMatch(context.request.preconditions, eventTag(resolved.whole, overlay));
      const notice = { eventId: resolved.whole.id, by: caller.email, mail: request.mail };
      const outcome = planChange(
        target,
        editAsGuest(target, request.edit(target), notice),
        caller.email,
        clock.now().getTime(),
      );
      const isWritten =
        outcome.change === undefined ||
        (await stores.events.write(open.calendar, { ...outcome.change, telling: notice })) !== false;
      return isWritten ? presentWritten(outcome.whole, outcome.overlay, open, context, request.presenting) : undefined;
    },
    {
      of: [
        context.caller.email,
        request.calendarId,
        parseInstanceId(request.eventId)?.masterId ?? request.eventId,
      ].join(' '),
    },
  );
