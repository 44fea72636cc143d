import type { calendar_v3 } from '@googleapis/calendar';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { googleCalendar } from '#test/support/calendar/google-calendar';
import { useGateway } from '#test/support/http/use-gateway';
import { someone } from '#test/support/people';

const gateway = useGateway();
let events: calendar_v3.Resource$Events;
let secondary: string;
const alice = someone('alice');

beforeAll(async () => {
  const client = await googleCalendar(gateway, alice);
  await client.calendars.patch({ calendarId: 'primary', requestBody: { timeZone: 'Europe/Zurich' } });
  secondary = (await client.calendars.insert({ requestBody: { summary: 'S' } })).data.id ?? '';
  events = client.events;
});

const calendarId = 'primary';
const timeZone = 'Europe/Zurich';
const hour = {
  start: { dateTime: '2026-03-10T09:00:00', timeZone },
  end: { dateTime: '2026-03-10T10:00:00', timeZone },
};
const insert = async (requestBody: calendar_v3.Schema$Event): Promise<calendar_v3.Schema$Event & { id: string }> => {
  const { data } = await events.insert({ calendarId, requestBody });
  return { ...data, id: data.id ?? '' };
};
/** What the client throws. */
const failure = (request: Promise<unknown>) => expect(request).rejects;

describe("Google's client and the events of a calendar", () => {
  test('inserts and gets', async () => {
    const inserted = await events.insert({ calendarId, sendUpdates: 'none', requestBody: { ...hour, summary: 'Tea' } });
    const got = await events.get({ calendarId, eventId: inserted.data.id ?? '', timeZone: 'UTC' });

    expect(inserted.status).toBe(200);
    expect(got.data).toMatchObject({
      summary: 'Tea',
      start: { dateTime: '2026-03-10T08:00:00Z', timeZone },
      organizer: { email: alice, self: true },
    });
  });

  test('updates what it read', async () => {
    const event = await insert({ ...hour, summary: 'Tea', location: 'Here' });

    const { data } = await events.update({
      calendarId,
      eventId: event.id,
      requestBody: { ...event, summary: 'Coffee' },
    });

    expect(data).toMatchObject({ id: event.id, summary: 'Coffee', location: 'Here' });
  });

  test('patches, with null to clear and If-Match to be sure', async () => {
    const event = await insert({ ...hour, summary: 'Tea' });

    const { data } = await events.patch(
      { calendarId, eventId: event.id, requestBody: { summary: null, colorId: '5' } },
      { headers: { 'If-Match': event.etag ?? '' } },
    );

    expect(data.colorId).toBe('5');
    expect(data).not.toHaveProperty('summary');
    await failure(
      events.patch({ calendarId, eventId: event.id, requestBody: {} }, { headers: { 'If-Match': event.etag ?? '' } }),
    ).toMatchObject({ status: 412 });
  });

  test('changes and cancels single instances of a series', async () => {
    const master = await insert({ ...hour, recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] });
    const eventId = `${master.id}_20260311T080000Z`;

    const { data } = await events.patch({ calendarId, eventId, requestBody: { summary: 'Different' } });
    const deletion = await events.delete({ calendarId, eventId });

    expect(data).toMatchObject({ id: eventId, recurringEventId: master.id, summary: 'Different' });
    expect(deletion.status).toBe(204);
    expect((await events.get({ calendarId, eventId })).data.status).toBe('cancelled');
  });

  test('deletes, and hears that it is gone', async () => {
    const { id } = await insert(hour);

    expect((await events.delete({ calendarId, eventId: id })).status).toBe(204);
    await failure(events.delete({ calendarId, eventId: id })).toMatchObject({ status: 410 });
    expect((await events.get({ calendarId, eventId: id })).data.status).toBe('cancelled');
  });

  test('imports the same event twice and has it once', async () => {
    const requestBody = { ...hour, iCalUID: `${someone('uid')}`, summary: 'From elsewhere' };

    const first = await events.import({ calendarId, requestBody });
    const second = await events.import({ calendarId, requestBody: { ...requestBody, summary: 'Newer' } });

    expect(second.data).toMatchObject({ id: first.data.id, summary: 'Newer' });
  });

  test('moves an event to another calendar', async () => {
    const { id } = await insert({ ...hour, summary: 'On the road' });

    const { data } = await events.move({ calendarId, eventId: id, destination: secondary });

    expect(data).toMatchObject({ id, status: 'confirmed', organizer: { email: secondary } });
    expect((await events.get({ calendarId: secondary, eventId: id })).data.summary).toBe('On the road');
  });

  test('hears what was wrong', async () => {
    await failure(events.insert({ calendarId, requestBody: {} })).toMatchObject({
      status: 400,
      message: 'Missing end time.',
    });
    await failure(events.get({ calendarId, eventId: 'nothing' })).toMatchObject({ status: 404 });
  });
});
