/**
 * Keeps the copies of meetings alike: what the organizer changes goes to the guests' calendars, what a guest may change
 * goes to the organizer's copy and from there to the others. Driven by the table's stream and not by the request that
 * wrote: a copy takes two more round trips (read, write), and a write has a budget of two in all; the stream begins
 * within a fraction of a second, and unlike a request it tries again.
 */
import type { StoredEvent } from '#lib/calendar/model/event';
import type { WaitingInvitation } from '#lib/calendar/stores/invitations';
import { eventWithId, findMeeting, guestsOf, isInvited, meetingOf, readSeries, type Meeting } from './meeting.ts';
import type { Propagation } from './propagation.ts';
import { syncCopies } from './sync-copy.ts';

/** An event, or a series with its instances, of which something has changed. */
export interface ChangedMeeting {
  readonly calendarId: string;
  readonly eventId: string;
  /** Everybody who was or is on the lists of the items that changed. */
  readonly guests: ReadonlySet<string>;
  /** Those who were not before. */
  readonly invited: ReadonlySet<string>;
  /** As it was last, when the item is gone for good. */
  readonly gone?: StoredEvent | undefined;
}

/**
 * Invitations wait for people who may just be coming: whoever comes looks for them later, or is found by the second
 * look.
 */
async function leaveWaiting(meeting: Meeting, emails: readonly string[], propagation: Propagation): Promise<void> {
  const invitations = emails.map((email): WaitingInvitation => ({
    email,
    calendarId: meeting.calendarId,
    eventId: meeting.event.id,
  }));
  await propagation.stores.waiting.add(invitations);
  const absent = await syncCopies(meeting, emails, propagation);
  await propagation.stores.waiting.remove(invitations.filter(({ email }) => !absent.includes(email)));
}

async function tellGuests(
  meeting: Meeting,
  { guests, invited }: ChangedMeeting,
  propagation: Propagation,
): Promise<void> {
  const present = meeting.event.status === 'cancelled' ? new Set<string>() : guestsOf(meeting);
  const everybody = new Set([...guestsOf(meeting), ...guests]);
  everybody.delete(meeting.calendarId);
  const elsewhere = await syncCopies(meeting, [...everybody], propagation);
  await leaveWaiting(
    meeting,
    elsewhere.filter((guest) => present.has(guest) && invited.has(guest)),
    propagation,
  );
  const uninvited = elsewhere.filter((guest) => !present.has(guest));
  await propagation.stores.waiting.remove(
    uninvited.map((email) => ({ email, calendarId: meeting.calendarId, eventId: meeting.event.id })),
  );
}

const goneMeeting = (calendarId: string, event: StoredEvent): Meeting => ({
  calendarId,
  organizer: event.organizer,
  event: { ...event, status: 'cancelled', version: event.version + 1 },
  exceptions: [],
});

export async function propagate(touched: ChangedMeeting, propagation: Propagation): Promise<void> {
  const { calendarId, eventId, gone } = touched;
  const series = await readSeries(propagation.stores, calendarId, eventId);
  const event = series && eventWithId(series.items, eventId);
  if (series === undefined || event === undefined) {
    if (gone !== undefined && gone.organizer.email === calendarId)
      await tellGuests(goneMeeting(calendarId, gone), touched, propagation);
    return;
  }
  if (event.copy !== undefined) return;
  const isLeading = event.organizer.email === calendarId && event.movedTo === undefined;
  const meeting = isLeading
    ? meetingOf(series, event)
    : event.movedTo === undefined
      ? undefined
      : await findMeeting(propagation.stores, event.movedTo, eventId);
  if (meeting !== undefined) await tellGuests(meeting, touched, propagation);
}

/** Somebody new finds the invitations that were waiting. */
export async function welcome(email: string, propagation: Propagation): Promise<void> {
  const { stores } = propagation;
  for (const waiting of await stores.waiting.list(email)) {
    const meeting = await findMeeting(stores, waiting.calendarId, waiting.eventId);
    const isAwaited =
      meeting !== undefined && [meeting.event, ...meeting.exceptions].some((item) => isInvited(item, email));
    if (isAwaited) await syncCopies(meeting, [email], propagation);
    await stores.waiting.remove([waiting]);
  }
}
