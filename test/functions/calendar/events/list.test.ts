import { beforeAll, describe, expect, test } from '@jest/globals';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import type { Ask } from '#test/support/ask';
import { addEvent, eventsPath, hourFrom, refusal, TUESDAYS } from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';

const fixture = useCalendar();
let luigi: EventResource;
let guests: EventResource;
let series: EventResource;
beforeAll(async () => {
  luigi = await addEvent(fixture, {
    summary: 'Dinner',
    location: "Luigi's, Main Street",
    ...hourFrom('2026-03-10T18:00:00Z'),
    extendedProperties: { private: { a: '1', b: 'x=y' }, shared: { a: '2' } },
  });
  guests = await addEvent(fixture, {
    summary: 'Review',
    description: 'Quarterly numbers',
    ...hourFrom('2026-03-11T09:00:00Z'),
    attendees: [
      { email: 'LUIGI@example.org', displayName: 'Luigi Verdi' },
      { email: 'ann@example.org' },
      { email: fixture.alice, responseStatus: 'accepted' },
    ],
  });
  series = await addEvent(fixture, { ...TUESDAYS, summary: 'Ünïcode Çafé' });
});

const ask = (query: string, options: Ask = {}) =>
  fixture.ask<EventsResource>('GET', `${eventsPath()}?${query}`, options);
const list = async (query: string): Promise<EventsResource> => (await ask(query)).body;
const refusalOf = async (query: string) => refusal(await fixture.ask('GET', `${eventsPath()}?${query}`));
const idsOf = ({ items = [] }: EventsResource) => items.map(({ id }) => id).toSorted();

