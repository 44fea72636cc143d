/**
 * What an item says of itself as one of several copies of a meeting. The organizer's copy leads, the guests' follow it.
 */
import type { EventAttendeeResource } from '#lib/calendar/resources/event';
import type { FieldName, EventFields } from './event-fields.ts';
import type { MailTo } from './mail-choice.ts';

/** What a guest says about coming. */
export type Answer = Pick<EventAttendeeResource, 'responseStatus' | 'comment' | 'additionalGuests'>;

/** What a guest has changed, until the organizer's copy has taken it over and the change has come back from there. */
export interface PendingGuestChange {
  /** Grows with every change of the guest (see `changeNumber`). The organizer's copy remembers it as heard. */
  readonly version: number;
  readonly answer?: Answer | undefined;
  readonly invited?: readonly EventAttendeeResource[] | undefined;
  /** Fields that a guest who may modify the event has set, and those left empty. */
  readonly set?: Partial<EventFields> | undefined;
  readonly cleared?: readonly FieldName[] | undefined;
  /** Who is to hear by mail of what it changes for the others, and who asked for that. */
  readonly mail?: { readonly to: MailTo; readonly by: string } | undefined;
}

/** On every item of a guest's copy. */
export interface CopyMark {
  /** The organizer's calendar. */
  readonly of: string;
  /** The version of the organizer's item that this one reflects; 0 for an instance that only the guest has changed. */
  readonly version: number;
  readonly awaiting?: PendingGuestChange | undefined;
  /**
   * What the organizer's copy had heard of the guest when this one was made; an earlier one may have been forgotten.
   */
  readonly after?: number | undefined;
  /** Not listed until the guest answers. */
  readonly isHidden?: boolean | undefined;
  /** The guest has deleted it. */
  readonly isRemoved?: boolean | undefined;
}

/** Of a change that a guest makes with this version of an item. */
export const changeNumber = (mark: Pick<CopyMark, 'after'>, version: number): number => version + (mark.after ?? 0);

/** On the organizer's items: the last change of each guest that was taken over. */
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

/** Cancelled by the organizer: nothing more than that is told. */
export const isCancelledByOrganizer = ({ status, copy }: Marked): boolean =>
  status === 'cancelled' && copy !== undefined && copy.isRemoved !== true;

interface Invitation extends Marked {
  readonly attendees?: Rows;
}

/** An invitation that the guest's settings keep out of sight until it is answered. */
export const isHiddenInvitation = ({ copy, attendees }: Invitation, calendarId: string): boolean =>
  copy?.isHidden === true && (rowOf(attendees, calendarId)?.responseStatus ?? 'needsAction') === 'needsAction';
