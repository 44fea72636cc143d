import { describe, expect, test } from '@jest/globals';
import { isBusy, MergedIntervals } from '#lib/calendar/events/free-busy/busy-times';
import type { WholeEvent } from '#lib/calendar/model/instance';

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
