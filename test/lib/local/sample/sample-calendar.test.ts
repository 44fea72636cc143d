/**
 * What `npm start` puts into a new calendar table. Sample users are the same in every run, so it may meet what is
 * there.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { handler as list } from '#functions/calendar/calendarList/index';
import { handler as events } from '#functions/calendar/events/index';
import type { EventResource } from '#lib/calendar/resources/event';
import { ALICE, BOB } from '#lib/calendar/sample/people';
import { seedCalendar, TEAM } from '#lib/calendar/sample/seed';
import { SCOPE } from '#lib/calendar/scopes';
import { actingAs } from '#lib/runtime/acting-as';
import { calendar } from '#lib/runtime/calendar/serve';
import { requestsTo } from '#test/support/ask';

const seed = () => seedCalendar((email) => actingAs(calendar, email, [SCOPE.calendar]));

async function month(calendarId: string): Promise<EventResource[]> {
  const query = new URLSearchParams({
    singleEvents: 'true',
    orderBy: 'startTime',
    timeMin: new Date(Date.now() - 15 * 86_400_000).toISOString(),
    timeMax: new Date(Date.now() + 15 * 86_400_000).toISOString(),
  });
  const { body } = await requestsTo(events)<{ items: EventResource[] }>(
    'GET',
    `/calendar/v3/calendars/${encodeURIComponent(calendarId)}/events?${query.toString()}`,
    { as: ALICE },
  );
  return body.items;
}

describe('sample calendars', () => {
  beforeAll(async () => {
    await seed();
  });

  test('are three, of two people, one of them shared', async () => {
    const calendarsOf = async (as: string) => {
      const { body } = await requestsTo(list)<{ items: { id: string; accessRole: string }[] }>(
        'GET',
        '/calendar/v3/users/me/calendarList',
        { as },
      );
      return body.items.map(({ id, accessRole }) => [id, accessRole]).toSorted();
    };

    expect(await calendarsOf(ALICE)).toEqual([
      [ALICE, 'owner'],
      [TEAM, 'owner'],
    ]);
    expect(await calendarsOf(BOB)).toEqual([
      [BOB, 'owner'],
      [TEAM, 'writer'],
    ]);
  });

  test('hold a month of single events, series and exceptions around today', async () => {
    const [alice, team] = await Promise.all([month('primary'), month(TEAM)]);

    expect(alice.length).toBeGreaterThan(15);
    expect(alice.filter(({ recurringEventId }) => recurringEventId !== undefined).length).toBeGreaterThan(8);
    expect(team.some(({ summary }) => summary === 'Planning (outdoors)')).toBe(true);
  });

  test('are brought twice without harm', async () => {
    const before = await month(TEAM);
    await seed();

    expect(await month(TEAM)).toEqual(before);
  });
});
