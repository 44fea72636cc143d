import { describe, expect, test } from '@jest/globals';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { SCOPE } from '#lib/calendar/scopes';
import { addEvent, eventsPath, refusal, share, TUESDAYS } from '#test/support/calendar/calendar';
import { NINE } from '#test/support/calendar/events';
import { useCalendar } from '#test/support/calendar/use-calendar';
import { someone } from '#test/support/people';

const fixture = useCalendar();

const get = (eventId: string, query = '', calendarId = 'primary') =>
  fixture.ask<EventResource>('GET', `${eventsPath(calendarId, eventId)}${query}`);
const NOT_FOUND = { status: 404, domain: 'global', reason: 'notFound' };

describe('calendar.events.get', () => {
  describe('200', () => {
    test('answers what the insert answered', async () => {
      const event = await addEvent(fixture, { ...NINE, summary: 'Tea', extendedProperties: { private: { a: '1' } } });

      expect((await get(event.id)).body).toEqual(event);
    });

    test('answers times in the zone asked for, dates unchanged', async () => {
      const timed = await addEvent(fixture, NINE);
      const allDay = await addEvent(fixture, { start: { date: '2026-03-10' }, end: { date: '2026-03-11' } });

      expect((await get(timed.id, '?timeZone=America/New_York')).body.start).toEqual({
        dateTime: '2026-03-10T04:00:00-04:00',
        timeZone: 'Europe/Zurich',
      });
      expect((await get(timed.id, '?timeZone=UTC')).body.start?.dateTime).toBe('2026-03-10T08:00:00Z');
      expect((await get(allDay.id, '?timeZone=America/New_York')).body.start).toEqual({ date: '2026-03-10' });
    });

    test('CAL-56 answers an instance of a series, and nothing where there is none', async () => {
      const master = await addEvent(fixture, TUESDAYS);

      const { body } = await get(`${master.id}_20260324T130000Z`);
      const missing = await get(`${master.id}_20260325T130000Z`);

      expect(body).toMatchObject({
        id: `${master.id}_20260324T130000Z`,
        recurringEventId: master.id,
        originalStartTime: { dateTime: '2026-03-24T14:00:00+01:00', timeZone: 'Europe/Zurich' },
        start: { dateTime: '2026-03-24T14:00:00+01:00' },
        summary: 'Tuesdays',
        etag: master.etag,
        updated: master.updated,
        iCalUID: master.iCalUID,
      });
      expect(body).not.toHaveProperty('recurrence');
      expect(refusal(missing)).toEqual(NOT_FOUND);
    });

    test('names instances of an all-day series by their date', async () => {
      const master = await addEvent(fixture, {
        start: { date: '2026-03-10' },
        end: { date: '2026-03-11' },
        recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
      });

      expect((await get(`${master.id}_20260312`)).body).toMatchObject({
        start: { date: '2026-03-12' },
        end: { date: '2026-03-13' },
        originalStartTime: { date: '2026-03-12' },
      });
      expect((await get(`${master.id}_20260313`)).status).toBe(404);
      expect((await get(`${master.id}_20260312T000000Z`)).status).toBe(404);
    });

    test('CAL-68 has no instance where a date is excluded', async () => {
      const master = await addEvent(fixture, {
        ...TUESDAYS,
        recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;TZID=Europe/Zurich:20260324T140000'],
      });
      const { body } = await fixture.ask<EventsResource>('GET', `${eventsPath('primary', master.id)}/instances`);

      expect(body.items?.map(({ id = '' }) => id.slice(id.indexOf('_')))).toEqual([
        '_20260317T130000Z',
        '_20260331T120000Z',
        '_20260407T120000Z',
      ]);
      expect((await get(`${master.id}_20260324T130000Z`)).status).toBe(404);
      expect((await get(`${master.id}_20260331T120000Z`)).status).toBe(200);
    });

    test('shows the source only to whoever created the event', async () => {
      const { ask, bob, S } = fixture;
      await share(fixture, S, bob, 'writer');
      const event = await addEvent(fixture, { ...NINE, source: { url: 'https://example.com' } }, S);

      expect(event.source).toEqual({ url: 'https://example.com' });
      expect((await ask('GET', eventsPath(S, event.id), { as: bob })).body).not.toHaveProperty('source');
    });
  });

  describe('stripped', () => {
    const secret: EventResource = {
      ...NINE,
      summary: 'Secret',
      description: 'Very',
      location: 'Vault',
      visibility: 'private',
      colorId: '3',
      attendees: [{ email: 'guest@example.com' }],
      extendedProperties: { shared: { a: '1' } },
    };
    const STRIPPED = [
      'created',
      'end',
      'etag',
      'eventType',
      'htmlLink',
      'iCalUID',
      'id',
      'kind',
      'sequence',
      'start',
      'status',
      'updated',
      'visibility',
    ];

    test.each(['reader', 'writerWithoutPrivateAccess'])(
      'a %s sees of a private event only when it is',
      async (role) => {
        const { ask } = fixture;
        const reader = someone('reader');
        const { body: calendar } = await ask<{ id: string }>('POST', '/calendars', { body: { summary: role } });
        await share(fixture, calendar.id, reader, role);
        const hidden = await addEvent(fixture, secret, calendar.id);
        const open = await addEvent(fixture, { ...secret, visibility: 'default' }, calendar.id);

        const { body } = await ask('GET', eventsPath(calendar.id, hidden.id), { as: reader });

        expect(Object.keys(body).toSorted()).toEqual(STRIPPED);
        expect(body).toMatchObject({ visibility: 'private', start: hidden.start, end: hidden.end });
        expect((await ask('GET', eventsPath(calendar.id, open.id), { as: reader })).body).toMatchObject({
          summary: 'Secret',
        });
      },
    );

    test('whoever sees only times sees no transparent event and nothing of the others', async () => {
      const { ask } = fixture;
      const reader = someone('reader');
      const { body: calendar } = await ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Times' } });
      await share(fixture, calendar.id, reader, 'freeBusyReader');
      const opaque = await addEvent(fixture, { ...secret, visibility: 'public' }, calendar.id);
      const transparent = await addEvent(fixture, { ...NINE, transparency: 'transparent' }, calendar.id);

      expect(
        Object.keys((await ask('GET', eventsPath(calendar.id, opaque.id), { as: reader })).body).toSorted(),
      ).toEqual(STRIPPED);
      expect((await ask('GET', eventsPath(calendar.id, transparent.id), { as: reader })).status).toBe(404);
    });

    test('a token for times only strips even the own events', async () => {
      const event = await addEvent(fixture, { ...NINE, summary: 'Own' });

      const { body } = await fixture.ask('GET', eventsPath('primary', event.id), { scopes: [SCOPE.eventsFreeBusy] });

      expect(Object.keys(body).toSorted()).toEqual(STRIPPED);
    });
  });

  test('answers 304 to whoever has it already', async () => {
    const event = await addEvent(fixture, NINE);

    const same = await fixture.ask('GET', eventsPath('primary', event.id), {
      headers: { 'if-none-match': event.etag },
    });
    const other = await fixture.ask('GET', eventsPath('primary', event.id), { headers: { 'if-none-match': '"1"' } });

    expect([same.status, same.text, same.headers['etag']]).toEqual([304, '', event.etag]);
    expect(other.status).toBe(200);
  });

  describe('404', () => {
    test.each([
      ['an event that was never there', 'nothing'],
      ['an instance of no series', 'no_20260324T130000Z'],
      ['an id with other letters', 'ümläut'],
      ['an id longer than any key', 'x'.repeat(2000)],
    ])('there is not %s', async (_what, eventId) => {
      expect(refusal(await get(eventId))).toEqual(NOT_FOUND);
    });

    test.each([
      ['GET', '', undefined],
      ['PATCH', '', { summary: 'x' }],
      ['PUT', '', NINE],
      ['DELETE', '', undefined],
      ['GET', '/instances', undefined],
    ])('a single event has no instances: %s%s', async (method, below, body) => {
      const { id } = await addEvent(fixture, NINE);
      for (const suffix of ['20260310T090000Z', '20260302T080000Z', '20260310']) {
        const path = `${eventsPath('primary', `${id}_${suffix}`)}${below}`;
        expect(refusal(await fixture.ask(method, path, body === undefined ? {} : { body }))).toEqual(NOT_FOUND);
      }
      expect((await get(id)).body.status).toBe('confirmed');
    });

    test('a tombstone is forgotten after a month', async () => {
      const event = await addEvent(fixture, NINE);
      await fixture.ask('DELETE', eventsPath('primary', event.id));
      const young = await get(event.id);
      fixture.clock.pass({ days: 31 });

      expect([young.status, (await get(event.id)).status]).toEqual([200, 404]);
    });

    test('a calendar that the caller may not see has no events', async () => {
      const event = await addEvent(fixture, NINE, fixture.S);

      expect(refusal(await fixture.ask('GET', eventsPath(fixture.S, event.id), { as: fixture.carol }))).toEqual(
        NOT_FOUND,
      );
    });
  });

  test('400 a zone must exist', async () => {
    const event = await addEvent(fixture, NINE);

    expect(refusal(await get(event.id, '?timeZone=Mars/Base'))).toEqual({
      status: 400,
      domain: 'global',
      reason: 'invalid',
      locationType: 'parameter',
      location: 'timeZone',
    });
  });
});
