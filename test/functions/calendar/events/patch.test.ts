import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Patch } from '#lib/api/schema';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { addEvent, calendarFixture, eventsPath, hourFrom, refusal, share, startInstance, TUESDAYS, type Fixture } from '#test/support/calendar';
import { someone } from '#test/support/people';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await calendarFixture();
});

const nine = hourFrom('2026-03-10T08:00:00Z');
const patch = (eventId: string, body: Patch<EventResource>, query = '', headers: Record<string, string> = {}) =>
  fixture.ask<EventResource>('PATCH', `${eventsPath('primary', eventId)}${query}`, { body, headers });
const read = async (eventId: string) => (await fixture.ask<EventResource>('GET', eventsPath('primary', eventId))).body;
const sync = async (token?: string) =>
  (await fixture.ask<EventsResource>('GET', `${eventsPath()}?maxResults=2500${token === undefined ? '' : `&syncToken=${encodeURIComponent(token)}`}`)).body;
const INVALID = { status: 400, domain: 'global', reason: 'invalid' };

describe('calendar.events.patch', () => {
  describe('200', () => {
    test('CAL-33 null clears a field', async () => {
      const event = await addEvent(fixture, { ...nine, summary: 'Tea', location: 'Here' });

      const { status, body } = await patch(event.id, { summary: null });

      expect(status).toBe(200);
      expect(body).not.toHaveProperty('summary');
      expect(body.location).toBe('Here');
    });

    test('CAL-34 a list replaces the stored one', async () => {
      const event = await addEvent(fixture, { ...nine, attendees: [{ email: 'a@example.com' }, { email: 'b@example.com' }] });

      const { body } = await patch(event.id, { attendees: [{ email: 'x@example.com' }] });

      expect(body.attendees?.map(({ email }) => email)).toEqual(['x@example.com']);
    });

    test('CAL-52 properties merge by name', async () => {
      const event = await addEvent(fixture, { ...nine, extendedProperties: { private: { a: '1', b: '2' }, shared: { c: '3' } } });

      const { body } = await patch(event.id, { extendedProperties: { private: { a: null, d: '4' } } });

      expect(body.extendedProperties).toEqual({ private: { b: '2', d: '4' }, shared: { c: '3' } });
    });

    test('cuts long values and drops long names without a word', async () => {
      const event = await addEvent(fixture, nine);

      const { body } = await patch(event.id, { extendedProperties: { private: { short: 'x'.repeat(2000), ['n'.repeat(45)]: '1' } } });

      expect(body.extendedProperties).toEqual({ private: { short: 'x'.repeat(1024) } });
    });

    test('may come as a POST that says so', async () => {
      const event = await addEvent(fixture, nine);

      const { status, body } = await fixture.ask('POST', eventsPath('primary', event.id), { body: { summary: 'New' }, headers: { 'x-http-method-override': 'PATCH' } });

      expect([status, body['summary']]).toEqual([200, 'New']);
    });

    test('a start moves with its zone kept', async () => {
      const timeZone = 'America/New_York';
      const event = await addEvent(fixture, { start: { dateTime: '2026-03-10T09:00:00', timeZone }, end: { dateTime: '2026-03-10T10:00:00', timeZone } });

      const { body } = await patch(event.id, { start: { dateTime: '2026-03-10T09:30:00' } });

      expect(body.start).toEqual({ dateTime: '2026-03-10T14:30:00+01:00', timeZone });
    });

    test('an all-day event becomes a timed one when the date is cleared', async () => {
      const event = await addEvent(fixture, { start: { date: '2026-03-10' }, end: { date: '2026-03-11' } });
      const times = { start: { dateTime: '2026-03-10T08:00:00Z' }, end: { dateTime: '2026-03-10T09:00:00Z' } };

      expect(refusal(await patch(event.id, times))).toEqual(INVALID);
      const { body } = await patch(event.id, { start: { ...times.start, date: null }, end: { ...times.end, date: null } });
      expect(body.start).toEqual({ dateTime: '2026-03-10T09:00:00+01:00', timeZone: 'Europe/Zurich' });
    });

    test('a single event becomes a series in the zone of its calendar', async () => {
      const event = await addEvent(fixture, nine);

      await patch(event.id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] });

      expect((await read(`${event.id}_20260331T070000Z`)).start?.dateTime).toBe('2026-03-31T09:00:00+02:00');
    });

    test('the own response changes alone when the other guests are not shown', async () => {
      const { alice } = fixture;
      const event = await addEvent(fixture, { ...nine, attendees: [{ email: 'a@example.com' }, { email: alice, comment: 'maybe late' }] });

      const { body } = await patch(event.id, { attendeesOmitted: true, attendees: [{ email: alice, comment: 'in time' }] });

      expect(body.attendees).toEqual([
        { email: 'a@example.com', responseStatus: 'needsAction' },
        { email: alice, comment: 'in time', responseStatus: 'accepted', organizer: true, self: true },
      ]);
    });

    test('a conference asked for twice with one request id is made once', async () => {
      const ask = (requestId: string) => ({ conferenceData: { createRequest: { requestId } } });
      const event = await addEvent(fixture, { ...nine, ...ask('one') }, 'primary', '?conferenceDataVersion=1');

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
      const event = await addEvent(fixture, nine, S);
      const carolBefore = await ask('GET', eventsPath(S, event.id), { as: carol });

      const { body } = await ask('PATCH', eventsPath(S, event.id), { body: { reminders: { useDefault: false, overrides: [{ method: 'email', minutes: 5 }] } } });
      const carolAfter = await ask('GET', eventsPath(S, event.id), { as: carol });

      expect(body).toMatchObject({ updated: event.updated, sequence: 0, reminders: { useDefault: false, overrides: [{ method: 'email', minutes: 5 }] } });
      expect(body['etag']).not.toBe(event.etag);
      expect(carolAfter.body).toEqual(carolBefore.body);
    });

    test('reminders go back to the defaults', async () => {
      const event = await addEvent(fixture, { ...nine, reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] } });

      expect((await patch(event.id, { reminders: { useDefault: true } })).body.reminders).toEqual({ useDefault: true });
      expect((await read(event.id)).reminders).toEqual({ useDefault: true });
    });

    test('a patch that changes nothing leaves tag and time alone, and no sync hears of it', async () => {
      const event = await addEvent(fixture, {
        ...nine,
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
      const event = await addEvent(fixture, nine);
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

  describe('instances', () => {
    const second = (id: string) => `${id}_20260324T130000Z`;

    test('CAL-57 a moved instance keeps its id and its original start', async () => {
      const master = await addEvent(fixture, TUESDAYS);

      const { body } = await patch(second(master.id), { start: { dateTime: '2026-03-24T15:00:00+01:00' }, end: { dateTime: '2026-03-24T16:00:00+01:00' } });
      const { items = [] } = (await fixture.ask<EventsResource>('GET', `${eventsPath()}?iCalUID=${encodeURIComponent(master.iCalUID)}`)).body;

      expect(body).toMatchObject({
        id: second(master.id),
        start: { dateTime: '2026-03-24T15:00:00+01:00' },
        originalStartTime: { dateTime: '2026-03-24T14:00:00+01:00', timeZone: 'Europe/Zurich' },
        recurringEventId: master.id,
        iCalUID: master.iCalUID,
        sequence: 1,
      });
      expect(await read(second(master.id))).toEqual(body);
      expect(items.map(({ id }) => id).toSorted()).toEqual([master.id, second(master.id)]);
    });

    test('an instance of its own has a tag of its own, the others keep that of the series', async () => {
      const master = await addEvent(fixture, TUESDAYS);

      const { body } = await patch(second(master.id), { summary: 'Different' });

      expect(body.etag).not.toBe(master.etag);
      expect((await read(master.id)).etag).toBe(master.etag);
      expect((await read(`${master.id}_20260331T120000Z`)).etag).toBe(master.etag);
    });

    test('a sync hears of the changed instance and not of its series', async () => {
      const master = await addEvent(fixture, TUESDAYS);
      const { nextSyncToken } = await sync();

      await patch(second(master.id), { summary: 'Different' });

      expect((await sync(nextSyncToken)).items?.map(({ id }) => id)).toEqual([second(master.id)]);
    });

    test('CAL-62 what an instance says itself stays, the rest comes from the series', async () => {
      const master = await addEvent(fixture, { ...TUESDAYS, location: 'Here', description: 'Words' });
      await patch(second(master.id), { summary: 'Own', description: null });

      await patch(master.id, { summary: 'All', location: 'There', description: 'More words' });

      expect(await read(`${master.id}_20260331T120000Z`)).toMatchObject({ summary: 'All', location: 'There', description: 'More words' });
      const own = await read(second(master.id));
      expect(own).toMatchObject({ summary: 'Own', location: 'There' });
      expect(own).not.toHaveProperty('description');
    });

    test('a later change of an instance keeps what it said before', async () => {
      const master = await addEvent(fixture, TUESDAYS);
      await patch(second(master.id), { summary: 'Own' });
      await patch(master.id, { summary: 'Own' });
      await patch(second(master.id), { location: 'Roof' });

      await patch(master.id, { summary: 'All', location: 'Cellar' });

      expect(await read(second(master.id))).toMatchObject({ summary: 'Own', location: 'Roof' });
    });

    test('an instance can be all day long', async () => {
      const master = await addEvent(fixture, TUESDAYS);

      const { body } = await patch(second(master.id), { start: { date: '2026-03-24', dateTime: null }, end: { date: '2026-03-25', dateTime: null } });

      expect(body).toMatchObject({ id: second(master.id), start: { date: '2026-03-24' }, originalStartTime: { dateTime: '2026-03-24T14:00:00+01:00' } });
    });

    test('CAL-120 a stricter visibility reaches the whole series, a looser one nothing', async () => {
      const open = await addEvent(fixture, { ...TUESDAYS, visibility: 'public' });
      const closed = await addEvent(fixture, { ...TUESDAYS, visibility: 'private' });

      const strict = await patch(second(open.id), { visibility: 'private' });
      const loose = await patch(second(closed.id), { visibility: 'public' });

      expect(strict.body.visibility).toBe('private');
      expect([await read(open.id), await read(`${open.id}_20260331T120000Z`)].map(({ visibility }) => visibility)).toEqual(['private', 'private']);
      expect(loose).toMatchObject({ status: 200, body: { visibility: 'private' } });
      expect((await read(closed.id)).visibility).toBe('private');
      expect((await read(second(closed.id))).etag).toBe(closed.etag);
    });

    test('reminders of one instance are not those of the others', async () => {
      const master = await addEvent(fixture, { ...TUESDAYS, reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 30 }] } });

      await patch(second(master.id), { reminders: { useDefault: false, overrides: [{ method: 'email', minutes: 5 }] } });

      expect((await read(second(master.id))).reminders?.overrides).toEqual([{ method: 'email', minutes: 5 }]);
      expect((await read(`${master.id}_20260331T120000Z`)).reminders?.overrides).toEqual([{ method: 'popup', minutes: 30 }]);
      expect((await read(second(master.id))).updated).toBe(master.updated);
    });

    test('an instance cannot recur', async () => {
      const master = await addEvent(fixture, TUESDAYS);

      expect(refusal(await patch(second(master.id), { recurrence: ['RRULE:FREQ=DAILY'] }))).toEqual(INVALID);
    });

    test('status cancelled on an instance is a deletion that can be taken back', async () => {
      const master = await addEvent(fixture, TUESDAYS);
      await patch(second(master.id), { summary: 'Own' });

      const cancelled = await patch(second(master.id), { status: 'cancelled' });
      const restored = await patch(second(master.id), { status: 'confirmed' });

      expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', recurringEventId: master.id } });
      expect(restored.body).toMatchObject({ status: 'confirmed', summary: 'Own' });
    });
  });

  describe('series', () => {
    test('CAL-63 a series cut short cancels what comes after, and a new one takes over', async () => {
      const master = await addEvent(fixture, TUESDAYS);
      await patch(`${master.id}_20260324T130000Z`, { summary: 'Stays' });
      await patch(`${master.id}_20260407T120000Z`, { summary: 'Goes' });

      await patch(master.id, { recurrence: ['RRULE:FREQ=WEEKLY;UNTIL=20260330T220000Z'] });
      const next = await addEvent(fixture, { ...TUESDAYS, start: { dateTime: '2026-03-31T14:00:00', timeZone: 'Europe/Zurich' }, end: { dateTime: '2026-03-31T15:00:00', timeZone: 'Europe/Zurich' }, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] });
      const instances = async (id: string) => (await fixture.ask<EventsResource>('GET', `${eventsPath('primary', id)}/instances`)).body.items?.map(({ summary }) => summary);

      expect(await instances(master.id)).toEqual(['Tuesdays', 'Stays']);
      expect(await instances(next.id)).toEqual(['Tuesdays', 'Tuesdays']);
      expect(await read(`${master.id}_20260407T120000Z`)).toMatchObject({ status: 'cancelled' });
      expect((await fixture.ask('GET', eventsPath('primary', `${master.id}_20260331T120000Z`))).status).toBe(404);
    });

    test('an instance that the rules name again is back as the series describes it', async () => {
      const master = await addEvent(fixture, TUESDAYS);
      const last = `${master.id}_20260407T120000Z`;
      await patch(last, { summary: 'Own' });
      await patch(master.id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] });
      const between = await read(last);

      await patch(master.id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] });

      expect(between.status).toBe('cancelled');
      expect(await read(last)).toMatchObject({ status: 'confirmed', summary: 'Tuesdays' });
    });

    test('another time of day drops what instances said, cancellations stay on their dates', async () => {
      const master = await addEvent(fixture, TUESDAYS);
      await patch(`${master.id}_20260324T130000Z`, { summary: 'Own' });
      await fixture.ask('DELETE', eventsPath('primary', `${master.id}_20260331T120000Z`));

      await patch(master.id, { start: { dateTime: '2026-03-17T16:00:00' }, end: { dateTime: '2026-03-17T17:00:00' } });

      expect((await read(`${master.id}_20260324T130000Z`)).status).toBe('cancelled');
      expect(await read(`${master.id}_20260324T150000Z`)).toMatchObject({ status: 'confirmed', summary: 'Tuesdays' });
      expect((await read(`${master.id}_20260331T140000Z`)).status).toBe('cancelled');
      expect((await read(`${master.id}_20260407T140000Z`)).status).toBe('confirmed');
    });

    test('a longer series makes its instances longer, also those that differ in something else', async () => {
      const master = await addEvent(fixture, TUESDAYS);
      await patch(`${master.id}_20260324T130000Z`, { summary: 'Own' });

      await patch(master.id, { end: { dateTime: '2026-03-17T18:00:00' } });

      expect(await read(`${master.id}_20260324T130000Z`)).toMatchObject({ summary: 'Own', end: { dateTime: '2026-03-24T18:00:00+01:00' } });
    });

    test('status cancelled on a series is a deletion that can be taken back with all its instances', async () => {
      const master = await addEvent(fixture, TUESDAYS);
      await patch(`${master.id}_20260324T130000Z`, { summary: 'Own' });
      await fixture.ask('DELETE', eventsPath('primary', `${master.id}_20260331T120000Z`));
      await patch(master.id, { status: 'cancelled' });
      const gone = await Promise.all(['20260324T130000Z', '20260331T120000Z'].map((suffix) => read(`${master.id}_${suffix}`)));
      const plain = await fixture.ask('GET', eventsPath('primary', `${master.id}_20260407T120000Z`));

      await patch(master.id, { status: 'confirmed' });

      expect(gone.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
      expect(plain.status).toBe(404);
      expect(await read(`${master.id}_20260324T130000Z`)).toMatchObject({ status: 'confirmed', summary: 'Own' });
      expect((await read(`${master.id}_20260331T120000Z`)).status).toBe('cancelled');
      expect((await read(`${master.id}_20260407T120000Z`)).status).toBe('confirmed');
    });
  });

  test('CAL-36 If-Match must name the current event', async () => {
    const event = await addEvent(fixture, nine);
    await patch(event.id, { summary: 'Newer' });
    const stale = { 'if-match': event.etag };

    const refused = await patch(event.id, { summary: 'Stale' }, '', stale);
    const any = await patch(event.id, { summary: 'Any' }, '', { 'if-match': '*' });
    const current = await patch(event.id, { summary: 'Current' }, '', { 'if-match': `W/${String(any.body.etag)}` });
    const deletion = await fixture.ask('DELETE', eventsPath('primary', event.id), { headers: stale });

    const MISMATCH = { status: 412, domain: 'global', reason: 'conditionNotMet', locationType: 'header', location: 'If-Match' };
    expect(refusal(refused)).toEqual(MISMATCH);
    expect([any.status, current.status]).toEqual([200, 200]);
    expect(refusal(deletion)).toEqual(MISMATCH);
    expect((await read(event.id)).summary).toBe('Current');
  });

  describe('400', () => {
    test('a sequence cannot go down', async () => {
      const event = await addEvent(fixture, { ...nine, sequence: 3 });

      expect(refusal(await patch(event.id, { sequence: 2 }))).toEqual(INVALID);
    });

    test('a start cannot be cleared', async () => {
      const event = await addEvent(fixture, nine);

      expect(refusal(await patch(event.id, { start: null }))).toMatchObject({ status: 400, reason: 'required' });
    });

    test('a type cannot change', async () => {
      const event = await addEvent(fixture, nine);

      expect(refusal(await patch(event.id, { eventType: 'focusTime' }))).toEqual({ status: 400, domain: 'calendar', reason: 'eventTypeRestriction' });
    });

    test('of a birthday only title, colour and date change', async () => {
      const birthday = await addEvent(fixture, {
        summary: 'Ann',
        eventType: 'birthday',
        start: { date: '2026-04-04' },
        end: { date: '2026-04-05' },
        visibility: 'private',
        transparency: 'transparent',
        recurrence: ['RRULE:FREQ=YEARLY'],
      });

      expect((await patch(birthday.id, { summary: 'Anna', colorId: '3' })).status).toBe(200);
      expect(refusal(await patch(birthday.id, { recurrence: null }))).toEqual({ status: 400, domain: 'calendar', reason: 'eventTypeRestriction' });
    });
  });

  describe('403', () => {
    test('a private event of somebody else is closed to a writer who does not see it', async () => {
      const { ask, S } = fixture;
      const bob = someone('bob');
      await share(fixture, S, bob, 'writerWithoutPrivateAccess');
      const hidden = await addEvent(fixture, { ...nine, visibility: 'private' }, S);
      const open = await addEvent(fixture, nine, S);

      expect(refusal(await ask('PATCH', eventsPath(S, hidden.id), { as: bob, body: { summary: 'Mine' } }))).toEqual({ status: 403, domain: 'global', reason: 'forbidden' });
      expect((await ask('PATCH', eventsPath(S, open.id), { as: bob, body: { summary: 'Ours' } })).status).toBe(200);
    });

    test('a reader hears of the role before the body is looked at', async () => {
      const { ask, S } = fixture;
      const reader = someone('reader');
      await share(fixture, S, reader, 'reader');
      const event = await addEvent(fixture, nine, S);

      expect(refusal(await ask('PATCH', eventsPath(S, event.id), { as: reader, body: { colorId: '99' } }))).toEqual({ status: 403, domain: 'calendar', reason: 'requiredAccessLevel' });
    });
  });

  test('eight writers at once in four instances of the function all get through', async () => {
    const { alice, clock } = fixture;
    const event = await addEvent(fixture, nine);
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const instances = Array.from({ length: 4 }, () => startInstance(alice, clock));

    const answers = await Promise.all(
      names.map((name, index) => instances[index % 4]?.('PATCH', eventsPath('primary', event.id), { body: { extendedProperties: { shared: { [name]: name } } } })),
    );

    expect(answers.map((answer) => answer?.status)).toEqual(names.map(() => 200));
    expect((await read(event.id)).extendedProperties?.shared).toEqual(Object.fromEntries(names.map((name) => [name, name])));
  });

  test('forty instances of one series are changed at the same moment', async () => {
    const { id } = await addEvent(fixture, { start: { date: '2026-03-10' }, end: { date: '2026-03-11' }, recurrence: ['RRULE:FREQ=DAILY;COUNT=40'] });
    const { body } = await fixture.ask<EventsResource>('GET', `${eventsPath('primary', id)}/instances`);
    const instances = (body.items ?? []).map((instance) => instance.id ?? '');

    const answers = await Promise.all(instances.map((instance) => patch(instance, { summary: instance })));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const after = await fixture.ask<EventsResource>('GET', `${eventsPath('primary', id)}/instances`);
    expect(after.body.items?.map(({ summary }) => summary)).toEqual(instances);
  });

  test('of two writers with the same tag, in two instances of the function, one is told that it came too late', async () => {
    const { alice, clock } = fixture;
    const event = await addEvent(fixture, nine);

    const answers = await Promise.all(
      ['one', 'two'].map((summary) => startInstance(alice, clock)('PATCH', eventsPath('primary', event.id), { body: { summary }, headers: { 'if-match': event.etag } })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  test('404 there is no such event', async () => {
    expect(refusal(await patch('nothing', { summary: 'x' }))).toEqual({ status: 404, domain: 'global', reason: 'notFound' });
  });
});
