import { beforeAll, describe, expect, test } from '@jest/globals';
import type { EventsResource } from '#lib/calendar/resources/event';
import { watchMeters, type Meter } from '#lib/runtime/meter';
import { addEvent, calendarFixture, eventsPath, hourFrom, TUESDAYS, type Fixture } from '#test/support/calendar';

let fixture: Fixture;
let seriesId: string;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  fixture = await calendarFixture();
  const { ask } = fixture;
  const begin = async (query: string): Promise<string> => (await ask<EventsResource>('GET', `${eventsPath()}?${query}`)).body.nextSyncToken ?? '';
  const series = await addEvent(fixture, TUESDAYS);
  seriesId = series.id;
  for (const day of ['10', '11', '12', '13']) await addEvent(fixture, { ...hourFrom(`2026-03-${day}T09:00:00Z`) });
  await ask('PATCH', eventsPath('primary', `${series.id}_20260317T130000Z`), { body: { summary: 'Other' } });
  Object.assign(tokens, { plain: await begin(''), expanded: await begin('singleEvents=true') });
  await ask('PATCH', eventsPath('primary', `${series.id}_20260324T130000Z`), { body: { reminders: { useDefault: false }, ...hourFrom('2026-03-25T09:00:00Z') } });
  await ask('PATCH', eventsPath('primary', series.id), { body: { location: 'Room 1' } });
});

async function roundTrips(path: string): Promise<number> {
  const meters: Meter[] = [];
  const { status } = await watchMeters(
    (meter) => meters.push(meter),
    () => fixture.ask('GET', path),
  );
  expect(status).toBe(200);
  return Math.max(...meters.map((meter) => meter.roundTrips));
}

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
