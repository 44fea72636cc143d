/**
 * Brings one guest's calendar to the state of a meeting. It compares states and never replays single changes, so it may
 * run again at any time, and in several processes at once. An older state never replaces a newer one: a copy stores the
 * version of the organizer's item that it shows, a copy with a higher version makes the meeting be read again, and
 * every write is conditional on the version that was read.
 */
import { ApiError } from '#lib/api/errors';
import { inParallel } from '#lib/api/process/in-parallel';
import { decideArrival } from './arrival.ts';
import { COPY_NOT_MADE, CopyAllowance } from './copy-allowance.ts';
import {
  eventWithId,
  findMeeting,
  hasMovedTo,
  isInvited,
  readInEach,
  readSeries,
  type Meeting,
  type CalendarSeries,
} from './meeting.ts';
import { isBehind, planCopy } from './plan-copy.ts';
import type { Propagation } from './propagation.ts';

const MAX_ATTEMPTS = 10;
const GUESTS_AT_ONCE = 16;

/** Whether the event alone is enough to compare: neither calendar has exceptions of it. */
const hasNoExceptions = ({ event, exceptions }: Meeting, guest: string, { items }: CalendarSeries): boolean =>
  isInvited(event, guest) && exceptions.length === 0 && (eventWithId(items, event.id)?.exceptions ?? []).length === 0;

/**
 * Whose copies the guest has under this id, other than of this meeting. Anybody can give an event an id that is in use in
 * other calendars; only the meeting that a copy shows, or what it moved to, may change the copy.
 */
async function strangersIn(
  { items }: CalendarSeries,
  meeting: Meeting,
  { stores }: Propagation,
): Promise<ReadonlySet<string>> {
  const others = new Set(
    items.flatMap(({ copy }) => (copy === undefined || copy.of === meeting.calendarId ? [] : [copy.of])),
  );
  for (const other of others) if (await hasMovedTo(stores, meeting, other)) others.delete(other);
  return others;
}

/** What one meeting has to say about a copy that it cannot make. Everybody else gets theirs. */
const notMade = (meeting: Meeting, guest: string, reason: string) => ({
  service: 'calendar',
  run: 'propagate',
  calendarId: meeting.calendarId,
  eventId: meeting.event.id,
  guest,
  reason,
});

/** `eventOnly` is what the guest's calendar has of the event, read without its exceptions. */
async function syncCopy(
  found: Meeting,
  guest: string,
  eventOnly: CalendarSeries,
  allowance: CopyAllowance,
  propagation: Propagation,
): Promise<void> {
  const { clock, stores, log } = propagation;
  let meeting = found;
  let isAllowed = false;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { event } = meeting;
    const series =
      attempt === 0 && hasNoExceptions(meeting, guest, eventOnly)
        ? eventOnly
        : await readSeries(stores, guest, event.id);
    if (series === undefined) return;
    if (attempt > 0 || isBehind(meeting, series.items))
      meeting = (await findMeeting(stores, meeting.calendarId, event.id)) ?? meeting;
    // The event may have moved to this guest's calendar.
    if (meeting.calendarId === guest) return;
    const isKnown = eventWithId(series.items, event.id)?.copy !== undefined;
    const nowMs = clock.now().getTime();
    const arrival =
      isKnown || meeting.event.status === 'cancelled' ? {} : await decideArrival(propagation, series, meeting, nowMs);
    const strangers = await strangersIn(series, meeting, propagation);
    const writes = planCopy(meeting, { guest, items: series.items, arrival, strangers }, nowMs);
    const added = meeting.event.status === 'cancelled' ? [] : writes.filter(({ event: copy }) => copy.version === 1);
    isAllowed ||= await allowance.take(added.length);
    if (!isAllowed) {
      log.info(COPY_NOT_MADE, notMade(meeting, guest, 'the sender has made too many today'));
      return;
    }
    if (writes.length === 0 || (await stores.events.write(series.calendar, { writes, atMs: nowMs })) !== false) return;
  }
  throw new Error(`${guest} could not be brought up to date with ${meeting.event.id}`);
}

/**
 * Brings the calendars of these guests up to date, and answers the guests who have no calendar here. One read for all
 * of them, one write for each that differs.
 */
export async function syncCopies(
  meeting: Meeting,
  guests: readonly string[],
  propagation: Propagation,
): Promise<string[]> {
  const found = await readInEach(propagation.stores, guests, meeting.event.id);
  const newcomers = [...found.values()].filter(({ items }) => items.length === 0).length;
  const allowance = new CopyAllowance(meeting.owner, newcomers, propagation);
  await inParallel([...found], GUESTS_AT_ONCE, async ([guest, eventOnly]) => {
    try {
      await syncCopy(meeting, guest, eventOnly, allowance, propagation);
    } catch (error) {
      // It would break the same rule again: the copy is too large, or the guest's calendar is full.
      if (!(error instanceof ApiError)) throw error;
      propagation.log.error(COPY_NOT_MADE, notMade(meeting, guest, error.entries[0]?.reason ?? error.message));
    }
  });
  return guests.filter((guest) => !found.has(guest));
}
