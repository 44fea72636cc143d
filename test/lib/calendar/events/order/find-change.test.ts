import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { changesSince } from '#lib/calendar/events/order/find-change';
import type { EventStore, IndexedItem } from '#lib/calendar/stores/events';
import { NINE, storedEvent } from '#test/support/calendar/events';
import { casesToPlay } from '#test/tools/shared/random-cases';

const MINUTE = 60_000;

const change = (seq: number, minutes: number, isPrivate: boolean): IndexedItem => ({
  ...storedEvent(NINE, { id: `e${String(seq)}`, updatedAtMs: isPrivate ? 0 : minutes * MINUTE }),
  seq,
  sharedSeq: isPrivate ? 0 : seq,
});

type ChangeReader = Pick<EventStore, 'findMilestones' | 'listChanges' | 'listLatestChanges'>;

/** In memory, counting what is asked. */
function readerOf(changes: readonly IndexedItem[], hasMilestones: boolean): ChangeReader & { calls: number } {
  const milestones = hasMilestones ? changes.filter(({ seq, sharedSeq }) => seq === sharedSeq && seq % 64 === 0) : [];
  return {
    calls: 0,
    findMilestones: (_calendar, at) =>
      Promise.resolve({
        before: milestones.findLast(({ updatedAtMs }) => updatedAtMs <= at)?.seq,
        after: milestones.find(({ updatedAtMs }) => updatedAtMs > at)?.seq,
      }),
    listChanges(_calendar, seq, _after, limit) {
      this.calls += 1;
      return Promise.resolve({ items: changes.filter((item) => item.seq > seq).slice(0, limit) });
    },
    listLatestChanges(_calendar, limit) {
      this.calls += 1;
      return Promise.resolve({
        items: changes.slice(-limit).reverse(),
        next: changes.length > limit ? 'more' : undefined,
      });
    },
  };
}

describe('changesSince', () => {
  test.each([true, false])(
    'misses nothing that changed since, and asks little (milestones: %s)',
    async (hasMilestones) => {
      const gaps = fc.array(
        fc.record({
          step: fc.integer({ min: 1, max: 3 }),
          minutes: fc.integer({ min: 0, max: 5 }),
          isPrivate: fc.boolean(),
        }),
        { maxLength: 800 },
      );
      await fc.assert(
        fc.asyncProperty(gaps, fc.nat(2500), fc.constantFrom(5, 50, 2000), async (sketch, at, limit) => {
          let [seq, minutes] = [0, 0];
          const changes = sketch.map(({ step, minutes: passed, isPrivate }) => {
            seq += step;
            minutes += passed;
            return change(seq, minutes, isPrivate);
          });
          const reader = readerOf(changes, hasMilestones);

          const { since, found } = await changesSince(reader, { id: 'c' }, at * MINUTE, limit);

          const wanted = changes.filter(({ updatedAtMs }) => updatedAtMs >= at * MINUTE).map(({ id }) => id);
          const answered = (found?.items ?? changes.filter((item) => item.seq > since)).map(({ id }) => id);
          expect(answered).toEqual(expect.arrayContaining(wanted));
          expect(reader.calls).toBeLessThanOrEqual(8);
        }),
        { numRuns: casesToPlay(100) },
      );
    },
  );

  test.each([
    [true, 2],
    [false, 20],
  ])('finds few changes among many at once (milestones: %s)', async (hasMilestones, most) => {
    const many = Array.from({ length: 100_000 }, (_, index) => change(index + 1, index, false));
    const reader = readerOf(many, hasMilestones);

    const few = await changesSince(reader, { id: 'c' }, 99_990 * MINUTE, 500);
    const callsForFew = reader.calls;
    const { since } = await changesSince(reader, { id: 'c' }, 50_000 * MINUTE, 500);

    expect(callsForFew).toBe(1);
    expect(few.found?.items.length).toBeLessThanOrEqual(12);
    expect(since).toBeGreaterThan(49_700);
    expect(since).toBeLessThanOrEqual(50_000);
    expect(reader.calls).toBeLessThanOrEqual(most);
  });
});
