import { describe, expect, test } from '@jest/globals';
import { livingByTime } from '#lib/calendar/events/order/since-cleared';
import type { Calendar } from '#lib/calendar/model/calendar';
import type { EventStore, IndexedItem } from '#lib/calendar/stores/events';
import { aCalendar, NINE, storedEvent } from '#test/support/calendar/events';

const calendarAt = (numbers: Pick<Calendar, 'seq' | 'clearedSeq' | 'sweptSeq'>): Calendar => aCalendar(numbers);

const eventAt = (id: string, timeKey: string, seq: number): IndexedItem => ({
  ...storedEvent(NINE, { id }),
  timeKey,
  seq,
  sharedSeq: seq,
});

/** A store that says by which of its orders it was read. */
function storeOf(since: readonly IndexedItem[]): {
  readonly store: Pick<EventStore, 'listByTime' | 'listChanges' | 'listOutlines'>;
  readonly reads: string[];
} {
  const reads: string[] = [];
  return {
    reads,
    store: {
      listByTime: () => (reads.push('by time'), Promise.resolve({ items: [] })),
      listOutlines: () => (reads.push('outlines'), Promise.resolve({ items: [], seq: 0 })),
      listChanges: (_calendar, seq, after = '0') => {
        reads.push(`changes after ${String(seq)}`);
        const at = Number(after);
        return Promise.resolve({
          items: since.slice(at, at + 1),
          next: at + 1 < since.length ? String(at + 1) : undefined,
        });
      },
    },
  };
}

const EVERY_HOUR = { from: 'Eh#', to: 'Eh#~' };

describe('the events of a calendar by time', () => {
  test.each([
    ['that was never cleared', { seq: 50 }],
    ['that was swept', { seq: 50, clearedSeq: 40, sweptSeq: 40 }],
    ['with many changes since it was cleared', { seq: 5000, clearedSeq: 40 }],
  ])('are read by time in one %s', async (_which, numbers) => {
    const { store, reads } = storeOf([]);
    const calendar = calendarAt(numbers);

    await livingByTime(store, calendar).listByTime(calendar, EVERY_HOUR, 10);

    expect(reads).toEqual(['by time']);
  });

  test('are not read at all when nothing has come since', async () => {
    const { store, reads } = storeOf([]);
    const calendar = calendarAt({ seq: 40, clearedSeq: 40 });

    expect(await livingByTime(store, calendar).listByTime(calendar, EVERY_HOUR, 10)).toEqual({ items: [] });
    expect(reads).toEqual([]);
  });

  test('are found among the changes since, read once for all classes, also after a second clearing', async () => {
    const { store, reads } = storeOf([
      eventAt('later', 'Eh#2026-03-09T00:00:00Z', 41),
      eventAt('other', 'ED#2026-03-01T00:00:00Z', 42),
      eventAt('early', 'Eh#2026-03-02T00:00:00Z', 43),
    ]);
    const calendar = calendarAt({ seq: 43, clearedSeq: 40, sweptSeq: 10 });
    const living = livingByTime(store, calendar);

    const [hours, days] = await Promise.all([
      living.listByTime(calendar, EVERY_HOUR, 10),
      living.listByTime(calendar, { from: 'ED#', to: 'ED#~' }, 10),
    ]);

    expect(hours.items.map(({ id }) => id)).toEqual(['early', 'later']);
    expect(days.items.map(({ id }) => id)).toEqual(['other']);
    expect(reads).toEqual(['changes after 40', 'changes after 40', 'changes after 40']);
  });
});
