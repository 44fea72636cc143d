import { describe, expect, test } from '@jest/globals';
import { Meter, watchMeters } from '#lib/api/process/meter';
import { listEvents } from '#lib/calendar/events/list/list-events';
import type { StoredEvent } from '#lib/calendar/model/event';
import type { EventsResource } from '#lib/calendar/resources/event';
import { SCOPE } from '#lib/calendar/scopes';
import { actingAs } from '#lib/runtime/acting-as';
import { calendar } from '#lib/runtime/calendar/serve';
import { addEvent, eventsPath, type AnsweredEvent } from '#test/support/calendar/calendar';
import { NINE, storedEvent } from '#test/support/calendar/events';
import { useCalendar } from '#test/support/calendar/use-calendar';
import { fillCalendar } from '#test/tools/bench/calendar/full-calendars';

const given = useCalendar();
const SERIES = 2_000;

const at = (dateTime: string) => ({ dateTime, timeZone: 'Europe/Zurich' });
const hourAt = (day: string) => ({ start: at(`${day}T09:00:00Z`), end: at(`${day}T10:00:00Z`) });

/** None of them has an instance from June 9 to 15, 2027. */
const KINDS: readonly (readonly [name: string, fields: Partial<StoredEvent>])[] = [
  ['days that begin later', { ...hourAt('2027-06-16'), recurrence: ['RRULE:FREQ=DAILY'] }],
  ['days that ended that month', { ...hourAt('2027-05-01'), recurrence: ['RRULE:FREQ=DAILY;UNTIL=20270608T235959Z'] }],
  [
    'weeks without the one',
    {
      ...hourAt('2026-03-04'),
      recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=WE'],
      exceptions: ['20270602T080000Z', '20270609T080000Z'],
    },
  ],
  ['months', { ...hourAt('2026-03-03'), recurrence: ['RRULE:FREQ=MONTHLY;BYMONTHDAY=3'] }],
  ['the last Friday', { ...hourAt('2026-03-27'), recurrence: ['RRULE:FREQ=MONTHLY;BYDAY=-1FR'] }],
  [
    'years',
    { start: { date: '2026-04-04' }, end: { date: '2026-04-05' }, recurrence: ['RRULE:FREQ=YEARLY;BYMONTH=4,9'] },
  ],
  [
    'years with an exception',
    {
      start: { date: '2026-06-10' },
      end: { date: '2026-06-11' },
      recurrence: ['RRULE:FREQ=YEARLY'],
      exceptions: ['20270610'],
    },
  ],
  [
    'weeks with an excluded date',
    {
      ...hourAt('2026-06-10'),
      recurrence: ['RRULE:FREQ=WEEKLY;INTERVAL=52', 'EXDATE;TZID=Europe/Zurich:20270609T110000'],
    },
  ],
];

const seriesOf = (index: number): StoredEvent => {
  const id = `series${String(index).padStart(20, '0')}`;
  const [name = '', fields = {}] = KINDS[index % KINDS.length] ?? [];
  const text = { summary: name, description: `${String(index)} `.repeat(200), iCalUID: `${id}@example.com` };
  return storedEvent(NINE, { id, ...text, ...fields });
};

interface Listed {
  readonly items: AnsweredEvent[];
  readonly nextPageToken?: string;
}

const list = async (query: string): Promise<Listed & { readonly meter: Meter }> => {
  let meter = new Meter();
  const { body } = await watchMeters(
    (opened) => {
      meter = opened;
    },
    () => given.ask<Listed>('GET', `${eventsPath(given.S)}?${query}`),
  );
  return { ...body, meter };
};
const window = (from: string, to: string): string => `timeMin=${from}T00:00:00Z&timeMax=${to}T00:00:00Z`;

