import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { eventsInWindow, type TimeReader } from '#lib/calendar/events/order/by-time';
import type { PositionedRow, Position } from '#lib/calendar/events/order/position';
import type { Calendar } from '#lib/calendar/model/calendar';
import { intervalOf, overlaps } from '#lib/calendar/time/event-time';
import { aCalendar, NINE, storedEvent } from '#test/support/calendar/events';
import { BASE, DAY, eventOf, HOUR, indexOf, iso, sketches, type Sketch } from '#test/support/calendar/sketched-events';
import { casesToPlay } from '#test/tools/shared/random-cases';

/** Zones whose offset never changes, so that days can be worked out here. */
const OFFSETS: Readonly<Record<string, number>> = {
  UTC: 0,
  'Pacific/Kiritimati': 14,
  'Etc/GMT+12': -12,
  'Asia/Kathmandu': 5.75,
};

/** What belongs to the window, worked out event by event. */
function expected(drawn: readonly Sketch[], zone: string, after: number, before: number): string[] {
  const rows = drawn.flatMap((sketch, index) => {
    const { id } = eventOf(sketch, index);
    const shift = sketch.isAllDay ? -(OFFSETS[zone] ?? 0) * HOUR : 0;
    const first = BASE + (sketch.isAllDay ? Math.floor(sketch.startHours / 24) * DAY : sketch.startHours * HOUR);
    const length = sketch.isAllDay ? Math.max(1, Math.ceil(sketch.lengthHours / 24)) * DAY : sketch.lengthHours * HOUR;
    return Array.from({ length: sketch.every === undefined ? 1 : sketch.times }, (_, occurrence) => {
      const named = first + occurrence * (sketch.every ?? 0) * DAY;
      const suffix = iso(named)
        .replace(/[-:]/g, '')
        .slice(0, sketch.isAllDay ? 8 : 16);
      return {
        id: sketch.every === undefined ? id : `${id}_${suffix}`,
        start: named + shift,
        end: named + shift + length,
      };
    });
  });
  return rows
    .filter(({ start, end }) => end > after && start < before)
    .sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

async function pages(
  reader: TimeReader,
  calendar: Calendar,
  after: number,
  before: number,
  size: number,
): Promise<string[]> {
  const ids: string[] = [];
  let place: Position | undefined;
  for (;;) {
    const page: PositionedRow[] = [];
    fill: for await (const run of eventsInWindow(reader, calendar, {
      window: { after, before },
      horizon: before,
      isExpanded: true,
      listsTombstones: false,
      after: place,
      wanted: size,
    })) {
      for (const row of run) {
        page.push(row);
        if (page.length === size) break fill;
      }
    }
    ids.push(...page.map(({ id }) => id));
    place = page.at(-1);
    if (page.length < size) return ids;
  }
}

describe('windowInOrder', () => {
  test('finds exactly what a look at every event finds, in order, whatever the size of a page', async () => {
    await fc.assert(
      fc.asyncProperty(
        sketches,
        fc.constantFrom(...Object.keys(OFFSETS)),
        fc.integer({ min: -50, max: 250 }),
        fc.integer({ min: 1, max: 300 }),
        fc.constantFrom(1, 3, 1000),
        fc.constantFrom(1, 2, 1000),
        async (drawn, timeZone, afterHours, lengthHours, size, maxAtOnce) => {
          const { reader, classes } = indexOf(drawn.map(eventOf), maxAtOnce);
          const calendar = aCalendar({ timeZone, classes });
          const after = BASE + afterHours * HOUR;
          const before = after + lengthHours * HOUR;

          expect(await pages(reader, calendar, after, before, size)).toEqual(expected(drawn, timeZone, after, before));
        },
      ),
      { numRuns: casesToPlay(300) },
    );
  });

  /** Whole days begin elsewhere on both sides of these, and one of them is skipped. */
  test.each([
    ['Europe/Zurich', '2026-03-29T01:00:00Z'],
    ['America/New_York', '2026-11-01T06:00:00Z'],
    ['Asia/Beirut', '2026-03-28T22:00:00Z'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ])('the same where the clock of %s changes', async (timeZone, changesAt) => {
    const change = Date.parse(changesAt);
    const hours = fc.integer({ min: -80, max: 80 });
    const single = fc.record({ hour: hours, length: fc.integer({ min: 0, max: 50 }), isAllDay: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(single, { maxLength: 20 }),
        hours,
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(1, 3, 1000),
        fc.constantFrom(1, 2, 1000),
        async (singles, afterHours, lengthHours, size, maxAtOnce) => {
          const events = singles.map(({ hour, length, isAllDay }, index) => {
            const [start, end] = [change + hour * HOUR, change + (hour + length) * HOUR].map(iso);
            const time = (text = '') => (isAllDay ? { date: text.slice(0, 10) } : { dateTime: text });
            return storedEvent(NINE, {
              id: `event${String(index).padStart(3, '0')}`,
              start: time(start),
              end: time(end),
            });
          });
          const { reader, classes } = indexOf(events, maxAtOnce);
          const after = change + afterHours * HOUR;
          const before = after + lengthHours * HOUR;
          const inWindow = events
            .map((event) => ({ id: event.id, ...intervalOf(event, timeZone) }))
            .filter((row) => overlaps(row, { after, before }))
            .sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));

          expect(await pages(reader, aCalendar({ timeZone, classes }), after, before, size)).toEqual(
            inWindow.map(({ id }) => id),
          );
        },
      ),
    );
  });

  test('a whole day comes before what begins within it and is read before it', async () => {
    const evening: Sketch = { startHours: 20, lengthHours: 2, isAllDay: false, times: 1 };
    const nextDay: Sketch = { startHours: 24, lengthHours: 24, isAllDay: true, times: 1 };
    const { reader, classes } = indexOf([evening, nextDay].map(eventOf), 1);
    const calendar = aCalendar({ timeZone: 'Pacific/Kiritimati', classes });

    expect(classes).toEqual(['Ed']);
    expect(await pages(reader, calendar, BASE, BASE + 3 * DAY, 1000)).toEqual(['event001', 'event000']);
  });

  test('whole days that earlier versions stored in classes of their own are found among the others', async () => {
    const days: Sketch[] = [0, 24, 48].map((startHours) => ({
      startHours,
      lengthHours: 24,
      isAllDay: true,
      times: 1,
    }));
    const hour: Sketch = { startHours: 23.5, lengthHours: 2, isAllDay: false, times: 1 };
    const { reader } = indexOf([...days, hour].map(eventOf));
    const former: TimeReader = {
      ...reader,
      listByTime: async (calendar, { from, to }, ...more) => {
        const isOfDays = from.startsWith('ED#');
        const { items } = await reader.listByTime(
          calendar,
          { from: from.replace('ED#', 'Ed#'), to: to.replace('ED#', 'Ed#') },
          ...more,
        );
        return { items: items.filter((item) => 'date' in (item.start ?? {}) === isOfDays) };
      },
    };
    const calendar = aCalendar({ timeZone: 'Asia/Kathmandu', classes: ['ED', 'Ed'] });

    expect(await pages(former, calendar, BASE, BASE + DAY, 1000)).toEqual(['event000', 'event001', 'event003']);
  });

  test('finds the first event of a window behind more short ones than are read ahead', async () => {
    const before: Sketch[] = Array.from({ length: 40 }, (_, index) => ({
      startHours: -0.9 + index / 100,
      lengthHours: 0.25,
      isAllDay: false,
      times: 1,
    }));
    const all = [...before, { startHours: 1, lengthHours: 1, isAllDay: false, times: 1 }];
    const { reader, classes } = indexOf(all.map(eventOf));
    const calendar = aCalendar({ timeZone: 'UTC', classes });

    expect(await pages(reader, calendar, BASE, BASE + DAY, 1)).toEqual(['event040']);
  });
});
