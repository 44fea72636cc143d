import { beforeAll, describe, expect, test } from '@jest/globals';
import { watchMeters, type Meter } from '#lib/api/process/meter';
import type { EventResource } from '#lib/calendar/resources/event';
import { addEvent, eventsPath, TUESDAYS } from '#test/support/calendar/calendar';
import { NINE } from '#test/support/calendar/events';
import { useCalendar } from '#test/support/calendar/use-calendar';
import { someone } from '#test/support/people';

const fixture = useCalendar();
let single: string;
let master: string;
beforeAll(async () => {
  single = (await addEvent(fixture, NINE)).id;
  master = (await addEvent(fixture, TUESDAYS)).id;
  await fixture.ask('PATCH', eventsPath('primary', `${master}_20260324T130000Z`), { body: { summary: 'Own' } });
});

async function metersOf(method: string, path: string, body?: EventResource, as?: string): Promise<Meter[]> {
  const meters: Meter[] = [];
  const { status, text } = await watchMeters(
    (meter) => meters.push(meter),
    () => fixture.ask(method, path, { ...(body && { body }), ...(as !== undefined && { as }) }),
  );
  if (status >= 300) throw new Error(text);
  return meters;
}

const roundTripsOf = async (...request: Parameters<typeof metersOf>): Promise<number> =>
  Math.max(...(await metersOf(...request)).map(({ roundTrips }) => roundTrips));

describe('calls to the database that wait for one another', () => {
  test.each<[string, number, () => Promise<number>]>([
    ['get', 1, () => roundTripsOf('GET', eventsPath('primary', single))],
    ['get of an instance', 1, () => roundTripsOf('GET', eventsPath('primary', `${master}_20260331T120000Z`))],
    ['insert', 2, () => roundTripsOf('POST', eventsPath(), { ...NINE, id: 'chosen0' })],
    ['insert by somebody new, who gets a calendar', 4, () => roundTripsOf('POST', eventsPath(), NINE, someone('new'))],
    ['update', 2, () => roundTripsOf('PUT', eventsPath('primary', single), { ...NINE, summary: 'Put' })],
    ['patch', 2, () => roundTripsOf('PATCH', eventsPath('primary', single), { summary: 'Patched' })],
    [
      'patch of an instance',
      2,
      () => roundTripsOf('PATCH', eventsPath('primary', `${master}_20260331T120000Z`), { summary: 'Patched' }),
    ],
    [
      'patch of the rule of a series with exceptions',
      2,
      () => roundTripsOf('PATCH', eventsPath('primary', master), { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] }),
    ],
    ['import', 2, () => roundTripsOf('POST', `${eventsPath()}/import`, { ...NINE, iCalUID: 'trips@example.com' })],
    [
      'import of the same',
      2,
      () => roundTripsOf('POST', `${eventsPath()}/import`, { ...NINE, iCalUID: 'trips@example.com', summary: 'New' }),
    ],
    ['delete of a series with exceptions', 2, () => roundTripsOf('DELETE', eventsPath('primary', master))],
    [
      'move, which two calendars number',
      2,
      () => roundTripsOf('POST', `${eventsPath('primary', single)}/move?destination=${encodeURIComponent(fixture.S)}`),
    ],
  ])('%s: at most %i', async (_what, most, measure) => {
    expect(await measure()).toBeLessThanOrEqual(most);
  });
});

test("get from one's own primary calendar: event, reminders, calendar, list entry, user, and no rule but one's own", async () => {
  const { id } = await addEvent(fixture, NINE);
  const meters = await metersOf('GET', eventsPath('primary', id));
  const reads = meters.flatMap(({ calls }) => calls).filter(({ name }) => name === 'BatchGetItem');

  expect(reads.map(({ capacity }) => capacity)).toEqual([6]);
});