describe('calendar.events.list', () => {
  describe('200', () => {
    test('says what calendar it is, with an empty array where there is nothing', async () => {
      const { status, headers, body } = await fixture.ask<EventsResource>('GET', eventsPath(fixture.S));

      expect(status).toBe(200);
      expect(body).toEqual({
        kind: 'calendar#events',
        etag: expect.stringMatching(/^"p[0-9a-v]{15}"$/),
        summary: 'S',
        updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        timeZone: 'UTC',
        accessRole: 'owner',
        defaultReminders: [],
        items: [],
        nextSyncToken: expect.any(String),
      });
      expect(headers['etag']).toBe(body.etag);
    });

    test('shows events as a read of each shows them, and a series as a series', async () => {
      const { items, defaultReminders } = await list('');

      expect(items).toHaveLength(3);
      expect(items).toEqual(expect.arrayContaining([luigi, guests, series]));
      expect(defaultReminders).toEqual([{ method: 'popup', minutes: 30 }]);
    });

    test.each(['pageToken', 'syncToken', 'iCalUID', 'q', 'timeZone'])('counts an empty %s as none', async (name) => {
      const { items, timeZone, nextSyncToken } = await list(`${name}=`);

      expect(items).toEqual(expect.arrayContaining([luigi, guests, series]));
      expect([timeZone, nextSyncToken]).toEqual(['Europe/Zurich', expect.any(String)]);
    });

    test('shows instances in place of the series with singleEvents', async () => {
      const { items = [] } = await list('singleEvents=true&iCalUID=' + encodeURIComponent(series.iCalUID ?? ''));

      expect(
        items.map(({ id, start, recurringEventId, recurrence }) => [id, start?.dateTime, recurringEventId, recurrence]),
      ).toEqual([
        [`${String(series.id)}_20260317T130000Z`, '2026-03-17T14:00:00+01:00', series.id, undefined],
        [`${String(series.id)}_20260324T130000Z`, '2026-03-24T14:00:00+01:00', series.id, undefined],
        [`${String(series.id)}_20260331T120000Z`, '2026-03-31T14:00:00+02:00', series.id, undefined],
        [`${String(series.id)}_20260407T120000Z`, '2026-04-07T14:00:00+02:00', series.id, undefined],
      ]);
      expect(items[0]).toMatchObject({
        etag: series.etag,
        updated: series.updated,
        created: series.created,
        iCalUID: series.iCalUID,
        summary: series.summary,
      });
    });

    test('renders times in the zone asked for, and says so', async () => {
      const { items = [], timeZone } = await list(`timeZone=America/New_York&q=dinner`);

      expect(timeZone).toBe('America/New_York');
      expect(items[0]?.start).toEqual({ dateTime: '2026-03-10T14:00:00-04:00', timeZone: 'Europe/Zurich' });
    });

    test('leaves out guests beyond maxAttendees', async () => {
      const { items = [] } = await list('maxAttendees=2&q=review');

      expect(items[0]?.attendees).toEqual([expect.objectContaining({ email: fixture.alice, self: true })]);
      expect(items[0]?.attendeesOmitted).toBe(true);
    });

    test('CAL-39 takes a query that is too long for a URL as a form', async () => {
      const headers = { 'x-http-method-override': 'GET', 'content-type': 'application/x-www-form-urlencoded' };
      const { status, body } = await fixture.ask<EventsResource>('POST', eventsPath(), {
        headers,
        body: 'singleEvents=true&timeMin=2026-03-10T00%3A00%3A00Z&timeMax=2026-03-11T00%3A00%3A00Z',
      });

      expect(status).toBe(200);
      expect(idsOf(body)).toEqual([luigi.id]);
      expect(
        idsOf(
          (await fixture.ask<EventsResource>('POST', eventsPath(), { headers, body: `q=${'dinner+'.repeat(1500)}` }))
            .body,
        ),
      ).toEqual([luigi.id]);
    });

    test('CAL-40 answers only the fields asked for', async () => {
      const { body } = await ask('fields=items(id,start/dateTime),nextPageToken&q=dinner');

      expect(body).toEqual({ items: [{ id: luigi.id, start: { dateTime: '2026-03-10T19:00:00+01:00' } }] });
    });

    test('CAL-51 finds events by extended properties, all of which must match', async () => {
      expect(idsOf(await list('privateExtendedProperty=a%3D1'))).toEqual([luigi.id]);
      expect(idsOf(await list('privateExtendedProperty=a%3D2'))).toEqual([]);
      expect(idsOf(await list('privateExtendedProperty=b%3Dx%3Dy&sharedExtendedProperty=a%3D2'))).toEqual([luigi.id]);
      expect(idsOf(await list('privateExtendedProperty=a%3D1&privateExtendedProperty=b%3Dz'))).toEqual([]);
      expect(idsOf(await list('privateExtendedProperty=toString%3D1'))).toEqual([]);
    });

    test('CAL-81 finds words in the place and in the addresses of guests, in any case', async () => {
      expect(idsOf(await list('q=luigi'))).toEqual([luigi.id, guests.id].toSorted());
      expect(idsOf(await list('q=LUIGI%20verdi'))).toEqual([guests.id]);
      expect(idsOf(await list('q=uigi'))).toEqual([]);
      expect(idsOf(await list('q=%C3%A7af%C3%A9'))).toEqual([series.id]);
      expect(idsOf(await list('q=%20'))).toHaveLength(3);
    });

    test('CAL-82 finds a series and its exceptions by UID', async () => {
      const { id: instance } = (
        await fixture.ask<EventResource>('PATCH', eventsPath('primary', `${String(series.id)}_20260324T130000Z`), {
          body: { summary: 'Other' },
        })
      ).body;

      expect(idsOf(await list(`iCalUID=${encodeURIComponent(series.iCalUID ?? '')}`))).toEqual(
        [series.id, instance].toSorted(),
      );
      expect(idsOf(await list('iCalUID=nobody@example.com'))).toEqual([]);
    });

    test('CAL-116 compresses when the client accepts it', async () => {
      const plain = await ask('singleEvents=true');
      const packed = await ask('singleEvents=true', { headers: { 'accept-encoding': 'gzip' } });

      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(packed.body).toEqual(plain.body);
    });

    test('CAL-118 keeps to event types, one of them under its older name', async () => {
      const home = await addEvent(fixture, {
        eventType: 'workingLocation',
        start: { date: '2026-03-12' },
        end: { date: '2026-03-13' },
        visibility: 'public',
        transparency: 'transparent',
        workingLocationProperties: {
          type: 'officeLocation',
          officeLocation: { buildingId: 'b1', deskId: 'd7', label: 'North Wing' },
        },
      });
      const focus = await addEvent(fixture, {
        eventType: 'focusTime',
        ...hourFrom('2026-03-12T13:00:00Z'),
        transparency: 'opaque',
        focusTimeProperties: { autoDeclineMode: 'declineNone' },
      });

      expect(idsOf(await list('eventTypes=workingLocation&eventTypes=focusTime'))).toEqual(
        [home.id, focus.id].toSorted(),
      );
      expect(idsOf(await list('eventTypes=fromGmail'))).toEqual([]);
      expect(idsOf(await list('q=d7%20north'))).toEqual([home.id]);
      expect(idsOf(await list('q=focus%20time'))).toEqual([focus.id]);
      expect(await refusalOf('eventTypes=party')).toEqual({
        status: 400,
        domain: 'global',
        reason: 'invalidParameter',
        locationType: 'parameter',
        location: 'eventTypes',
      });
    });
  });

  test('304 when nothing has changed', async () => {
    const { body } = await ask('q=dinner');

    const { status, text } = await ask('q=dinner', { headers: { 'if-none-match': body.etag ?? '' } });

    expect([status, text]).toEqual([304, '']);
  });

  describe('400', () => {
    test('CAL-41 of a field that events do not have', async () => {
      expect(await refusalOf('fields=items(bogus)')).toEqual({
        status: 400,
        domain: 'global',
        reason: 'invalidParameter',
        locationType: 'parameter',
        location: 'fields',
      });
    });

    test('CAL-43 of page sizes below one; those above the ceiling are lowered', async () => {
      const invalid = {
        status: 400,
        domain: 'global',
        reason: 'invalidParameter',
        locationType: 'parameter',
        location: 'maxResults',
      };
      expect(await refusalOf('maxResults=0')).toEqual(invalid);
      expect(await refusalOf('maxResults=-1')).toEqual(invalid);
      expect(await refusalOf('maxResults=abc')).toEqual(invalid);
      const daily = await addEvent(fixture, {
        start: { date: '2010-01-01' },
        end: { date: '2010-01-02' },
        recurrence: ['RRULE:FREQ=DAILY;COUNT=2600'],
      });
      const page = await ask(`maxResults=99999&singleEvents=true&iCalUID=${encodeURIComponent(daily.iCalUID)}`);
      expect([page.status, page.body.items?.length, typeof page.body.nextPageToken]).toEqual([200, 2500, 'string']);
      await fixture.ask('DELETE', eventsPath('primary', daily.id));
    });

    test.each([
      ['a property without a value', 'sharedExtendedProperty=a', 'invalid', 'sharedExtendedProperty'],
      ['an unknown zone', 'timeZone=Mars/Base', 'invalid', 'timeZone'],
    ])('of %s', async (_case, query, reason, location) => {
      expect(await refusalOf(query)).toEqual({
        status: 400,
        domain: 'global',
        reason,
        locationType: 'parameter',
        location,
      });
    });
  });
});
