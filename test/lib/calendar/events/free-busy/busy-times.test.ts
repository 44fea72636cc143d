import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { busyTimes, isBusy, MergedIntervals } from '#lib/calendar/events/free-busy/busy-times';
import { busyMemory } from '#lib/calendar/events/free-busy/remember-busy';
import type { TimeReader } from '#lib/calendar/events/order/by-time';
import type { Calendar } from '#lib/calendar/model/calendar';
import type { WholeEvent } from '#lib/calendar/model/instance';
import { ExpansionBudget } from '#lib/calendar/recurrence/budget';
import type { BoundedWindow, ReadSinceChange } from '#lib/calendar/stores/busy-memory';
import { aCalendar } from '#test/support/calendar/events';
import { BASE, DAY, eventOf, HOUR, indexOf, sketches } from '#test/support/calendar/sketched-events';
import { casesToPlay } from '#test/tools/shared/random-cases';

const WINDOW = { after: 10, before: 100 };

describe('merged intervals', () => {
  test.each<[string, [number, number][], [number, number][]]>([
    ['nothing', [], []],
    [
      'apart',
      [
        [20, 30],
        [40, 50],
      ],
      [
        [20, 30],
        [40, 50],
      ],
    ],
    [
      'overlapping',
      [
        [20, 30],
        [25, 50],
      ],
      [[20, 50]],
    ],
    [
      'touching',
      [
        [20, 30],
        [30, 50],
      ],
      [[20, 50]],
    ],
    [
      'one inside the other',
      [
        [20, 60],
        [30, 40],
        [50, 55],
        [60, 61],
      ],
      [[20, 61]],
    ],
    [
      'equal',
      [
        [20, 30],
        [20, 30],
      ],
      [[20, 30]],
    ],
    [
      'over the edges',
      [
        [0, 20],
        [90, 200],
      ],
      [
        [10, 20],
        [90, 100],
      ],
    ],
    [
      'without length',
      [
        [20, 20],
        [30, 40],
        [40, 40],
      ],
      [[30, 40]],
    ],
    ['around the window', [[0, 200]], [[10, 100]]],
    [
      'outside',
      [
        [0, 10],
        [100, 110],
      ],
      [],
    ],
  ])('%s', (_case, intervals, expected) => {
    const times = new MergedIntervals(WINDOW);
    for (const [start, end] of intervals) times.add({ start, end });

    expect(times.merged.map(({ start, end }) => [start, end])).toEqual(expected);
  });
});

describe('isBusy', () => {
  const event: WholeEvent = {
    id: 'e',
    iCalUID: 'e',
    createdAtMs: 0,
    updatedAtMs: 0,
    sequence: 0,
    status: 'confirmed',
    eventType: 'default',
    creator: { email: 'a@example.com' },
    organizer: { email: 'boss@example.com' },
    start: { dateTime: '2026-03-10T09:00:00Z' },
    end: { dateTime: '2026-03-10T10:00:00Z' },
  };
  const answered = (email: string, responseStatus: string) => ({ attendees: [{ email, responseStatus }] });

  test.each<[string, Partial<WholeEvent>, boolean]>([
    ['confirmed', {}, true],
    ['tentative', { status: 'tentative' }, true],
    ['cancelled', { status: 'cancelled' }, false],
    ['transparent', { transparency: 'transparent' }, false],
    ['opaque', { transparency: 'opaque' }, true],
    ['private', { visibility: 'private' }, true],
    ['not yet answered', answered('a@example.com', 'needsAction'), true],
    ['perhaps', answered('a@example.com', 'tentative'), true],
    ['declined', answered('a@example.com', 'declined'), false],
    ['declined by somebody else', answered('b@example.com', 'declined'), true],
    ['away', { eventType: 'outOfOffice' }, true],
  ])('%s', (_case, change, expected) => {
    expect(isBusy({ ...event, ...change }, 'a@example.com')).toBe(expected);
  });
});

describe('busy times of a calendar that does not change', () => {
  /** Nothing is known yet, and what is read is kept. */
  function memoryOf(calendar: Calendar): ReadSinceChange {
    let nowMs = BASE;
    const memory = busyMemory({ now: () => new Date(nowMs) });
    memory.of(calendar);
    nowMs += 60_000;
    const known = memory.of(calendar);
    if (known === undefined) throw new Error('It has not settled.');
    return known;
  }
  const read = (reader: TimeReader, calendar: Calendar, window: BoundedWindow, known?: ReadSinceChange) =>
    busyTimes(reader, calendar, window, new ExpansionBudget(100_000), known);

  test('are the same from memory, in whatever order windows are asked for', async () => {
    const hours = fc.record({ from: fc.integer({ min: -50, max: 250 }), length: fc.integer({ min: 1, max: 300 }) });
    await fc.assert(
      fc.asyncProperty(
        sketches,
        fc.constantFrom('UTC', 'Pacific/Kiritimati', 'Europe/Zurich'),
        fc.array(hours, { minLength: 1, maxLength: 12 }),
        async (drawn, timeZone, asked) => {
          const { reader, classes } = indexOf(drawn.map(eventOf));
          const calendar = aCalendar({ timeZone, classes });
          const known = memoryOf(calendar);
          for (const { from, length } of asked) {
            const window = { after: BASE + from * HOUR, before: BASE + (from + length) * HOUR };

            expect(await read(reader, calendar, window, known)).toEqual(await read(reader, calendar, window));
          }
        },
      ),
      { numRuns: casesToPlay(200) },
    );
  });

  test('of a window that moves on are read once a day', async () => {
    const { reader, classes } = indexOf(
      [0, 10, 20, 30, 40, 50].map((startHours, index) =>
        eventOf({ startHours, lengthHours: 1, isAllDay: false, times: 1 }, index),
      ),
    );
    const ranges: string[] = [];
    const counting: TimeReader = {
      ...reader,
      listByTime(calendar, range, ...more) {
        ranges.push(`${range.from} ${range.to}`);
        return reader.listByTime(calendar, range, ...more);
      },
    };
    const calendar = aCalendar({ timeZone: 'UTC', classes });
    const known = memoryOf(calendar);
    const starts: number[][] = [];
    for (const minute of [0, 30, 60, 600, 1_400]) {
      const after = BASE + minute * 60_000;
      const { busy } = await read(counting, calendar, { after, before: after + DAY }, known);
      starts.push(busy.map(({ start }) => (start - BASE) / HOUR));
    }

    expect(starts).toEqual([
      [0, 10, 20],
      [0.5, 10, 20],
      [10, 20],
      [10, 20, 30],
      [30, 40],
    ]);
    expect(ranges).toEqual([
      'Eh#2026-02-28T23:00:00Z Eh#2026-03-02T00:00:00Z',
      'Eh#2026-03-01T23:00:00Z Eh#2026-03-03T00:00:00Z',
    ]);
  });
});
