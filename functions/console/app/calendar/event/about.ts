/** What can be said of an event at a glance. */
import { words } from '../../words/words.ts';
import { calendarOf, isWritable } from '../data/calendars.ts';
import type { PlacedEvent } from '../data/events.ts';

/** The reader's own answer, where they are a guest. */
export const ownResponse = ({ event }: PlacedEvent): string | undefined =>
  event.attendees?.find(({ self }) => self === true)?.responseStatus;

/** Guests may move an event only where its organizer lets them. */
export const isChangeable = ({ event, calendarId }: PlacedEvent): boolean =>
  isWritable(calendarOf(calendarId)) &&
  (event.organizer === undefined || event.organizer.self === true || event.guestsCanModify === true) &&
  event.eventType !== 'fromGmail';

export function titleOf({ event }: Pick<PlacedEvent, 'event'>): string {
  if (event.summary !== undefined && event.summary !== '') return event.summary;
  return event.visibility === 'private' && event.creator === undefined ? words.calendar.busy : words.calendar.untitled;
}
