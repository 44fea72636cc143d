import { describe, expect, test } from '@jest/globals';
import type { Patch } from '#lib/api/schema';
import type { EventResource } from '#lib/calendar/resources/event';
import { addEvent, eventsPath, refusal, share } from '#test/support/calendar/calendar';
import { eventRequests, INVALID } from '#test/support/calendar/event-requests';
import { BIRTHDAY, NINE } from '#test/support/calendar/events';
import { useCalendar } from '#test/support/calendar/use-calendar';
import { someone } from '#test/support/people';

const fixture = useCalendar();

const { patch, read, sync } = eventRequests(() => fixture);

describe('calendar.events.patch', () => {
  describe('200', () => {
    test('CAL-33 null clears a field', async () => {
      const event = await addEvent(fixture, { ...NINE, summary: 'Tea', location: 'Here' });

      const { status, body } = await patch(event.id, { summary: null });

      expect(status).toBe(200);
      expect(body).not.toHaveProperty('summary');
      expect(body.location).toBe('Here');
    });

    test('CAL-34 a list replaces the stored one', async () => {
      const event = await addEvent(fixture, {
        ...NINE,
        attendees: [{ email: 'a@example.com' }, { email: 'b@example.com' }],
      });

      const { body } = await patch(event.id, { attendees: [{ email: 'x@example.com' }] });

      expect(body.attendees?.map(({ email }) => email)).toEqual(['x@example.com']);
    });

    test('CAL-52 properties merge by name', async () => {
      const event = await addEvent(fixture, {
        ...NINE,
        extendedProperties: { private: { a: '1', b: '2' }, shared: { c: '3' } },
      });

      const { body } = await patch(event.id, { extendedProperties: { private: { a: null, d: '4' } } });

      expect(body.extendedProperties).toEqual({ private: { b: '2', d: '4' }, shared: { c: '3' } });
    });

    test('cuts long values and drops long names without a word', async () => {
      const event = await addEvent(fixture, NINE);

      const { body } = await patch(event.id, {
        extendedProperties: { private: { short: 'x'.repeat(2000), ['n'.repeat(45)]: '1' } },
      });

      expect(body.extendedProperties).toEqual({ private: { short: 'x'.repeat(1024) } });
    });

    test('may come as a POST that says so', async () => {
      const event = await addEvent(fixture, NINE);

      const { status, body } = await fixture.ask('POST', eventsPath('primary', event.id), {
        body: { summary: 'New' },
        headers: { 'x-http-method-override': 'PATCH' },
      });

      expect([status, body['summary']]).toEqual([200, 'New']);
    });

    test('a start moves with its zone kept', async () => {
      const timeZone = 'America/New_York';
      const event = await addEvent(fixture, {
        start: { dateTime: '2026-03-10T09:00:00', timeZone },
        end: { dateTime: '2026-03-10T10:00:00', timeZone },
      });

      const { body } = await patch(event.id, { start: { dateTime: '2026-03-10T09:30:00' } });

      expect(body.start).toEqual({ dateTime: '2026-03-10T14:30:00+01:00', timeZone });
    });

    test('an all-day event becomes a timed one when the date is cleared', async () => {
      const event = await addEvent(fixture, { start: { date: '2026-03-10' }, end: { date: '2026-03-11' } });
      const times = { start: { dateTime: '2026-03-10T08:00:00Z' }, end: { dateTime: '2026-03-10T09:00:00Z' } };

      expect(refusal(await patch(event.id, times))).toEqual(INVALID);
      const { body } = await patch(event.id, {
        start: { ...times.start, date: null },
        end: { ...times.end, date: null },
      });
      expect(body.start).toEqual({ dateTime: '2026-03-10T09:00:00+01:00', timeZone: 'Europe/Zurich' });
    });

    test('a single event becomes a series in the zone of its calendar', async () => {
      const event = await addEvent(fixture, NINE);

      await patch(event.id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] });

      expect((await read(`${event.id}_20260331T070000Z`)).start?.dateTime).toBe('2026-03-31T09:00:00+02:00');
    });

    test('the own response changes alone when the other guests are not shown', async () => {
      const { alice } = fixture;
      const event = await addEvent(fixture, {
        ...NINE,
        attendees: [{ email: 'a@example.com' }, { email: alice, comment: 'maybe late' }],
      });

      const { body } = await patch(event.id, {
        attendeesOmitted: true,
        attendees: [{ email: alice, comment: 'in time' }],
      });

      expect(body.attendees).toEqual([
        { email: 'a@example.com', responseStatus: 'needsAction' },
        { email: alice, comment: 'in time', responseStatus: 'accepted', organizer: true, self: true },
      ]);
    });

    test('a conference asked for twice with one request id is made once', async () => {
      const ask = (requestId: string) => ({ conferenceData: { createRequest: { requestId } } });
      const event = await addEvent(fixture, { ...NINE, ...ask('one') }, 'primary', '?conferenceDataVersion=1');

      const again = await patch(event.id, ask('one'), '?conferenceDataVersion=1');
      const other = await patch(event.id, ask('two'), '?conferenceDataVersion=1');
      const removed = await patch(event.id, { conferenceData: null }, '?conferenceDataVersion=1');

      expect(again.body.conferenceData).toEqual(event.conferenceData);
      expect(other.body.conferenceData?.conferenceId).not.toBe(event.conferenceData.conferenceId);
      expect(other.body.hangoutLink).toContain(other.body.conferenceData?.conferenceId);
      expect(removed.body).not.toHaveProperty('conferenceData');
      expect(removed.body).not.toHaveProperty('hangoutLink');
    });
  });

  describe('clocks', () => {
    test('CAL-45 reminders move the tag of their user and nothing else', async () => {
      const { ask, S } = fixture;
      const carol = someone('carol');
      await share(fixture, S, carol, 'writer');
      const event = await addEvent(fixture, NINE, S);
      const carolBefore = await ask('GET', eventsPath(S, event.id), { as: carol });

      const { body } = await ask('PATCH', eventsPath(S, event.id), {
        body: { reminders: { useDefault: false, overrides: [{ method: 'email', minutes: 5 }] } },
      });
      const carolAfter = await ask('GET', eventsPath(S, event.id), { as: carol });

      expect(body).toMatchObject({
        updated: event.updated,
        sequence: 0,
        reminders: { useDefault: false, overrides: [{ method: 'email', minutes: 5 }] },
      });
      expect(body['etag']).not.toBe(event.etag);
      expect(carolAfter.body).toEqual(carolBefore.body);
    });

    test('reminders go back to the defaults', async () => {
      const event = await addEvent(fixture, {
        ...NINE,
        reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] },
      });

      expect((await patch(event.id, { reminders: { useDefault: true } })).body.reminders).toEqual({ useDefault: true });
      expect((await read(event.id)).reminders).toEqual({ useDefault: true });
    });

    test('a patch that changes nothing leaves tag and time alone, and no sync hears of it', async () => {
      const event = await addEvent(fixture, {
        ...NINE,
        summary: 'Tea',
        attendees: [{ email: 'a@example.com', optional: true }],
        extendedProperties: { private: { a: '1' } },
        reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] },
      });
      const { nextSyncToken } = await sync();
      fixture.clock.pass({ minutes: 5 });

      const { body } = await patch(event.id, {
        summary: 'Tea',
        start: { dateTime: '2026-03-10T09:00:00+01:00' },
        attendees: [{ email: 'a@example.com', optional: true }],
        reminders: { overrides: [{ method: 'popup', minutes: 5 }] },
      });

      expect(body).toEqual(event);
      expect((await sync(nextSyncToken)).items).toEqual([]);
    });

    test('the tag moves with every change, the sequence with those of time, place and status', async () => {
      const event = await addEvent(fixture, NINE);
      const steps: [Patch<EventResource>, number][] = [
        [{ summary: 'Tea' }, 0],
        [{ location: 'Garden' }, 1],
        [{ start: { dateTime: '2026-03-10T07:00:00Z' } }, 2],
        [{ status: 'cancelled' }, 3],
        [{ status: 'confirmed' }, 4],
        [{ colorId: '4', transparency: 'transparent' }, 4],
        [{ sequence: 9 }, 9],
      ];

      const tags = new Set([event.etag]);
      for (const [change, sequence] of steps) {
        const { body } = await patch(event.id, change);
        expect(body.sequence).toBe(sequence);
        tags.add(String(body.etag));
      }

      expect(tags.size).toBe(steps.length + 1);
    });
  });

  test('CAL-36 If-Match must name the current event', async () => {
    const event = await addEvent(fixture, NINE);
    await patch(event.id, { summary: 'Newer' });
    const stale = { 'if-match': event.etag };

    const refused = await patch(event.id, { summary: 'Stale' }, '', stale);
    const any = await patch(event.id, { summary: 'Any' }, '', { 'if-match': '*' });
    const current = await patch(event.id, { summary: 'Current' }, '', { 'if-match': `W/${String(any.body.etag)}` });
    const deletion = await fixture.ask('DELETE', eventsPath('primary', event.id), { headers: stale });

    const MISMATCH = {
      status: 412,
      domain: 'global',
      reason: 'conditionNotMet',
      locationType: 'header',
      location: 'If-Match',
    };
    expect(refusal(refused)).toEqual(MISMATCH);
    expect([any.status, current.status]).toEqual([200, 200]);
    expect(refusal(deletion)).toEqual(MISMATCH);
    expect((await read(event.id)).summary).toBe('Current');
  });

  describe('400', () => {
    test('a sequence cannot go down', async () => {
      const event = await addEvent(fixture, { ...NINE, sequence: 3 });

      expect(refusal(await patch(event.id, { sequence: 2 }))).toEqual(INVALID);
    });

    test('a start cannot be cleared', async () => {
      const event = await addEvent(fixture, NINE);

      expect(refusal(await patch(event.id, { start: null }))).toMatchObject({ status: 400, reason: 'required' });
    });

    test('a type cannot change', async () => {
      const event = await addEvent(fixture, NINE);

      expect(refusal(await patch(event.id, { eventType: 'focusTime' }))).toEqual({
        status: 400,
        domain: 'calendar',
        reason: 'eventTypeRestriction',
      });
    });

    test('of a birthday only title, colour and date change', async () => {
      const birthday = await addEvent(fixture, BIRTHDAY);

      expect((await patch(birthday.id, { summary: 'Anna', colorId: '3' })).status).toBe(200);
      expect(refusal(await patch(birthday.id, { recurrence: null }))).toEqual({
        status: 400,
        domain: 'calendar',
        reason: 'eventTypeRestriction',
      });
    });
  });

  describe('403', () => {
    test('a private event of somebody else is closed to a writer who does not see it', async () => {
      const { ask, S } = fixture;
      const bob = someone('bob');
      await share(fixture, S, bob, 'writerWithoutPrivateAccess');
      const hidden = await addEvent(fixture, { ...NINE, visibility: 'private' }, S);
      const open = await addEvent(fixture, NINE, S);

      expect(refusal(await ask('PATCH', eventsPath(S, hidden.id), { as: bob, body: { summary: 'Mine' } }))).toEqual({
        status: 403,
        domain: 'global',
        reason: 'forbidden',
      });
      expect((await ask('PATCH', eventsPath(S, open.id), { as: bob, body: { summary: 'Ours' } })).status).toBe(200);
    });

    test('a reader hears of the role before the body is looked at', async () => {
      const { ask, S } = fixture;
      const reader = someone('reader');
      await share(fixture, S, reader, 'reader');
      const event = await addEvent(fixture, NINE, S);

      expect(refusal(await ask('PATCH', eventsPath(S, event.id), { as: reader, body: { colorId: '99' } }))).toEqual({
        status: 403,
        domain: 'calendar',
        reason: 'requiredAccessLevel',
      });
    });
  });

  test('404 there is no such event', async () => {
    expect(refusal(await patch('nothing', { summary: 'x' }))).toEqual({
      status: 404,
      domain: 'global',
      reason: 'notFound',
    });
  });
});
