/** The busy times of one calendar. */
import { eventsInWindow, type TimeReader } from '#lib/calendar/events/order/by-time';
import type { Calendar } from '#lib/calendar/model/calendar';
import { isHiddenInvitation, rowOf } from '#lib/calendar/model/guest-copy';
import type { WholeEvent } from '#lib/calendar/model/instance';
import { ExpansionLimit, type ExpansionBudget } from '#lib/calendar/recurrence/budget';
import type { BoundedWindow, ReadSinceChange } from '#lib/calendar/stores/busy-memory';
import { DAY, type Instant } from '#lib/calendar/time/civil';
import { intervalOf, type Interval } from '#lib/calendar/time/event-time';

const READ_AT_ONCE = 1000;
/** Ten a day for the longest window; two calendars like that still fit into one answer. */
const MAX_INTERVALS = 20_000;

/** Whether an event makes its calendar busy. An invitation does until it is declined, unless it is hidden. */
export const isBusy = (
  event: Pick<WholeEvent, 'status' | 'transparency' | 'attendees' | 'copy'>,
  calendarId: string,
): boolean =>
  event.status !== 'cancelled' &&
  event.transparency !== 'transparent' &&
  rowOf(event.attendees, calendarId)?.responseStatus !== 'declined' &&
  !isHiddenInvitation(event, calendarId);

/** Busy times of a window, added in order of their starts: clipped to it; those that overlap or touch become one. */
export class MergedIntervals {
  readonly merged: { readonly start: Instant; end: Instant }[] = [];
  readonly #window: BoundedWindow;

  constructor(window: BoundedWindow) {
    this.#window = window;
  }

  add(interval: Interval): void {
    const start = Math.max(interval.start, this.#window.after);
    const end = Math.min(interval.end, this.#window.before);
    const last = this.merged.at(-1);
    if (end <= start) return;
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else this.merged.push({ start, end });
  }
}

function mergedWithin(window: BoundedWindow, intervals: readonly Interval[]): readonly Interval[] {
  const times = new MergedIntervals(window);
  for (const interval of intervals) times.add(interval);
  return times.merged;
}

/** The reader, but outlines that are known are not read again. */
const withKnownOutlines = (events: TimeReader, known: ReadSinceChange): TimeReader => ({
  ...events,
  async listOutlines(calendar, after = -Infinity) {
    const before = known.outlinesAfter(after);
    if (before !== undefined) return before;
    const outlines = await events.listOutlines(calendar, after);
    known.keepOutlines(after, outlines);
    return outlines;
  },
});

export interface BusyTimes {
  readonly busy: readonly Interval[];
  /** Too many occurrences, or intervals, before the end of the window: later times are missing. */
  readonly isCut: boolean;
}

async function readBusyTimes(
  events: TimeReader,
  calendar: Calendar,
  window: BoundedWindow,
  budget: ExpansionBudget,
): Promise<BusyTimes> {
  const times = new MergedIntervals(window);
  const query = {
    window,
    horizon: window.before,
    budget,
    isExpanded: true,
    needsTimesOnly: true,
    listsTombstones: false,
    wanted: READ_AT_ONCE,
  };
  try {
    for await (const run of eventsInWindow(events, calendar, query)) {
      for (const { whole } of run) {
        if (isBusy(whole, calendar.id)) times.add(intervalOf(whole, calendar.timeZone));
        if (times.merged.length > MAX_INTERVALS) return { busy: times.merged.slice(0, -1), isCut: true };
      }
    }
  } catch (error) {
    if (error instanceof ExpansionLimit) return { busy: times.merged, isCut: true };
    throw error;
  }
  return { busy: times.merged, isCut: false };
}

/**
 * What is missing of a window of which the beginning is known: its end, and the rest of the day, since windows that
 * begin now move on. Never more than the window has.
 */
const missingOf = ({ after, before }: BoundedWindow, knownUntil: Instant): BoundedWindow => ({
  after: knownUntil,
  before: Math.max(before, Math.min(Math.ceil(before / DAY) * DAY, knownUntil + before - after)),
});

/** `known` is what was read of the calendar before, if it may be used. */
export async function busyTimes(
  events: TimeReader,
  calendar: Calendar,
  window: BoundedWindow,
  budget: ExpansionBudget,
  known: ReadSinceChange | undefined,
): Promise<BusyTimes> {
  if (known === undefined) return readBusyTimes(events, calendar, window, budget);
  const beginning = known.beginningOf(window);
  const until = beginning?.window.before ?? window.after;
  if (beginning !== undefined && until >= window.before)
    return { busy: mergedWithin(window, beginning.busy), isCut: false };

  const missing = beginning === undefined ? window : missingOf(window, until);
  const { busy: rest, isCut } = await readBusyTimes(withKnownOutlines(events, known), calendar, missing, budget);
  const whole = { after: beginning?.window.after ?? window.after, before: missing.before };
  const busy = mergedWithin(whole, [...(beginning?.busy ?? []), ...rest]);
  if (!isCut) known.keepBusy({ window: whole, busy });
  return { busy: mergedWithin(window, busy), isCut };
}
