/** When a calendar is taken. */
import { windowInOrder, type TimeReader } from './event-window.ts';
import { isHiddenInvitation, rowOf } from './guests/copy.ts';
import type { WholeEvent } from './instance.ts';
import type { Instant } from './time/civil.ts';
import { intervalOf, type Interval } from './time/event-time.ts';
import type { Calendar } from './model/calendar.ts';

export interface BoundedWindow {
  readonly after: Instant;
  readonly before: Instant;
}

const READ_AT_ONCE = 1000;

/** Whether an event takes up the time of the calendar that it is in; an invitation does until it is declined, unless it is hidden. */
export const isBusy = (event: Pick<WholeEvent, 'status' | 'transparency' | 'attendees' | 'copy'>, calendarId: string): boolean =>
  event.status !== 'cancelled' &&
  event.transparency !== 'transparent' &&
  rowOf(event.attendees, calendarId)?.responseStatus !== 'declined' &&
  !isHiddenInvitation(event, calendarId);

/** Intervals in the order of their starts, clipped to the window; those that overlap or touch become one. */
export function mergeIntervals(intervals: Iterable<Interval>, { after, before }: BoundedWindow): Interval[] {
  const merged: { start: Instant; end: Instant }[] = [];
  for (const interval of intervals) {
    const start = Math.max(interval.start, after);
    const end = Math.min(interval.end, before);
    const last = merged.at(-1);
    if (end <= start) continue;
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

export async function busyTimes(events: TimeReader, calendar: Calendar, window: BoundedWindow): Promise<Interval[]> {
  const intervals: Interval[] = [];
  const query = { window, horizon: window.before, isExpanded: true, listsTombstones: false, wanted: READ_AT_ONCE };
  for await (const run of windowInOrder(events, calendar, query)) {
    for (const { whole } of run) if (isBusy(whole, calendar.id)) intervals.push(intervalOf(whole, calendar.timeZone));
  }
  return mergeIntervals(intervals, window);
}
