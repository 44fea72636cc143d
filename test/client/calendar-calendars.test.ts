import { describe, expect, test } from '@jest/globals';
import { useGoogleCalendar } from '#test/support/calendar/google-calendar';
import { useGateway } from '#test/support/http/use-gateway';
import { someone } from '#test/support/people';

const alice = someone('alice');
const gateway = useGateway();
const client = useGoogleCalendar(gateway, alice);

describe("Google's client and a calendar", () => {
  test('makes, reads, changes and deletes one', async () => {
    const { data: made } = await client.calendars.insert({
      requestBody: { summary: 'Team', timeZone: 'Europe/Zurich' },
    });
    const calendarId = made.id ?? '';
    expect((await client.calendars.get({ calendarId })).data).toEqual(made);

    expect((await client.calendars.patch({ calendarId, requestBody: { description: 'Ours' } })).data).toMatchObject({
      summary: 'Team',
      description: 'Ours',
    });
    const updated = await client.calendars.update({ calendarId, requestBody: { summary: 'Group' } });
    expect(updated.data).toMatchObject({ summary: 'Group', timeZone: 'UTC' });
    expect(updated.data).not.toHaveProperty('description');
    expect((await client.calendars.delete({ calendarId })).status).toBe(204);

    await expect(client.calendars.get({ calendarId })).rejects.toMatchObject({ status: 404 });
  });

  test('clears the main calendar', async () => {
    const requestBody = { start: { date: '2026-03-03' }, end: { date: '2026-03-04' } };
    await client.events.insert({ calendarId: 'primary', requestBody });

    expect((await client.calendars.clear({ calendarId: 'primary' })).status).toBe(204);

    expect((await client.events.list({ calendarId: 'primary' })).data.items).toEqual([]);
  });

  test('is told that the main calendar stays, and that a stale tag changes nothing', async () => {
    await expect(client.calendars.delete({ calendarId: 'primary' })).rejects.toMatchObject({
      status: 400,
      response: { data: { error: { errors: [{ reason: 'cannotDeletePrimaryCalendar' }] } } },
    });
    const stale = { headers: { 'If-Match': '"stale"' } };
    await expect(
      client.calendars.patch({ calendarId: 'primary', requestBody: { summary: 'x' } }, stale),
    ).rejects.toMatchObject({ status: 412 });
  });
});
