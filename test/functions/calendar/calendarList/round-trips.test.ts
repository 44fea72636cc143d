import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Meter, watchMeters } from '#lib/api/process/meter';
import { calendarFixture, type CalendarFixture } from '#test/support/calendar/calendar';

let fixture: CalendarFixture;
beforeAll(async () => {
  fixture = await calendarFixture();
  for (let index = 0; index < 5; index += 1)
    await fixture.ask('POST', '/calendars', { body: { summary: String(index) } });
});

async function roundTripsOf(method: string, path: string): Promise<number> {
  const meters: Meter[] = [];
  const { status, text } = await watchMeters(
    (meter) => meters.push(meter),
    () => fixture.ask(method, path),
  );
  if (status >= 300) throw new Error(text);
  return Math.max(...meters.map(({ roundTrips }) => roundTrips));
}

describe('calls to the database that wait for one another', () => {
  test.each(['', 'maxResults=2', 'showDeleted=true&showHidden=true'])(
    'calendarList.list: at most 2 (%s)',
    async (query) => {
      expect(await roundTripsOf('GET', `/users/me/calendarList?${query}`)).toBeLessThanOrEqual(2);
    },
  );
});
