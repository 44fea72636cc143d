import { beforeAll, describe, expect, test } from '@jest/globals';
import { watchMeters, type Meter, type MeteredCall } from '#lib/api/process/meter';
import type { EventsResource } from '#lib/calendar/resources/event';
import { addEvent, eventsPath, hourFrom, TUESDAYS } from '#test/support/calendar/calendar';
import { NINE, storedEvent } from '#test/support/calendar/events';
import { useCalendar } from '#test/support/calendar/use-calendar';
import { fillCalendar } from '#test/tools/bench/calendar/full-calendars';

const fixture = useCalendar();
let seriesId: string;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  const { ask } = fixture;
  const begin = async (query: string): Promise<string> =>
    (await ask<EventsResource>('GET', `${eventsPath()}?${query}`)).body.nextSyncToken ?? '';
  const series = await addEvent(fixture, TUESDAYS);
  seriesId = series.id;
  for (const day of ['10', '11', '12', '13']) await addEvent(fixture, { ...hourFrom(`2026-03-${day}T09:00:00Z`) });
  await ask('PATCH', eventsPath('primary', `${series.id}_20260317T130000Z`), { body: { summary: 'Other' } });
  Object.assign(tokens, { plain: await begin(''), expanded: await begin('singleEvents=true') });
  await ask('PATCH', eventsPath('primary', `${series.id}_20260324T130000Z`), {
    body: { reminders: { useDefault: false }, ...hourFrom('2026-03-25T09:00:00Z') },
  });
  await ask('PATCH', eventsPath('primary', series.id), { body: { location: 'Room 1' } });
});

interface Measured {
  readonly trips: number;
  readonly reads: readonly MeteredCall[];
  readonly found: unknown;
}

/** Without those that a process makes now and then, for quotas and groups. */
const readsIn = ({ calls }: Meter): MeteredCall[] =>
  calls.filter(({ name }) => name === 'Query' || name === 'BatchGetItem');

async function measure(method: string, path: string, body?: object): Promise<Measured> {
  const meters: Meter[] = [];
  const { status, body: found } = await watchMeters(
    (meter) => meters.push(meter),
    () => fixture.ask(method, path, body && { body }),
  );
  expect(status).toBe(200);
  return { trips: Math.max(...meters.map((meter) => meter.roundTrips)), reads: meters.flatMap(readsIn), found };
}

const roundTrips = async (path: string): Promise<number> => (await measure('GET', path)).trips;

describe('calendar.events.list and instances wait for the database at most twice', () => {
  const WINDOW = 'timeMin=2026-03-01T00:00:00Z&timeMax=2026-05-01T00:00:00Z';
  test.each([
    ['all', () => eventsPath()],
    ['a window', () => `${eventsPath()}?${WINDOW}`],
    ['instances of a window', () => `${eventsPath()}?${WINDOW}&singleEvents=true&orderBy=startTime`],
    ['deleted ones too', () => `${eventsPath()}?${WINDOW}&showDeleted=true`],
    ['by change', () => `${eventsPath()}?orderBy=updated`],
    ['since a moment', () => `${eventsPath()}?updatedMin=2026-03-01T00:00:00Z&singleEvents=true`],
    ['by UID', () => `${eventsPath()}?iCalUID=${seriesId}%40google.com&singleEvents=true`],
    ['a sync', () => `${eventsPath()}?syncToken=${tokens['plain'] ?? ''}`],
    ['a sync of instances', () => `${eventsPath()}?syncToken=${tokens['expanded'] ?? ''}`],
    ['the instances of a series', () => `${eventsPath('primary', seriesId)}/instances`],
  ])('%s', async (_case, path) => {
    expect(await roundTrips(path())).toBeLessThanOrEqual(2);
  });
});

