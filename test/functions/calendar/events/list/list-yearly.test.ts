import { describe, expect, test } from '@jest/globals';
import { Meter, watchMeters } from '#lib/api/process/meter';
import type { StoredEvent } from '#lib/calendar/model/event';
import { addEvent, eventsPath, type AnsweredEvent } from '#test/support/calendar/calendar';
import { BIRTHDAY, storedEvent } from '#test/support/calendar/events';
import { useCalendar } from '#test/support/calendar/use-calendar';
import { fillCalendar } from '#test/tools/bench/calendar/full-calendars';

const given = useCalendar();
const SERIES = 2_000;

/** Birthdays on every day from February to December, and none in January. */
const birthday = (index: number): StoredEvent => {
  const date = new Date(Date.UTC(2001, 1, 8) + (index % 310) * 86_400_000).toISOString().slice(0, 10);
  const end = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
  const id = `birthday${String(index).padStart(6, '0')}`;
  return storedEvent(
    { ...BIRTHDAY, start: { date }, end: { date: end } },
    { id, iCalUID: `${id}@example.com`, description: `${String(index)} `.repeat(600) },
  );
};

const list = async (query: string): Promise<{ items: AnsweredEvent[]; meter: Meter }> => {
  let meter = new Meter();
  const { body } = await watchMeters(
    (opened) => {
      meter = opened;
    },
    () => given.ask<{ items: AnsweredEvent[] }>('GET', `${eventsPath(given.S)}?${query}`),
  );
  return { items: body.items, meter };
};
const week = (from: string, to: string): string =>
  `singleEvents=true&timeMin=${from}T00:00:00Z&timeMax=${to}T00:00:00Z`;

describe('calendar.events.list of a calendar with 2,000 yearly series', () => {
  test('reads an empty week in two steps and at most 60 units, and a full one right', async () => {
    await fillCalendar(
      given.S,
      Array.from({ length: SERIES }, (_, index) => birthday(index)),
    );

    const empty = await list(week('2026-01-10', '2026-01-17'));
    expect(empty.items).toEqual([]);
    expect(empty.meter.roundTrips).toBeLessThanOrEqual(2);
    expect(empty.meter.capacity).toBeLessThanOrEqual(60);

    const full = await list(`${week('2026-03-02', '2026-03-09')}&maxResults=2500`);
    const days = full.items.map(({ start }) => String(start.date));
    expect(new Set(days)).toEqual(new Set(['02', '03', '04', '05', '06', '07', '08'].map((day) => `2026-03-${day}`)));
    expect(full.items).toHaveLength(7 * 7);
    expect(full.meter.roundTrips).toBeLessThanOrEqual(2);
  });

  test('finds one that is moved to another part of the year, and changed as a whole', async () => {
    const { ask, S } = given;
    const event = await addEvent(given, { ...BIRTHDAY, eventType: 'default', visibility: 'default' }, S);
    const instance = `${event.id}_20270404`;
    const moved = { start: { date: '2027-01-12' }, end: { date: '2027-01-13' } };
    expect((await ask('PATCH', eventsPath(S, instance), { body: moved })).status).toBe(200);

    expect((await list(week('2027-01-10', '2027-01-17'))).items.map(({ id }) => id)).toEqual([instance]);
    const april = await list(week('2028-04-01', '2028-04-07'));
    expect(april.items.map(({ id }) => id)).toContain(`${event.id}_20280404`);

    const other = { start: { date: '2026-01-15' }, end: { date: '2026-01-16' } };
    expect((await ask('PATCH', eventsPath(S, event.id), { body: other })).status).toBe(200);
    expect((await list(week('2029-01-10', '2029-01-17'))).items.map(({ id }) => id)).toEqual([`${event.id}_20290115`]);
  });
});
