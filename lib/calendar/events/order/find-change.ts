/**
 * Finds the change number for an instant (`updatedMin`). Changes are numbered and not sorted by time, but later ones
 * have later times. The latest changes are read beside two milestones, the numbers of a change before the instant and of
 * one after it. Where versions before 0.3 left none, a binary search goes on between them.
 */
import type { EventStore, IndexedItem, ReadCalendar } from '#lib/calendar/stores/events';
import type { Page } from '#lib/calendar/stores/page';
import { MINUTE, type Instant } from '#lib/calendar/time/civil';

export interface ChangesFound {
  /** Every change at or after the instant has a higher number. */
  readonly since: number;
  /** Those changes, when they fit into the first read. */
  readonly found: Page<IndexedItem> | undefined;
}

/** The most that the clocks of two writers may differ. */
const CLOCK_SLACK_MS = MINUTE;
/** The binary search stops at a range of this length; that between two milestones is shorter. */
const SHORT_STRETCH = 200;
const PROBE = 10;

/**
 * Until version 0.3 a change of one user's reminders moved the item and not its time: its position says nothing about
 * time.
 */
const isTimed = ({ seq, sharedSeq }: IndexedItem): boolean => seq === sharedSeq;

export async function changesSince(
  events: Pick<EventStore, 'findMilestones' | 'listChanges' | 'listLatestChanges'>,
  calendar: ReadCalendar,
  at: Instant,
  limit: number,
): Promise<ChangesFound> {
  const isOlder = (item: IndexedItem): boolean => isTimed(item) && item.updatedAtMs < at - CLOCK_SLACK_MS;
  const [latest, milestones] = await Promise.all([
    events.listLatestChanges(calendar, limit),
    events.findMilestones(calendar, at - CLOCK_SLACK_MS),
  ]);
  const firstOlder = latest.items.findIndex(isOlder);
  if (firstOlder !== -1)
    return { since: latest.items[firstOlder]?.seq ?? 0, found: { items: latest.items.slice(0, firstOlder) } };
  if (latest.next === undefined) return { since: 0, found: { items: latest.items } };

  let older = milestones.before ?? 0;
  let newer = Math.min(milestones.after ?? Infinity, latest.items.at(-1)?.seq ?? 0);
  while (newer - older > SHORT_STRETCH) {
    const middle = Math.floor((older + newer) / 2);
    const { items } = await events.listChanges(calendar, middle, undefined, PROBE);
    const met = items.find(isTimed);
    if (met !== undefined && met.seq < newer && isOlder(met)) older = met.seq;
    else newer = middle;
  }
  return { since: older, found: undefined };
}
