/** Brings what guests have changed to the organizer's copy. From there it comes back to all of them. */
import { inParallel } from '#lib/api/process/in-parallel';
import { parseInstanceId } from '#lib/calendar/recurrence/instance-id';
import { eventWithId, findMeeting, readInEach, readSeries, type CalendarSeries } from './meeting.ts';
import type { Propagation } from './propagation.ts';
import { syncCopies } from './sync-copy.ts';
import { takeOver, type GuestChanges } from './take-over.ts';

/** Guests who have changed something in their copies of one meeting. */
export interface GuestChange {
  /** The organizer's calendar. */
  readonly of: string;
  readonly eventId: string;
  /** Their calendars. */
  readonly by: ReadonlySet<string>;
}

const GUESTS_AT_ONCE = 16;

/** Copies with all their items; most have but one. */
async function readCopies({ by, eventId }: GuestChange, { stores }: Propagation): Promise<CalendarSeries[]> {
  const glimpses = await readInEach(stores, [...by], eventId);
  const copies = await inParallel([...glimpses.values()], GUESTS_AT_ONCE, async (glimpse) => {
    const exceptions = eventWithId(glimpse.items, eventId)?.exceptions ?? [];
    return exceptions.length === 0 ? glimpse : readSeries(stores, glimpse.calendar.id, eventId);
  });
  return copies.flatMap((copy) => copy ?? []);
}

/** What is not known to have been heard, event by event and instance by instance. */
function changesIn(copies: readonly CalendarSeries[]): GuestChanges[] {
  const changes = new Map<string, GuestChanges>();
  for (const { calendar, items } of copies) {
    for (const { id, copy } of items) {
      if (copy?.awaiting === undefined) continue;
      const key = `${copy.of} ${id}`;
      const news = changes.get(key)?.news ?? [];
      changes.set(key, { of: copy.of, eventId: id, news: [...news, { guest: calendar.id, awaiting: copy.awaiting }] });
    }
  }
  return [...changes.values()];
}

export async function tellOrganizer(answered: GuestChange, propagation: Propagation): Promise<void> {
  for (const changes of changesIn(await readCopies(answered, propagation))) {
    // Otherwise the organizer's copy has changed, and the guests' follow it.
    if (await takeOver(changes, propagation)) continue;
    const meeting = await findMeeting(
      propagation.stores,
      changes.of,
      parseInstanceId(changes.eventId)?.masterId ?? changes.eventId,
    );
    if (meeting !== undefined)
      await syncCopies(
        meeting,
        changes.news.map(({ guest }) => guest),
        propagation,
      );
  }
}
