import { calendar, type calendar_v3 } from '@googleapis/calendar';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { addApiKey } from '#test/support/calendar/calendar';
import { useGoogleCalendar } from '#test/support/calendar/google-calendar';
import { useGateway } from '#test/support/http/use-gateway';
import { someone } from '#test/support/people';

const gateway = useGateway();
const client = useGoogleCalendar(gateway, someone('alice'));
let calendarId: string;
let seriesId: string;
beforeAll(async () => {
  calendarId =
    (await client.calendars.insert({ requestBody: { summary: 'S', timeZone: 'Europe/Zurich' } })).data.id ?? '';
  const at = (dateTime: string) => ({ dateTime, timeZone: 'Europe/Zurich' });
  const series = {
    summary: 'Weekly',
    start: at('2026-03-17T14:00:00'),
    end: at('2026-03-17T15:00:00'),
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
  };
  seriesId = (await client.events.insert({ calendarId, requestBody: series })).data.id ?? '';
  for (const day of ['10', '11', '12']) {
    await client.events.insert({
      calendarId,
      requestBody: {
        summary: `March ${day}`,
        start: { date: `2026-03-${day}` },
        end: { date: `2026-03-${day}` },
        extendedProperties: { private: { day, all: 'yes' } },
      },
    });
  }
});

/** The loop of every client: until no token comes any more. */
async function all(
  parameters: calendar_v3.Params$Resource$Events$List,
): Promise<{ events: calendar_v3.Schema$Event[]; nextSyncToken: string }> {
  const events: calendar_v3.Schema$Event[] = [];
  let pageToken: string | undefined;
  for (;;) {
    const { data } = await client.events.list({ ...parameters, ...(pageToken !== undefined && { pageToken }) });
    events.push(...(data.items ?? []));
    if (data.nextPageToken === undefined || data.nextPageToken === null)
      return { events, nextSyncToken: data.nextSyncToken ?? '' };
    pageToken = data.nextPageToken;
  }
}

describe("Google's client and lists of events", () => {
  test('lists a window, instances in order', async () => {
    const { data } = await client.events.list({
      calendarId,
      singleEvents: true,
      orderBy: 'startTime',
      timeMin: '2026-03-11T00:00:00+01:00',
      timeMax: new Date('2026-03-25T00:00:00Z').toISOString(),
      timeZone: 'UTC',
    });

    expect(data.items?.map(({ summary, start }) => [summary, start?.date ?? start?.dateTime])).toEqual([
      ['March 11', '2026-03-11'],
      ['March 12', '2026-03-12'],
      ['Weekly', '2026-03-17T13:00:00Z'],
      ['Weekly', '2026-03-24T13:00:00Z'],
    ]);
  });

  test('repeats parameters: types and properties', async () => {
    const { data } = await client.events.list({
      calendarId,
      eventTypes: ['default', 'focusTime'],
      privateExtendedProperty: ['day=11', 'all=yes'],
    });

    expect(data.items?.map(({ summary }) => summary)).toEqual(['March 11']);
  });

  test('pages to the end and then syncs', async () => {
    const first = await all({ calendarId, maxResults: 2, singleEvents: true });
    const { data: made } = await client.events.quickAdd({ calendarId, text: 'Lunch tomorrow at 3pm' });
    await client.events.delete({ calendarId, eventId: `${seriesId}_20260324T130000Z` });

    const changes = await all({ calendarId, maxResults: 1, singleEvents: true, syncToken: first.nextSyncToken });

    expect(first.events).toHaveLength(7);
    expect(changes.events.map(({ id, status }) => [id, status])).toEqual([
      [made.id, 'confirmed'],
      [`${seriesId}_20260324T130000Z`, 'cancelled'],
    ]);
    expect((await all({ calendarId, singleEvents: true, syncToken: changes.nextSyncToken })).events).toEqual([]);
  });

  test('sees a bad sync token as an error with its reason', async () => {
    await expect(client.events.list({ calendarId, syncToken: 'garbage' })).rejects.toMatchObject({
      status: 400,
      response: { data: { error: { errors: [{ reason: 'invalid', location: 'syncToken' }] } } },
    });
  });

  test('goes through the instances of a series', async () => {
    const { data } = await client.events.instances({ calendarId, eventId: seriesId, maxResults: 2, showDeleted: true });
    const rest = await client.events.instances({
      calendarId,
      eventId: seriesId,
      maxResults: 2,
      showDeleted: true,
      ...(data.nextPageToken && { pageToken: data.nextPageToken }),
    });

    expect([...(data.items ?? []), ...(rest.data.items ?? [])].map(({ id }) => id)).toEqual(
      ['20260317T130000Z', '20260324T130000Z', '20260331T120000Z', '20260407T120000Z'].map(
        (start) => `${seriesId}_${start}`,
      ),
    );
  });

  test('reads a public calendar with only a key, as a page in a browser does', async () => {
    await client.acl.insert({ calendarId, requestBody: { role: 'reader', scope: { type: 'default' } } });
    const anonymous = calendar({ version: 'v3', rootUrl: gateway.rootUrl, auth: await addApiKey(), retry: false });

    const { data } = await anonymous.events.list({
      calendarId,
      singleEvents: true,
      maxResults: 9999,
      timeZone: 'Europe/Zurich',
      timeMin: '2026-03-01T00:00:00Z',
      timeMax: '2026-03-12T00:00:00Z',
    });

    expect(data.accessRole).toBe('reader');
    expect(data.items?.map(({ summary }) => summary)).toEqual(['March 10', 'March 11', 'March 12']);
  });
});
