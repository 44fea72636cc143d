/**
 * Finds where in the order of changes an instant lies. Changes are numbered, not timed, but later ones have later
 * times.
 */
import type { EventStore, IndexedItem, ReadCalendar } from '#lib/calendar/stores/events';
import type { Page } from '#lib/calendar/stores/page';
import { MINUTE, type Instant } from '#lib/calendar/time/civil';

export interface ChangesFound {
  /** Everything changed at or after the instant has a higher number. */
  readonly since: number;
  /** Those changes, where they were few enough to be found at once. */
  readonly found: Page<IndexedItem> | undefined;
}

/** How far the clocks of two writers may be apart. */
const CLOCK_SLACK_MS = MINUTE;
/** A stretch of numbers that is not worth dividing any further. */
const SHORT_STRETCH = 100;
const PROBE = 10;

/** What moved only for one user says nothing about the time of its place. */
const isTimed = ({ seq, sharedSeq }: IndexedItem): boolean => seq === sharedSeq;

export async function changesSince(
  events: Pick<EventStore, 'listChanges' | 'listLatestChanges'>,
  calendar: ReadCalendar,
  at: Instant,
  limit: number,
): Promise<ChangesFound> {
  const isOlder = (item: IndexedItem): boolean => isTimed(item) && item.updatedAtMs < at - CLOCK_SLACK_MS;
  const latest = await events.listLatestChanges(calendar, limit);
  const firstOlder = latest.items.findIndex(isOlder);
  if (firstOlder !== -1)
    return { since: latest.items[firstOlder]?.seq ?? 0, found: { items: latest.items.slice(0, firstOlder) } };
  if (latest.next === undefined) return { since: 0, found: { items: latest.items } };

  let older = 0;
  let newer = latest.items.at(-1)?.seq ?? 0;
  while (newer - older > SHORT_STRETCH) {
    const middle = Math.floor((older + newer) / 2);
    const { items } = await events.listChanges(calendar, middle, undefined, PROBE);
    const met = items.find(isTimed);
    if (met !== undefined && met.seq < newer && isOlder(met)) older = met.seq;
    else newer = middle;
  }
  return { since: older, found: undefined };
}
