/** What a reader sees of an event: everything, only its times, or nothing. */
import type { Person } from '#lib/calendar/model/event-fields';
import type { WholeEvent } from '#lib/calendar/model/instance';
import type { DetailLevel } from './narrow-scopes.ts';

/** An event as a reader may see it. Without details it has no creator and no organizer. */
export type VisibleEvent = Omit<WholeEvent, 'creator' | 'organizer'> & {
  readonly creator?: Person | undefined;
  readonly organizer?: Person | undefined;
};

export interface Reader {
  /** Undefined with only an API key. */
  readonly email: string | undefined;
  readonly detailLevel: DetailLevel;
}

const isPrivate = ({ visibility }: Pick<WholeEvent, 'visibility'>): boolean =>
  visibility === 'private' || visibility === 'confidential';

/** A private event that is not the reader's own. */
export const isHiddenFrom = (event: Pick<WholeEvent, 'visibility' | 'creator'>, email: string | undefined): boolean =>
  isPrivate(event) && event.creator.email !== email;

const strip = (event: WholeEvent): VisibleEvent => ({
  id: event.id,
  iCalUID: event.iCalUID,
  status: event.status,
  createdAtMs: event.createdAtMs,
  updatedAtMs: event.updatedAtMs,
  start: event.start,
  end: event.end,
  recurrence: event.recurrence,
  recurringEventId: event.recurringEventId,
  originalStart: event.originalStart,
  sequence: event.sequence,
  transparency: event.transparency,
  visibility: 'private',
  eventType: event.eventType,
});

/** The event without details that the reader may not see; undefined when the reader may not know that it exists. */
export function visibleEvent(event: WholeEvent, { email, detailLevel }: Reader): VisibleEvent | undefined {
  if (detailLevel === 'times') return event.transparency === 'transparent' ? undefined : strip(event);
  return detailLevel === 'shared' && isHiddenFrom(event, email) ? strip(event) : event;
}
