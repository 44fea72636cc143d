/**
 * The marks on the items of a meeting: `copy` on every item of a guest's copy, `heard` on the organizer's items. The
 * organizer's item is the original; copies follow it (see guests/propagate.ts for an example).
 */
import type { EventAttendeeResource } from '#lib/calendar/resources/event';
import type { FieldName, EventFields } from './event-fields.ts';
import type { MailTo } from './mail-choice.ts';

/** A guest's answer to an invitation. */
export type Answer = Pick<EventAttendeeResource, 'responseStatus' | 'comment' | 'additionalGuests'>;

/** A guest's change, stored until the organizer's item has it and the copy was updated from there. */
export interface PendingGuestChange {
  /**
   * Grows with every change of the guest (see `changeNumber`). The organizer's item stores the last one applied in
   * `heard`.
   */
  readonly version: number;
  readonly answer?: Answer | undefined;
  readonly invited?: readonly EventAttendeeResource[] | undefined;
  /** Fields that a guest who may modify the event has set, and those emptied. */
  readonly set?: Partial<EventFields> | undefined;
  readonly cleared?: readonly FieldName[] | undefined;
  /** Which guests get mail about it, and who asked for that. */
  readonly mail?: { readonly to: MailTo; readonly by: string } | undefined;
}

/** On every item of a guest's copy. */
export interface CopyMark {
  /** The organizer's calendar. */
  readonly of: string;
  /** The version of the organizer's item that this one shows; 0 for an instance that only the guest changed. */
  readonly version: number;
  readonly awaiting?: PendingGuestChange | undefined;
  /**
   * The last change of the guest that the organizer's item had applied when this copy was made: an earlier copy may
   * have expired.
   */
  readonly after?: number | undefined;
  /** Not listed before the guest answers. */
  readonly isHidden?: boolean | undefined;
  /** The guest deleted the copy. */
  readonly isRemoved?: boolean | undefined;
}

/** The number of a guest's change that writes this version of the item. */
export const changeNumber = (mark: Pick<CopyMark, 'after'>, version: number): number => version + (mark.after ?? 0);

/** On the organizer's items: the number of the last applied change, by guest. */
export type AppliedGuestChanges = Readonly<Record<string, number>>;

type Rows = readonly EventAttendeeResource[] | undefined;

export const rowOf = (rows: Rows, email: string): EventAttendeeResource | undefined =>
  rows?.find((row) => row.email === email);

export const answerIn = ({ responseStatus, comment, additionalGuests }: EventAttendeeResource): Answer => ({
  responseStatus,
  ...(comment !== undefined && { comment }),
  ...(additionalGuests !== undefined && { additionalGuests }),
});

/** A row with another answer. */
export const withAnswer = (
  { comment: _comment, additionalGuests: _guests, ...row }: EventAttendeeResource,
  answer: Answer,
): EventAttendeeResource => ({ ...row, ...answer });

interface Marked {
  readonly status: string;
  readonly copy?: CopyMark | undefined;
}

/** Cancelled by the organizer: readers see only its id and status. */
export const isCancelledByOrganizer = ({ status, copy }: Marked): boolean =>
  status === 'cancelled' && copy !== undefined && copy.isRemoved !== true;

interface Invitation extends Marked {
  readonly attendees?: Rows;
}

/** An invitation that the guest's settings hide until it is answered. */
export const isHiddenInvitation = ({ copy, attendees }: Invitation, calendarId: string): boolean =>
  copy?.isHidden === true && (rowOf(attendees, calendarId)?.responseStatus ?? 'needsAction') === 'needsAction';
