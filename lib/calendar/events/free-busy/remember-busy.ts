/**
 * Busy times and outlines of series in the memory of a process. They are used while the calendar's record, which every
 * request reads strongly consistent, is as it was: each change of events, here or in another process, moves its counter
 * in the same transaction. Example, with three requests for one week:
 *
 *     0 s    the counter is at 7 and was not seen before    read, not kept
 *     20 s   still at 7                                     read and kept
 *     30 s   still at 7                                     from memory
 *     31 s   at 8: somebody has changed something           read, not kept
 */
import type { Clock } from '#lib/api/context';
import { expiringCache } from '#lib/api/process/expiring-cache';
import type { Calendar } from '#lib/calendar/model/calendar';
import type { BoundedWindow, BusyMemory, KnownWindow, ReadSinceChange } from '#lib/calendar/stores/busy-memory';
import type { Outlines } from '#lib/calendar/stores/events';
import { MINUTE, SECOND, type Instant } from '#lib/calendar/time/civil';

/**
 * Reads of several items are not isolated from a transaction that is being committed: the counter can be read as it is
 * after it, and an event as it was before. What is read this long after the counter was first seen has the whole change.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-isolation
 */
const SETTLED_MS = 10 * SECOND;
const KEPT_MS = 10 * MINUTE;

/** With the limits of one calendar, 20 MB at most. */
const MAX_CALENDARS = 500;
/** Of all windows of a calendar; a month has about a hundred. */
const MAX_INTERVALS = 400;
const MAX_WINDOWS = 4;
/** About 150 series. */
const MAX_OUTLINE_CHARACTERS = 10_000;

const contains = (outer: BoundedWindow, inner: BoundedWindow): boolean =>
  outer.after <= inner.after && inner.before <= outer.before;

class KnownCalendar implements ReadSinceChange {
  /** The last one read comes first. */
  #windows: readonly KnownWindow[] = [];
  #outlines: { readonly after: Instant; readonly outlines: Outlines } | undefined;

  beginningOf({ after }: BoundedWindow): KnownWindow | undefined {
    const [farthest] = this.#windows
      .filter(({ window }) => window.after <= after && after < window.before)
      .sort((a, b) => b.window.before - a.window.before);
    return farthest;
  }

  keepBusy(read: KnownWindow): void {
    let room = MAX_INTERVALS;
    const others = this.#windows.filter(({ window }) => !contains(read.window, window));
    this.#windows = [read, ...others].slice(0, MAX_WINDOWS).filter(({ busy }) => {
      room -= busy.length;
      return room >= 0;
    });
  }

  outlinesAfter(instant: Instant): Outlines | undefined {
    return this.#outlines !== undefined && this.#outlines.after <= instant ? this.#outlines.outlines : undefined;
  }

  keepOutlines(after: Instant, outlines: Outlines): void {
    const characters = outlines.items.reduce((sum, { id, text }) => sum + id.length + text.length, 0);
    if (characters <= MAX_OUTLINE_CHARACTERS) this.#outlines = { after, outlines };
  }
}

/**
 * Differs after every change that busy times depend on. A calendar that was deleted and made again under the same id
 * counts anew; its times tell. Outlines leave without a number after a clearing, until all are swept.
 */
const stateOf = ({ seq, version, updatedAtMs, eventsUpdatedAtMs, clearedSeq, sweptSeq }: Calendar): string =>
  [seq, version, updatedAtMs, eventsUpdatedAtMs, clearedSeq, sweptSeq].join();

interface Seen {
  readonly state: string;
  readonly sinceMs: number;
  readonly known: KnownCalendar;
}

export function busyMemory(clock: Clock): BusyMemory {
  const calendars = expiringCache<Seen>(MAX_CALENDARS, clock);
  return {
    of(calendar) {
      const nowMs = clock.now().getTime();
      const state = stateOf(calendar);
      const seen = calendars.get(calendar.id);
      if (seen?.state === state) return nowMs - seen.sinceMs < SETTLED_MS ? undefined : seen.known;
      calendars.set(calendar.id, { state, sinceMs: nowMs, known: new KnownCalendar() }, nowMs + KEPT_MS);
      return undefined;
    },
  };
}
