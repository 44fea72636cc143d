import { describe, expect, test } from '@jest/globals';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import {
  addEvent,
  calendarFixture,
  eventsPath,
  hourFrom,
  refusal,
  share,
  TUESDAYS,
} from '#test/support/calendar/calendar';
import { eventRequests, INVALID } from '#test/support/calendar/event-requests';
import { NINE } from '#test/support/calendar/events';
import { useCalendar } from '#test/support/calendar/use-calendar';
import { someone } from '#test/support/people';

const fixture = useCalendar();

const uid = () => `${someone('uid')}`;
const take = (body: EventResource, query = '') =>
  fixture.ask<EventResource>('POST', `${eventsPath()}/import${query}`, { body });
const { read } = eventRequests(() => fixture);

describe('calendar.events.import', () => {
  describe('200', () => {
    test('CAL-90 the same iCalUID again replaces the copy made before', async () => {
      const iCalUID = uid();

      const first = await take({ ...NINE, iCalUID, summary: 'Tea', location: 'Here' });
      const second = await take({ ...hourFrom('2026-03-11T08:00:00Z'), iCalUID, summary: 'Coffee' });

      expect(refusal(await take(NINE))).toEqual({ status: 400, domain: 'global', reason: 'required' });
      expect(refusal(await take({ ...NINE, id: 'abcde', iCalUID }))).toEqual(INVALID);
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.body).toMatchObject({
        id: first.body.id,
        iCalUID,
        summary: 'Coffee',
        start: { dateTime: '2026-03-11T09:00:00+01:00' },
      });
      expect(second.body).not.toHaveProperty('location');
    });

    test('of eight that import one event at once, all get the same', async () => {
      const iCalUID = uid();

      const answers = await Promise.all(Array.from({ length: 8 }, () => take({ ...NINE, iCalUID, summary: 'Tea' })));
      const { items } = (
        await fixture.ask<EventsResource>('GET', `${eventsPath()}?iCalUID=${encodeURIComponent(iCalUID)}`)
      ).body;

      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      expect(items).toHaveLength(1);
    });

    test('the same again changes nothing', async () => {
      const event = {
        ...TUESDAYS,
        iCalUID: uid(),
        attendees: [{ email: 'a@example.com', responseStatus: 'accepted' }],
      };

      const first = await take(event);
      const second = await take(event);

      expect(second.body).toEqual(first.body);
    });

    test('replaces an event that was inserted with that iCalUID', async () => {
      const inserted = await addEvent(fixture, { ...NINE, iCalUID: uid(), summary: 'Tea' });

      const { body } = await take({ ...NINE, iCalUID: inserted.iCalUID, summary: 'Coffee' });

      expect(body).toMatchObject({ id: inserted.id, summary: 'Coffee' });
    });

    test('replaces the reminders of the importer, of an event with an id of its own and of an instance, too', async () => {
      const reminders = { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] };
      const [iCalUID, seriesUid] = [uid(), uid()];
      const { id } = await addEvent(fixture, { ...NINE, iCalUID, reminders });
      const series = await addEvent(fixture, { ...TUESDAYS, iCalUID: seriesUid });
      const second = `${series.id}_20260324T130000Z`;
      await fixture.ask('PATCH', eventsPath('primary', second), { body: { reminders } });
      const { recurrence: _rule, ...instance } = TUESDAYS;
      const originalStartTime = { dateTime: '2026-03-24T14:00:00', timeZone: 'Europe/Zurich' };

      const answers = [
        await take({ ...NINE, iCalUID, summary: 'Tea' }),
        await take({ ...instance, iCalUID: seriesUid, originalStartTime, summary: 'Other' }),
      ];

      expect(answers.map(({ body }) => [body.id, body.reminders])).toEqual([
        [id, { useDefault: true }],
        [second, { useDefault: true }],
      ]);
      expect([(await read(id)).reminders, (await read(second)).reminders]).toEqual([
        { useDefault: true },
        { useDefault: true },
      ]);
    });

    test('brings a deleted copy back', async () => {
      const iCalUID = uid();
      const { body } = await take({ ...NINE, iCalUID });
      await fixture.ask('DELETE', eventsPath('primary', body.id));

      expect((await take({ ...NINE, iCalUID })).body).toMatchObject({ id: body.id, status: 'confirmed' });
    });

    test('takes a cancelled event as a tombstone', async () => {
      expect((await take({ ...NINE, iCalUID: uid(), status: 'cancelled' })).body.status).toBe('cancelled');
    });

    test('CAL-92 an event of a special type becomes an ordinary one, which a header says', async () => {
      const { status, headers, body } = await take({
        ...NINE,
        iCalUID: uid(),
        eventType: 'focusTime',
        focusTimeProperties: { chatStatus: 'available' },
      });

      expect(status).toBe(200);
      expect(headers['deprecation']).toMatch(/^@\d+$/);
      expect(body.eventType).toBe('default');
      expect(body).not.toHaveProperty('focusTimeProperties');
    });

    test('takes a series, and an exception of it by its original start', async () => {
      const iCalUID = uid();
      const { body: master } = await take({ ...TUESDAYS, iCalUID });

      const { body } = await take({
        ...hourFrom('2026-03-25T08:00:00Z'),
        iCalUID,
        summary: 'Moved',
        originalStartTime: { dateTime: '2026-03-24T14:00:00+01:00' },
      });

      expect(body).toMatchObject({
        id: `${String(master.id)}_20260324T130000Z`,
        recurringEventId: master.id,
        summary: 'Moved',
      });
      expect(await read(master.id)).toMatchObject({ summary: 'Tuesdays', recurrence: TUESDAYS.recurrence });
    });

    test('an exception that comes before its series is a single event', async () => {
      const { body } = await take({
        ...NINE,
        iCalUID: uid(),
        recurringEventId: 'elsewhere',
        originalStartTime: { dateTime: '2026-03-24T14:00:00+01:00' },
      });

      expect(body).not.toHaveProperty('recurringEventId');
      expect((await read(body.id)).start).toEqual(body.start);
    });
  });

  describe('participants', () => {
    test('CAL-91 the calendar is the organiser or a guest', async () => {
      const { alice } = fixture;
      const foreign = { ...NINE, organizer: { email: 'x@else.com', displayName: 'X' } };

      const stranger = await take({ ...foreign, iCalUID: uid() });
      const guest = await take({
        ...foreign,
        iCalUID: uid(),
        attendees: [{ email: alice, responseStatus: 'accepted' }],
      });

      expect(refusal(stranger)).toEqual({
        status: 400,
        domain: 'global',
        reason: 'participantIsNeitherOrganizerNorAttendee',
      });
      expect(guest.body).toMatchObject({
        organizer: { email: 'x@else.com', displayName: 'X' },
        privateCopy: true,
        attendees: [{ email: alice, self: true, responseStatus: 'accepted' }],
      });
      expect(guest.body.organizer).not.toHaveProperty('self');
    });

    test('a copy whose organiser is the calendar is not a private one, whatever was sent', async () => {
      const { body } = await take({ ...NINE, iCalUID: uid(), privateCopy: true });

      expect(body).not.toHaveProperty('privateCopy');
      expect(body.organizer).toEqual({ email: fixture.alice, self: true });
    });

    test('what was imported can be changed like any event', async () => {
      const { body } = await take({
        ...NINE,
        iCalUID: uid(),
        organizer: { email: 'x@else.com' },
        attendees: [{ email: fixture.alice }],
      });

      const patched = await fixture.ask('PATCH', eventsPath('primary', body.id), { body: { summary: 'Mine' } });

      expect(patched).toMatchObject({
        status: 200,
        body: { summary: 'Mine', privateCopy: true, organizer: { email: 'x@else.com' } },
      });
    });
  });

  describe('400', () => {
    test('a lower sequence is an older event', async () => {
      const iCalUID = uid();
      await take({ ...NINE, iCalUID, sequence: 5 });

      expect(refusal(await take({ ...NINE, iCalUID, sequence: 4 }))).toEqual(INVALID);
    });

    test('an original start is one that the rules name', async () => {
      const iCalUID = uid();
      await take({ ...TUESDAYS, iCalUID });

      expect(
        refusal(await take({ ...NINE, iCalUID, originalStartTime: { dateTime: '2026-03-25T14:00:00+01:00' } })),
      ).toEqual(INVALID);
    });

    test('a stage can refuse special types', async () => {
      const strict = await calendarFixture({ importedTypes: 'refuse' });

      const answer = await strict.ask('POST', `${eventsPath()}/import`, {
        body: { ...NINE, iCalUID: uid(), eventType: 'focusTime' },
      });

      expect(refusal(answer)).toEqual({ status: 400, domain: 'calendar', reason: 'eventTypeRestriction' });
    });
  });

  test('403 a reader imports nothing', async () => {
    const { ask, S } = fixture;
    const reader = someone('reader');
    await share(fixture, S, reader, 'reader');

    expect(refusal(await ask('POST', `${eventsPath(S)}/import`, { as: reader, body: {} }))).toEqual({
      status: 403,
      domain: 'calendar',
      reason: 'requiredAccessLevel',
    });
  });
});
