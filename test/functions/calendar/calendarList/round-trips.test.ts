import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Meter, watchMeters } from '#lib/api/process/meter';
import { calendarFixture, rulePath, share, type CalendarFixture } from '#test/support/calendar/calendar';

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

  test('acl.delete of somebody with the calendar on their list: 2', async () => {
    const { S, bob } = fixture;
    await share(fixture, S, bob, 'reader');
    await fixture.ask('POST', '/users/me/calendarList', { as: bob, body: { id: S } });

    expect(await roundTripsOf('DELETE', rulePath(S, `user:${bob}`))).toBe(2);
    const { body } = await fixture.ask<{ items: { id: string }[] }>('GET', '/users/me/calendarList', { as: bob });
    expect(body.items.map(({ id }) => id)).toEqual([bob]);
  });

  test.each([{ type: 'default' }, { type: 'domain', value: 'example.com' }])(
    'acl.delete of a rule for many, one of whom has the calendar on their list: 2 (%j)',
    async (scope) => {
      const { ask, S, carol } = fixture;
      const { body: rule } = await ask<{ id: string }>('POST', rulePath(S), { body: { role: 'reader', scope } });
      await ask('POST', '/users/me/calendarList', { as: carol, body: { id: S } });

      expect(await roundTripsOf('DELETE', rulePath(S, rule.id))).toBe(2);
      const { body } = await ask<{ items: { id: string }[] }>('GET', '/users/me/calendarList', { as: carol });
      expect(body.items.map(({ id }) => id)).toEqual([carol]);
    },
  );
});