describe('an instance that was moved behind the end of its series is found with it', () => {
  const JUNE = 'timeMin=2026-06-01T00:00:00Z&timeMax=2026-07-01T00:00:00Z';
  const moved = (id: string): string => `${id}_20260407T120000Z`;
  const idsOf = (found: unknown) => (found as EventsResource).items?.map(({ id }) => id);
  let id: string;
  beforeAll(async () => {
    const { ask, S } = fixture;
    ({ id } = await addEvent(fixture, { ...TUESDAYS, summary: 'Moved' }, S));
    await addEvent(fixture, hourFrom('2026-06-03T09:00:00Z'), S);
    await ask('PATCH', eventsPath(S, moved(id)), { body: { location: 'Here' } });
    await ask('PATCH', eventsPath(S, moved(id)), { body: hourFrom('2026-06-02T09:00:00Z') });
  });

  test.each(['', '&singleEvents=true&orderBy=startTime', '&showDeleted=true'])('in a list%s', async (more) => {
    const { trips, found } = await measure('GET', `${eventsPath(fixture.S)}?${JUNE}${more}`);

    expect([trips, idsOf(found)]).toEqual([2, [moved(id), expect.any(String)]]);
  });

  test('by free/busy', async () => {
    const { trips, found } = await measure('POST', '/freeBusy', {
      timeMin: '2026-06-01T00:00:00Z',
      timeMax: '2026-07-01T00:00:00Z',
      items: [{ id: fixture.S }],
    });

    expect(trips).toBe(2);
    expect(found).toMatchObject({
      calendars: {
        [fixture.S]: {
          busy: [{ start: '2026-06-02T09:00:00Z', end: '2026-06-02T10:00:00Z' }, { start: '2026-06-03T09:00:00Z' }],
        },
      },
    });
  });

  test('after the series was cut short, and after it was deleted', async () => {
    const { ask, S } = fixture;
    await ask('PATCH', eventsPath(S, id), { body: { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] } });
    const cut = await measure(
      'GET',
      `${eventsPath(S)}?timeMin=2026-04-07T00:00:00Z&timeMax=2026-04-08T00:00:00Z&showDeleted=true&singleEvents=true`,
    );
    expect([cut.trips, idsOf(cut.found)]).toEqual([2, [moved(id)]]);

    await ask('PATCH', eventsPath(S, id), { body: { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] } });
    await ask('PATCH', eventsPath(S, moved(id)), { body: hourFrom('2026-06-02T09:00:00Z') });
    await ask('DELETE', eventsPath(S, id));
    const deleted = await measure('GET', `${eventsPath(S)}?${JUNE}&showDeleted=true&singleEvents=true`);
    expect([deleted.trips, idsOf(deleted.found)]).toEqual([2, [moved(id), expect.any(String)]]);
  });
});

test('updatedMin among many changes waits for the database twice', async () => {
  const { ask, clock } = fixture;
  const { body } = await ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Busy' } });
  const [nowMs, count, minutesApart] = [clock.now().getTime(), 1_000, 30];
  await fillCalendar(
    body.id,
    Array.from({ length: count }, (_, index) =>
      storedEvent(NINE, {
        id: `busy${String(index).padStart(6, '0')}`,
        updatedAtMs: nowMs - (count - index) * minutesApart * 60_000,
      }),
    ),
  );

  const since = new Date(nowMs - 700 * minutesApart * 60_000).toISOString();
  const { trips, found } = await measure('GET', `${eventsPath(body.id)}?maxResults=5&updatedMin=${since}`);

  expect((found as EventsResource).items?.map(({ id }) => id)).toEqual(
    [300, 301, 302, 303, 304].map((index) => `busy000${String(index)}`),
  );
  expect(trips).toBeLessThanOrEqual(2);
});

test('freebusy.query of fifty calendars waits for the database twice', async () => {
  const { ask } = fixture;
  const items = [{ id: 'primary' }, { id: fixture.S }];
  while (items.length < 50) {
    const { body } = await ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Room' } });
    await addEvent(fixture, hourFrom('2026-03-10T09:00:00Z'), body.id);
    items.push({ id: body.id });
  }

  const { trips, found } = await measure('POST', '/freeBusy', {
    timeMin: '2026-03-09T00:00:00Z',
    timeMax: '2026-03-16T00:00:00Z',
    items,
  });

  expect(Object.keys((found as { calendars: object }).calendars)).toHaveLength(50);
  expect(trips).toBe(2);
});

test('freebusy.query asks once for what may be seen, and once in each calendar for days and events of up to a day', async () => {
  const { ask } = fixture;
  const items: { id: string }[] = [];
  while (items.length < 10) {
    const { body } = await ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Room' } });
    await addEvent(fixture, { start: { date: '2026-03-10' }, end: { date: '2026-03-11' } }, body.id);
    await addEvent(
      fixture,
      { start: { dateTime: '2026-03-11T09:00:00Z' }, end: { dateTime: '2026-03-11T12:00:00Z' } },
      body.id,
    );
    items.push({ id: body.id });
  }
  const query = { timeMin: '2026-03-09T00:00:00Z', timeMax: '2026-03-16T00:00:00Z', items };

  const days = await measure('POST', '/freeBusy', query);
  for (const { id } of items) await addEvent(fixture, hourFrom('2026-03-10T09:00:00Z'), id);
  const hours = await measure('POST', '/freeBusy', query);

  expect([days.trips, days.reads.length]).toEqual([2, 11]);
  expect([hours.trips, hours.reads.length]).toEqual([2, 21]);
  // A calendar and the three rules that may apply, a unit for each range of events, and the user.
  expect(hours.reads.reduce((sum, { capacity }) => sum + capacity, 0)).toBe(10 * (4 + 2) + 1);
});
