/**
 * Builds a guest's copy of an event: shared fields from the organizer's item, the guest's own fields from the copy
 * before, and on top the guest's changes that the organizer's item does not have yet.
 */
import { fieldsSetByGuest, rebase, rebaseRows } from '#lib/calendar/events/guest-edits/pending-change';
import { joinProperties, OWN_FIELDS, pick, SHARED_FIELDS } from '#lib/calendar/events/guest-edits/shared-fields';
import type { StoredEvent, StoredException, StoredItem } from '#lib/calendar/model/event';
import type { EventFields } from '#lib/calendar/model/event-fields';
import {
  answerIn,
  changeNumber,
  rowOf,
  withAnswer,
  type Answer,
  type PendingGuestChange,
  type CopyMark,
  type AppliedGuestChanges,
} from '#lib/calendar/model/guest-copy';
import { plainInstance } from '#lib/calendar/model/instance';
import { parseInstanceId } from '#lib/calendar/recurrence/instance-id';
import type { EventAttendeeResource } from '#lib/calendar/resources/event';
import { hasOwnGuests, isInvited, type Meeting } from './meeting.ts';

/** In larger meetings guests do not see the answers of the others. */
const MAX_WITH_ANSWERS = 200;

/** What the guest's settings and calendar decide about a new invitation. */
export interface Arrival {
  readonly isHidden?: boolean;
  /** Automatic answers, by the id of the event or of an instance. */
  readonly answers?: ReadonlyMap<string, Answer>;
}

/** The guest's change, unless the organizer's item has it already. */
const pendingIn = (
  mark: CopyMark | undefined,
  applied: AppliedGuestChanges | undefined,
  guest: string,
): PendingGuestChange | undefined =>
  mark?.awaiting !== undefined && mark.awaiting.version > (applied?.[guest] ?? 0) ? mark.awaiting : undefined;

type Rows = readonly EventAttendeeResource[];

/**
 * A copy that the guest deleted stays deleted while the organizer's item says that the guest declines; any other answer
 * there brings it back.
 */
const withInvitation = (
  { isRemoved, ...mark }: CopyMark,
  awaiting: PendingGuestChange | undefined,
  rows: Rows | undefined,
  guest: string,
): CopyMark =>
  isRemoved === true && (awaiting !== undefined || rowOf(rows, guest)?.responseStatus === 'declined')
    ? { ...mark, isRemoved }
    : mark;

/**
 * The rows as this guest gets them. Where guests do not see the answers of the others, those stay as the copy had them,
 * so one answer does not cause a write for every guest.
 */
function rowsFor(
  { organizer, guestsCanSeeOtherGuests }: Pick<EventFields, 'organizer' | 'guestsCanSeeOtherGuests'>,
  rows: Rows,
  guest: string,
  known: Rows | undefined,
): Rows {
  if (rows.length <= MAX_WITH_ANSWERS && guestsCanSeeOtherGuests !== false) return rows;
  return rows.map((row) => {
    const before =
      row.email === undefined || [guest, organizer.email].includes(row.email) ? undefined : rowOf(known, row.email);
    return before === undefined ? row : withAnswer(row, answerIn(before));
  });
}

function markOf(
  meeting: Meeting,
  version: number,
  awaiting: PendingGuestChange | undefined,
  before: CopyMark | undefined,
): CopyMark {
  return {
    of: meeting.calendarId,
    version,
    ...(awaiting !== undefined && { awaiting }),
    ...(before?.after !== undefined && { after: before.after }),
    ...(before?.isHidden === true && { isHidden: true }),
    ...(before?.isRemoved === true && { isRemoved: true }),
  };
}

const appliedBefore = (applied: AppliedGuestChanges | undefined, guest: string): Pick<CopyMark, 'after'> =>
  applied?.[guest] === undefined ? {} : { after: applied[guest] };

/** The mark of a new copy. An automatic answer is stored as the guest's first change. */
function markOnArrival(
  { isHidden, answers }: Arrival,
  version: number,
  of: string,
  { id, heard }: Pick<StoredItem, 'id' | 'heard'>,
  guest: string,
): CopyMark {
  const mark: CopyMark = { of, version: 0, ...appliedBefore(heard, guest), ...(isHidden === true && { isHidden }) };
  const answer = answers?.get(id);
  return answer === undefined ? mark : { ...mark, awaiting: { version: changeNumber(mark, version), answer } };
}

/**
 * The exception for an instance with an automatic answer, before `copyException` completes it. `theirs` is the
 * organizer's exception, if there is one.
 */
export function exceptionOnArrival(
  { calendarId, event }: Meeting,
  guest: string,
  id: string,
  theirs: StoredException | undefined,
  arrival: Arrival,
  version: number,
): StoredException | undefined {
  const originalStart = theirs?.originalStart ?? parseInstanceId(id)?.originalStart;
  if (originalStart === undefined || arrival.answers?.has(id) !== true) return undefined;
  return {
    id,
    iCalUID: event.iCalUID,
    createdAtMs: event.createdAtMs,
    updatedAtMs: event.updatedAtMs,
    version: 0,
    recurringEventId: event.id,
    originalStart: plainInstance(event, originalStart).originalStart,
    copy: markOnArrival(arrival, version, calendarId, { id, heard: theirs?.heard }, guest),
  };
}