describe('calendar.events.list of a calendar with 2,000 series of every kind', () => {
  test.each(['', '&singleEvents=true'])('reads an empty week in two steps and at most 60 units%s', async (more) => {
    if (more === '')
      await fillCalendar(
        given.S,
        Array.from({ length: SERIES }, (_, index) => seriesOf(index)),
      );

    const { items, meter } = await list(`${window('2027-06-09', '2027-06-16')}${more}`);

    expect(items).toEqual([]);
    expect(meter.roundTrips).toBeLessThanOrEqual(2);
    expect(meter.capacity).toBeLessThanOrEqual(60);
  });

  test('finds those of a day in two steps, with all they are', async () => {
    const { items, meter } = await list(`${window('2027-06-03', '2027-06-04')}&singleEvents=true&maxResults=2500`);

    const perKind = SERIES / KINDS.length;
    expect(items).toHaveLength(2 * perKind);
    expect(new Set(items.map(({ summary }) => summary))).toEqual(new Set(['days that ended that month', 'months']));
    expect(items[0]).toMatchObject({
      description: expect.stringMatching(/^\d+ /),
      start: { timeZone: 'Europe/Zurich' },
    });
    expect(meter.roundTrips).toBeLessThanOrEqual(2);
  });

  test('does not read the series that begin after a page, and goes on where it ended', async () => {
    const day = `${window('2027-06-03', '2027-06-04')}&singleEvents=true&orderBy=startTime`;
    const all = await list(`${day}&maxResults=2500`);
    const { items, meter, nextPageToken = '' } = await list(`${day}&maxResults=5`);
    const next = await list(`${day}&maxResults=5&pageToken=${encodeURIComponent(nextPageToken)}`);

    expect([...items, ...next.items].map(({ id }) => id)).toEqual(all.items.slice(0, 10).map(({ id }) => id));
    expect(meter.roundTrips).toBeLessThanOrEqual(2);
    expect(meter.capacity).toBeLessThan(all.meter.capacity - 200);
  });

  test('finds one that is new, changed, moved to another calendar and back, made a single event, and deleted', async () => {
    const { ask, S } = given;
    const week = `${window('2027-06-09', '2027-06-16')}&singleEvents=true`;
    const found = async () => (await list(week)).items.map(({ id }) => id);
    const { id } = await addEvent(given, { ...hourAt('2026-06-10'), recurrence: ['RRULE:FREQ=WEEKLY;COUNT=100'] }, S);
    const move = (from: string, to: string) =>
      ask('POST', `${eventsPath(from, id)}/move?destination=${encodeURIComponent(to)}`);
    const change = async (recurrence: readonly string[]) => {
      expect((await ask('PATCH', eventsPath(S, id), { body: { recurrence } })).status).toBe(200);
    };
    expect(await found()).toEqual([`${id}_20270609T090000Z`]);

    await change(['RRULE:FREQ=WEEKLY;COUNT=10']);
    expect(await found()).toEqual([]);
    await change(['RRULE:FREQ=MONTHLY;BYDAY=2TH']);
    expect(await found()).toEqual([`${id}_20270610T090000Z`]);
    expect((await ask('DELETE', eventsPath(S, `${id}_20270610T090000Z`))).status).toBe(204);
    expect(await found()).toEqual([]);

    await change(['RRULE:FREQ=DAILY;INTERVAL=7']);
    expect((await move(S, given.alice)).status).toBe(200);
    expect(await found()).toEqual([]);
    expect((await move(given.alice, S)).status).toBe(200);
    expect(await found()).toEqual([`${id}_20270609T090000Z`]);

    await change([]);
    expect(await found()).toEqual([]);
    await change(['RRULE:FREQ=DAILY;INTERVAL=7']);
    expect(await found()).toEqual([`${id}_20270609T090000Z`]);
    expect((await ask('DELETE', eventsPath(S, id))).status).toBe(204);
    expect(await found()).toEqual([]);
    const { items } = await list(`${window('2027-06-09', '2027-06-16')}&showDeleted=true`);
    expect(items.map((item) => item.id)).toContain(id);
  });
});

test('a series that is written while a list begins is in the list, whose sync says nothing of it', async () => {
  const context = actingAs(calendar, given.alice, [SCOPE.calendar]);
  const { events } = context.stores;
  const before = await events.listOutlines({ id: given.alice }, undefined);
  const { id } = await addEvent(given, { ...hourAt('2026-06-10'), recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] });
  let reads = 0;
  const listOutlines: typeof events.listOutlines = (...request) => {
    reads += 1;
    return reads === 1 ? Promise.resolve(before) : events.listOutlines(...request);
  };
  const racing = { ...context, stores: { ...context.stores, events: { ...events, listOutlines } } };

  const { items, nextSyncToken } = await listEvents('primary', { singleEvents: true, maxResults: 10 }, racing);

  expect(items?.map((item) => item.id)).toEqual([`${id}_20260610T090000Z`, `${id}_20260617T090000Z`]);
  const sync = await given.ask<EventsResource>('GET', `${eventsPath()}?syncToken=${nextSyncToken ?? ''}`);
  expect(sync.body.items).toEqual([]);
});

test('freebusy.query of 2,000 series reads no bodies, and knows what blocks no time', async () => {
  const { ask, alice, S } = given;
  const busyOf = async (calendar: string) => {
    let meter = new Meter();
    const { body } = await watchMeters(
      (opened) => {
        meter = opened;
      },
      () =>
        ask<{ calendars: Record<string, { busy: unknown[] }> }>('POST', '/freeBusy', {
          body: { timeMin: '2027-06-01T00:00:00Z', timeMax: '2027-06-08T00:00:00Z', items: [{ id: calendar }] },
        }),
    );
    return { busy: body.calendars[calendar]?.busy, meter };
  };
  const full = await busyOf(S);
  expect(full.busy).toHaveLength(7);
  expect(full.meter.capacity).toBeLessThanOrEqual(60);
  expect(full.meter.roundTrips).toBe(2);

  const weekly = { ...hourAt('2027-06-01'), recurrence: ['RRULE:FREQ=WEEKLY'] };
  const { id } = await addEvent(given, { ...weekly, transparency: 'transparent' });
  expect((await busyOf(alice)).busy).toEqual([]);
  const own = { ...hourAt('2027-06-02'), transparency: 'opaque' };
  expect((await ask('PATCH', eventsPath('primary', `${id}_20270601T090000Z`), { body: own })).status).toBe(200);
  const moved = await busyOf(alice);
  expect([moved.busy, moved.meter.roundTrips]).toEqual([
    [{ start: '2027-06-02T09:00:00Z', end: '2027-06-02T10:00:00Z' }],
    2,
  ]);
});
