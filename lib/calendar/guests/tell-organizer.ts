/** Brings the changes of guests to the organizer's item. From there the stream brings them to all guests. */
import { inParallel } from '#lib/api/process/in-parallel';
import { parseInstanceId } from '#lib/calendar/recurrence/instance-id';
import { applyGuestChanges, type ChangesByGuests } from './apply-guest-changes.ts';
import { eventWithId, findMeeting, readInEach, readSeries, type CalendarSeries } from './meeting.ts';
import type { Propagation } from './propagation.ts';
import { syncCopies } from './sync-copy.ts';

/** A meeting whose copies were changed by guests. */
export interface MeetingChangedByGuests {
  /** The organizer's calendar. */
  readonly of: string;
  readonly eventId: string;
  /** The calendars of those guests. */
  readonly by: ReadonlySet<string>;
}

const GUESTS_AT_ONCE = 16;

/** The copies with their exceptions. Most have none, and need no second read. */
async function readCopies({ by, eventId }: MeetingChangedByGuests, { stores }: Propagation): Promise<CalendarSeries[]> {
  const found = await readInEach(stores, [...by], eventId);
  const copies = await inParallel([...found.values()], GUESTS_AT_ONCE, async (eventOnly) => {
    const exceptions = eventWithId(eventOnly.items, eventId)?.exceptions ?? [];
    return exceptions.length === 0 ? eventOnly : readSeries(stores, eventOnly.calendar.id, eventId);
  });
  return copies.flatMap((copy) => copy ?? []);
}

/** Pending changes of the guests, grouped by event or instance. */
function changesIn(copies: readonly CalendarSeries[]): ChangesByGuests[] {
  const found = new Map<string, ChangesByGuests>();
  for (const { calendar, items } of copies) {
    for (const { id, copy } of items) {
      if (copy?.awaiting === undefined) continue;
      const key = `${copy.of} ${id}`;
      const before = found.get(key)?.changes ?? [];
      const change = { guest: calendar.id, awaiting: copy.awaiting };
      found.set(key, { of: copy.of, eventId: id, changes: [...before, change] });
    }
  }
  return [...found.values()];
}

export async function tellOrganizer(meetingChanged: MeetingChangedByGuests, propagation: Propagation): Promise<void> {
  for (const changed of changesIn(await readCopies(meetingChanged, propagation))) {
    // True: the organizer's item was written, and the copies follow from its stream record.
    if (await applyGuestChanges(changed, propagation)) continue;
    const meeting = await findMeeting(
      propagation.stores,
      changed.of,
      parseInstanceId(changed.eventId)?.masterId ?? changed.eventId,
    );
    if (meeting !== undefined)
      await syncCopies(
        meeting,
        changed.changes.map(({ guest }) => guest),
        propagation,
      );
  }
}