/** The copy of an event or of a series, without its exceptions. `before` is the guest's item under that id. */
export function copyEvent(
  meeting: Meeting,
  guest: string,
  before: StoredEvent | undefined,
  arrival: Arrival,
  version: number,
): StoredEvent {
  const { event } = meeting;
  const arrived = before?.copy ?? markOnArrival(arrival, version, meeting.calendarId, event, guest);
  const awaiting = pendingIn(arrived, event.heard, guest);
  const mark = withInvitation(arrived, awaiting, event.attendees, guest);
  const known = before?.copy === undefined ? undefined : before;
  const copied: StoredEvent = {
    ...(pick(event, SHARED_FIELDS) as StoredEvent),
    organizer: meeting.organizer,
    ...(known === undefined ? pick(event, ['transparency']) : pick(known, OWN_FIELDS)),
    extendedProperties: joinProperties(known?.extendedProperties, event.extendedProperties),
    status: mark.isRemoved === true ? 'cancelled' : event.status,
    attendees: [...rowsFor(event, event.attendees ?? [], guest, known?.attendees)],
    id: event.id,
    iCalUID: event.iCalUID,
    createdAtMs: event.createdAtMs,
    updatedAtMs: Math.max(event.updatedAtMs, (before?.updatedAtMs ?? 0) + 1),
    version,
    formerly: known?.formerly,
    copy: markOf(meeting, event.version, awaiting, mark),
  };
  return awaiting === undefined ? copied : rebase(copied, awaiting, guest);
}

/** A copy after the meeting was cancelled, or after the guest was taken off the list. */
export const cancelCopy = (meeting: Meeting, before: StoredEvent): StoredEvent => ({
  ...before,
  status: 'cancelled',
  sequence: Math.max(before.sequence, meeting.event.sequence),
  version: before.version + 1,
  updatedAtMs: Math.max(meeting.event.updatedAtMs, before.updatedAtMs + 1),
  copy: { of: meeting.calendarId, version: meeting.event.version },
});

/** Fields that the exception sets, and in `cleared` those that it empties. */
function ownFields(
  item: StoredException | undefined,
  names: readonly (keyof EventFields)[],
): Pick<StoredException, 'cleared'> & Partial<EventFields> {
  return item === undefined
    ? {}
    : {
        ...pick(item as Partial<EventFields>, names),
        cleared: (item.cleared ?? []).filter((name) => (names as readonly string[]).includes(name)),
      };
}

function exceptionProperties(
  theirs: StoredException | undefined,
  ours: StoredException | undefined,
  master: StoredEvent,
): Partial<EventFields> {
  if (theirs?.extendedProperties === undefined && ours?.extendedProperties === undefined) return {};
  return {
    extendedProperties: joinProperties(
      ours?.extendedProperties ?? master.extendedProperties,
      theirs?.extendedProperties ?? master.extendedProperties,
    ),
  };
}

/**
 * The copy of an exception. `theirs` is the organizer's item, absent for an instance that only the guest changed;
 * `ours` is the guest's item; `master` is the guest's copy of the series.
 */
export function copyException(
  meeting: Meeting,
  guest: string,
  theirs: StoredException | undefined,
  ours: StoredException | undefined,
  master: StoredEvent,
  version: number,
): StoredException | undefined {
  const base = theirs ?? ours;
  if (base === undefined) return undefined;
  const arrived = ours?.copy ?? {
    of: meeting.calendarId,
    version: 0,
    ...appliedBefore(theirs?.heard, guest),
    ...(master.copy?.isHidden === true && { isHidden: true }),
  };
  const awaiting = pendingIn(arrived, theirs?.heard, guest);
  const mark = withInvitation(arrived, awaiting, theirs?.attendees ?? master.attendees, guest);
  const isGuest = theirs === undefined || !hasOwnGuests(theirs) || isInvited(theirs, guest);
  const status = !isGuest || mark.isRemoved === true ? 'cancelled' : theirs?.status;
  const shared = ownFields(theirs, SHARED_FIELDS);
  const own = ownFields(ours, OWN_FIELDS);
  const rows = rowsFor(
    { ...meeting.event, ...shared },
    theirs?.attendees ?? master.attendees ?? [],
    guest,
    ours?.attendees ?? master.attendees,
  );
  const set = awaiting === undefined ? {} : fieldsSetByGuest(awaiting, { ...meeting.event, ...shared });
  const cleared = [...(shared.cleared ?? []), ...(own.cleared ?? [])];
  return {
    id: base.id,
    iCalUID: meeting.event.iCalUID,
    createdAtMs: meeting.event.createdAtMs,
    updatedAtMs: Math.max(theirs?.updatedAtMs ?? 0, (ours?.updatedAtMs ?? 0) + 1),
    version,
    recurringEventId: meeting.event.id,
    originalStart: base.originalStart,
    ...shared,
    ...own,
    ...exceptionProperties(theirs, ours, master),
    ...set,
    ...(master.status === 'cancelled'
      ? { status: 'cancelled', statusBefore: status ?? 'series' }
      : status !== undefined && { status }),
    ...((theirs?.attendees !== undefined || awaiting !== undefined) && {
      attendees: awaiting === undefined ? [...rows] : rebaseRows(rows, awaiting, guest, meeting.event),
    }),
    cleared: cleared.length > 0 ? cleared : undefined,
    copy: markOf(meeting, theirs?.version ?? 0, awaiting, mark),
  };
}
