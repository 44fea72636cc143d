/**
 * Brings one guest's calendar to the state of a meeting. It looks at states, never at single changes, so it can be done again
 * at any time and by several at once. An older state never replaces a newer one: a copy knows which version of the
 * organizer's item it shows, a copy that has seen more makes the meeting be read again, and every write rests on the version read.
 */
import { arrivalOf } from './arrival.ts';
import { eventIn, findMeeting, readSeries, type Meeting } from './meeting.ts';
import { isBehind, planCopy } from './plan-copy.ts';
import type { Propagation } from './propagation.ts';

const MOST_ATTEMPTS = 10;

/** Does nothing for somebody who has no calendar here. */
export async function syncCopy(found: Meeting, guest: string, { clock, stores }: Propagation): Promise<void> {
  let meeting = found;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const { event, exceptions } = meeting;
    const series = await readSeries(stores, guest, event.id, event.recurrence !== undefined || exceptions.length > 0);
    if (series === undefined) return;
    if (attempt > 0 || isBehind(meeting, series.items)) meeting = (await findMeeting(stores, meeting.calendarId, event.id)) ?? meeting;
    // It may have moved to this very calendar.
    if (meeting.calendarId === guest) return;
    const isKnown = eventIn(series.items, event.id)?.copy !== undefined;
    const arrival = isKnown || meeting.event.status === 'cancelled' ? {} : await arrivalOf(stores, series.calendar, meeting.event);
    const nowMs = clock.now().getTime();
    const writes = planCopy(meeting, { guest, items: series.items, arrival }, nowMs);
    if (writes.length === 0 || (await stores.events.write(series.calendar, { writes, atMs: nowMs })) !== false) return;
  }
  throw new Error(`${guest} could not be brought up to date with ${meeting.event.id}`);
}
