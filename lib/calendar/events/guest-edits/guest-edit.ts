/**
 * What a guest may change of a meeting, and where it goes. Read guest-edit.ts first: it splits an edit into what goes
 * to the organizer (the answer, new guests, fields that guests may modify) and what stays in the copy.
 * pending-change.ts stores and reapplies the first part until the organizer's item has it, shared-fields.ts lists which
 * fields are shared. The way to the organizer is in guests/.
 */
import { isDeepStrictEqual } from 'node:util';
import { badRequest, forbidden } from '#lib/api/errors';
import { MAX_ATTENDEES } from '#lib/calendar/events/body/attendees';
import type { Target } from '#lib/calendar/events/read/find-event';
import type { Edit } from '#lib/calendar/model/edit';
import { isSame, type EventFields } from '#lib/calendar/model/event-fields';
import {
  answerIn,
  changeNumber,
  rowOf,
  withAnswer,
  type Answer,
  type PendingGuestChange,
  type CopyMark,
} from '#lib/calendar/model/guest-copy';
import type { EventAttendeeResource } from '#lib/calendar/resources/event';
import type { ChangeNotice } from '#lib/calendar/stores/events';
import { addPending, mayInvite, mayModify } from './pending-change.ts';
import { MODIFIABLE, pick } from './shared-fields.ts';

const FLAGS = [
  'guestsCanInviteOthers',
  'guestsCanModify',
  'guestsCanSeeOtherGuests',
  'anyoneCanAddSelf',
] as const satisfies readonly (keyof EventFields)[];

const sharedIn = ({ extendedProperties }: EventFields): object => extendedProperties?.shared ?? {};

/** 403 when a guest changes what only the organizer may. A field that the body leaves out counts as its default. */
function requireSameRights(before: EventFields, after: EventFields, mark: CopyMark | undefined): void {
  const maySetProperties = mark === undefined || mayModify(before);
  if (
    FLAGS.every((name) => isSame(before, after, name)) &&
    (maySetProperties || isDeepStrictEqual(sharedIn(before), sharedIn(after)))
  )
    return;
  throw forbidden('forbiddenForNonOrganizer', 'Shared properties can only be changed by the organizer of the event.', {
    domain: 'calendar',
  });
}

/** The guests that a guest adds, if guests may. Other rows stay as the organizer has them. */
function guestsAddedByGuest(before: EventFields, after: EventFields): EventAttendeeResource[] {
  const added = (after.attendees ?? []).filter(
    ({ email = '' }) => email !== before.organizer.email && rowOf(before.attendees, email) === undefined,
  );
  if (added.length > 0 && !mayInvite(before)) throw forbidden('forbidden', 'Forbidden');
  if ((before.attendees ?? []).length + added.length > MAX_ATTENDEES)
    throw badRequest('invalid', `An event has at most ${String(MAX_ATTENDEES)} attendees.`);
  return added.map((row) => withAnswer(row, { responseStatus: 'needsAction' }));
}

function answerOf(before: EventFields, after: EventFields, self: string): Answer | undefined {
  const row = rowOf(before.attendees, self);
  const sent = rowOf(after.attendees, self) ?? row;
  if (row === undefined || sent === undefined) return undefined;
  const isDeleting = after.status === 'cancelled' && before.status !== 'cancelled';
  const answer: Answer = { ...answerIn(sent), ...(isDeleting && { responseStatus: 'declined' }) };
  return isDeepStrictEqual(answer, answerIn(row)) ? undefined : answer;
}

/** The guest's changes for everybody, if guests may modify the event. */
function modifications(before: EventFields, after: EventFields): Pick<PendingGuestChange, 'set' | 'cleared'> {
  if (!mayModify(before)) return {};
  const changed = MODIFIABLE.filter((name) => !isSame(before, after, name));
  const cleared = changed.filter((name) => after[name] === undefined);
  const isSharedChanged = !isDeepStrictEqual(sharedIn(before), sharedIn(after));
  const set = {
    ...pick(after, changed),
    ...(isSharedChanged && { extendedProperties: { shared: after.extendedProperties?.shared ?? {} } }),
  };
  return { ...(Object.keys(set).length > 0 && { set }), ...(cleared.length > 0 && { cleared }) };
}

/** The mark of the item to be written, and its next version. */
function markIn({ resolved }: Target): { readonly mark: CopyMark | undefined; readonly version: number } {
  if (resolved.kind === 'event') return { mark: resolved.stored.copy, version: resolved.stored.version + 1 };
  const { master, exception } = resolved;
  const inherited = master.copy && {
    of: master.copy.of,
    version: 0,
    ...(master.copy.isHidden === true && { isHidden: true }),
  };
  return { mark: exception?.copy ?? inherited, version: (exception?.version ?? 0) + 1 };
}

function statusAfter(
  before: EventFields,
  after: EventFields,
  mark: CopyMark | undefined,
): Pick<EventFields, 'status'> & { readonly isRemoved: boolean } {
  const wasCalledOff = mark !== undefined && before.status === 'cancelled' && mark.isRemoved !== true;
  const status = wasCalledOff ? 'cancelled' : after.status;
  return { status, isRemoved: status === 'cancelled' && !wasCalledOff };
}

/** The edit, reduced to what a guest may do. In the organizer's calendar it stays as it is. */
export function editAsGuest(target: Target, edit: Edit, { by, mail }: ChangeNotice): Edit {
  const { whole: before } = target.resolved;
  const self = target.open.calendar.id;
  if (before.organizer.email === self) return edit;
  const { mark, version } = markIn(target);
  requireSameRights(before, edit.fields, mark);

  const { status, isRemoved } = statusAfter(before, edit.fields, mark);
  const invited = guestsAddedByGuest(before, edit.fields);
  const answer = answerOf(before, { ...edit.fields, status }, self);
  const rows = (before.attendees ?? []).map((row) =>
    row.email === self && answer !== undefined ? withAnswer(row, answer) : row,
  );
  const attendees = [...rows, ...invited];
  const fields: EventFields = { ...edit.fields, status, attendees: attendees.length > 0 ? attendees : undefined };
  if (mark === undefined) return { ...edit, fields };

  const changes = { ...modifications(before, fields), ...(invited.length > 0 && { invited }) };
  const isForEverybody = Object.keys(changes).length > 0;
  const isPending = answer !== undefined || isForEverybody;
  const next: PendingGuestChange = {
    version: changeNumber(mark, version),
    ...(answer !== undefined && { answer }),
    ...changes,
    ...(isForEverybody && mail !== undefined && { mail: { to: mail, by } }),
  };
  const { isRemoved: _was, ...kept } = mark;
  return {
    ...edit,
    fields,
    copy: { ...kept, ...(isPending && { awaiting: addPending(mark.awaiting, next) }), ...(isRemoved && { isRemoved }) },
  };
}
