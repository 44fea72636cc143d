/**
 * Applies a guest's pending changes to the event as the organizer has it. Changes that guests may not (or no longer)
 * make are left out.
 */
import type { EventFields } from '#lib/calendar/model/event-fields';
import { withAnswer, type PendingGuestChange } from '#lib/calendar/model/guest-copy';
import type { EventAttendeeResource } from '#lib/calendar/resources/event';
import { joinProperties } from './shared-fields.ts';

type Rights = Pick<EventFields, 'guestsCanModify' | 'guestsCanInviteOthers'>;
type Rows = readonly EventAttendeeResource[];

export const mayModify = ({ guestsCanModify }: Rights): boolean => guestsCanModify === true;
export const mayInvite = (rights: Rights): boolean => rights.guestsCanInviteOthers !== false || mayModify(rights);

export function rebaseRows(
  rows: Rows,
  { answer, invited = [] }: PendingGuestChange,
  guest: string,
  rights: Rights,
): EventAttendeeResource[] {
  const answered = rows.map((row) => (row.email === guest && answer !== undefined ? withAnswer(row, answer) : row));
  const added = mayInvite(rights) ? invited.filter(({ email }) => !rows.some((row) => row.email === email)) : [];
  return [...answered, ...added];
}

/** The fields that a guest set, if guests may modify the event; `undefined` for those that the guest emptied. */
export const fieldsSetByGuest = (awaiting: PendingGuestChange, rights: Rights): Partial<EventFields> =>
  mayModify(rights)
    ? { ...awaiting.set, ...Object.fromEntries((awaiting.cleared ?? []).map((name) => [name, undefined])) }
    : {};

export function rebase<T extends EventFields>(event: T, awaiting: PendingGuestChange, guest: string): T {
  const { extendedProperties, ...set } = fieldsSetByGuest(awaiting, event);
  return {
    ...event,
    ...set,
    ...(extendedProperties !== undefined && {
      extendedProperties: joinProperties(event.extendedProperties, extendedProperties),
    }),
    attendees: rebaseRows(event.attendees ?? [], awaiting, guest, event),
  };
}

/** Adds a new change of a guest to one that is still pending. */
export function addPending(pending: PendingGuestChange | undefined, next: PendingGuestChange): PendingGuestChange {
  if (pending === undefined) return next;
  const { set = {}, cleared = [] } = next;
  return {
    version: next.version,
    answer: next.answer ?? pending.answer,
    mail: next.mail ?? pending.mail,
    invited: [...(pending.invited ?? []), ...(next.invited ?? [])],
    set: {
      ...Object.fromEntries(
        Object.entries(pending.set ?? {}).filter(([name]) => !cleared.some((other) => other === name)),
      ),
      ...set,
    },
    cleared: [...new Set([...(pending.cleared ?? []).filter((name) => !Object.hasOwn(set, name)), ...cleared])],
  };
}
