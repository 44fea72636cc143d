/** What becomes of an event in somebody else's calendar when a person leaves, or gets another address. */
import type { StoredItem } from '#lib/calendar/model/event';
import { isException } from '#lib/calendar/model/event';
import type { EventAttendeeResource } from '#lib/calendar/resources/event';

/** Nobody can have it: https://www.rfc-editor.org/rfc/rfc2606#section-2 */
export const REMOVED_GUEST = 'guest-removed@removed.invalid';

const asRemoved = ({ responseStatus, optional }: EventAttendeeResource): EventAttendeeResource => ({
  email: REMOVED_GUEST,
  displayName: 'Guest removed',
  responseStatus,
  ...(optional !== undefined && { optional }),
});

/** A meeting that the person had called: it does not take place, and says no more than that. */
function cancelled(event: StoredItem): StoredItem {
  const { id, iCalUID, createdAtMs, updatedAtMs, version } = event;
  const kept = { id, iCalUID, createdAtMs, updatedAtMs, version, status: 'cancelled' as const };
  if (isException(event))
    return { ...kept, recurringEventId: event.recurringEventId, originalStart: event.originalStart };
  const person = { email: REMOVED_GUEST };
  const { start, end, eventType, sequence } = event;
  return { ...kept, start, end, eventType, sequence, creator: person, organizer: person };
}

/** `own` are the addresses of the person and of the calendars that go with the person. */
export function withoutPerson(event: StoredItem, own: ReadonlySet<string>): StoredItem {
  const called = event.copy !== undefined && own.has(event.organizer?.email ?? '');
  if (called) return cancelled(event);
  const attendees = event.attendees?.map((row) => (own.has(row.email ?? '') ? asRemoved(row) : row));
  return { ...event, ...(attendees !== undefined && { attendees }) };
}
