/** The busy times of one calendar. */
import { eventsInWindow, type TimeReader } from '#lib/calendar/events/order/by-time';
import type { Calendar } from '#lib/calendar/model/calendar';
import { isHiddenInvitation, rowOf } from '#lib/calendar/model/guest-copy';
import type { WholeEvent } from '#lib/calendar/model/instance';
import type { Instant } from '#lib/calendar/time/civil';
import { intervalOf, type Interval } from '#lib/calendar/time/event-time';

export interface BoundedWindow {
  readonly after: Instant;
  readonly before: Instant;
}

const READ_AT_ONCE = 1000;

/** Whether an event makes its calendar busy. An invitation does until it is declined, unless it is hidden. */
export const isBusy = (
  event: Pick<WholeEvent, 'status' | 'transparency' | 'attendees' | 'copy'>,
  calendarId: string,
): boolean =>
  event.status !== 'cancelled' &&
  event.transparency !== 'transparent' &&
  rowOf(event.attendees, calendarId)?.responseStatus !== 'declined' &&
  !isHiddenInvitation(event, calendarId);

/** Merges intervals, sorted by start: clipped to the window; those that overlap or touch become one. */
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
  for await (const run of eventsInWindow(events, calendar, query)) {
    for (const { whole } of run) if (isBusy(whole, calendar.id)) intervals.push(intervalOf(whole, calendar.timeZone));
  }
  return mergeIntervals(intervals, window);
}
