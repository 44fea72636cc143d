import { describe, expect, test } from '@jest/globals';
import { googleCalendar, useGoogleCalendar } from '#test/support/calendar/google-calendar';
import { useGateway } from '#test/support/http/use-gateway';
import { someone } from '#test/support/people';

const [alice, bob] = [someone('alice'), someone('bob')];
const gateway = useGateway();
const client = useGoogleCalendar(gateway, alice);

describe("Google's client and free/busy", () => {
  test('asks about own, shared and unknown calendars at once', async () => {
    await client.events.insert({
      calendarId: 'primary',
      requestBody: {
        summary: 'Tea',
        start: { dateTime: '2026-03-10T09:00:00Z' },
        end: { dateTime: '2026-03-10T10:00:00Z' },
      },
    });
    await client.acl.insert({
      calendarId: 'primary',
      requestBody: { role: 'freeBusyReader', scope: { type: 'user', value: bob } },
    });
    const other = await googleCalendar(gateway, bob);

    const { data } = await other.freebusy.query({
      requestBody: {
        timeMin: '2026-03-10T00:00:00Z',
        timeMax: '2026-03-11T00:00:00Z',
        timeZone: 'Europe/Zurich',
        items: [{ id: alice }, { id: bob }, { id: 'zz@example.com' }],
      },
    });

    expect(data).toEqual({
      kind: 'calendar#freeBusy',
      timeMin: '2026-03-10T00:00:00.000Z',
      timeMax: '2026-03-11T00:00:00.000Z',
      calendars: {
        [alice]: { busy: [{ start: '2026-03-10T10:00:00+01:00', end: '2026-03-10T11:00:00+01:00' }] },
        [bob]: { busy: [] },
        'zz@example.com': { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] },
      },
    });
  });

  test('hears what is missing', async () => {
    await expect(client.freebusy.query({ requestBody: { timeMax: '2026-03-11T00:00:00Z' } })).rejects.toMatchObject({
      status: 400,
      response: { data: { error: { errors: [{ reason: 'required' }] } } },
    });
  });
});
