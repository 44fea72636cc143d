import { describe, expect, test } from '@jest/globals';
import { operations } from '#functions/calendar/events/index';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { serve } from '#lib/middleware/serve';
import { calendar } from '#lib/runtime/calendar/serve';
import { requestsTo } from '#test/support/ask';
import { addEvent, eventsPath, refusal, share, startInstance, TUESDAYS } from '#test/support/calendar/calendar';
import { NINE } from '#test/support/calendar/events';
import { useCalendar } from '#test/support/calendar/use-calendar';
import { someone } from '#test/support/people';

const fixture = useCalendar();

const move = (eventId: string, destination = fixture.S, from = 'primary', headers: Record<string, string> = {}) =>
  fixture.ask<EventResource>(
    'POST',
    `${eventsPath(from, eventId)}/move?destination=${encodeURIComponent(destination)}`,
    { headers },
  );
const get = (eventId: string, calendarId = 'primary') =>
  fixture.ask<EventResource>('GET', eventsPath(calendarId, eventId));
const problem = (reason: string) => ({ status: 400, domain: 'calendar', reason });

describe('calendar.events.move', () => {
  describe('200', () => {
    test('CAL-93 the event is at the destination, which is its organiser now, and a tombstone stays behind', async () => {
      const { alice, S } = fixture;
      const event = await addEvent(fixture, {
        ...NINE,
        summary: 'Tea',
        attendees: [{ email: 'a@example.com' }],
        reminders: { useDefault: false },
      });

      const { status, body } = await move(event.id);
      const deleted = (
        await fixture.ask<EventsResource>(
          'GET',
          `${eventsPath()}?iCalUID=${encodeURIComponent(event.iCalUID)}&showDeleted=true`,
        )
      ).body.items;
      const living = (
        await fixture.ask<EventsResource>('GET', `${eventsPath()}?iCalUID=${encodeURIComponent(event.iCalUID)}`)
      ).body.items;

      expect(status).toBe(200);
      expect(body).toMatchObject({
        id: event.id,
        iCalUID: event.iCalUID,
        status: 'confirmed',
        summary: 'Tea',
        creator: { email: alice },
        organizer: { email: S, displayName: 'S', self: true },
        attendees: [{ email: 'a@example.com' }],
        reminders: { useDefault: false },
      });
      expect((await get(event.id, S)).body).toEqual(body);
      expect((await get(event.id)).body.status).toBe('cancelled');
      expect(deleted?.map(({ id, status: state }) => [id, state])).toEqual([[event.id, 'cancelled']]);
      expect(living).toEqual([]);
    });

    test('a series takes its exceptions along', async () => {
      const { S } = fixture;
      const master = await addEvent(fixture, TUESDAYS);
      await fixture.ask('PATCH', eventsPath('primary', `${master.id}_20260324T130000Z`), { body: { summary: 'Own' } });
      await fixture.ask('DELETE', eventsPath('primary', `${master.id}_20260331T120000Z`));

      await move(master.id);

      expect((await get(`${master.id}_20260324T130000Z`, S)).body).toMatchObject({
        status: 'confirmed',
        summary: 'Own',
        organizer: { email: S },
      });
      expect((await get(`${master.id}_20260331T120000Z`, S)).body.status).toBe('cancelled');
      expect((await get(`${master.id}_20260407T120000Z`, S)).body).toMatchObject({
        status: 'confirmed',
        summary: 'Tuesdays',
      });
      expect((await get(`${master.id}_20260324T130000Z`)).body.status).toBe('cancelled');
    });

    test('there and back again', async () => {
      const { alice, S } = fixture;
      const event = await addEvent(fixture, { ...NINE, summary: 'Tea' });
      await move(event.id);

      const { status, body } = await move(event.id, 'primary', S);

      expect(status).toBe(200);
      expect(body).toMatchObject({ status: 'confirmed', summary: 'Tea', organizer: { email: alice } });
      expect((await get(event.id)).body).toEqual(body);
      expect((await get(event.id, S)).body.status).toBe('cancelled');
    });

    test('the same request again answers the same', async () => {
      const event = await addEvent(fixture, NINE);

      const first = await move(event.id);
      const again = await move(event.id);

      expect(again).toMatchObject({ status: 200, body: first.body });
    });

    test('of four that move at once, none makes a second event', async () => {
      const event = await addEvent(fixture, { ...NINE, summary: 'Tea' });

      const answers = await Promise.all(Array.from({ length: 4 }, () => move(event.id)));

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await get(event.id)).body.status).toBe('cancelled');
      expect((await get(event.id, fixture.S)).body).toMatchObject({ status: 'confirmed', summary: 'Tea' });
    });

    test('of a calendar that others keep writing to, every event arrives once', async () => {
      const { alice, clock, S } = fixture;
      const moving = await Promise.all(Array.from({ length: 4 }, () => addEvent(fixture, NINE)));
      const [one, other] = [startInstance(alice, clock), startInstance(alice, clock)];
      const writers = Array.from({ length: 24 }, (_, index) =>
        (index % 2 === 0 ? one : other)('POST', eventsPath(index % 3 === 0 ? S : 'primary'), { body: NINE }),
      );

      const moves = await Promise.all(
        moving.map(({ id }, index) =>
          (index % 2 === 0 ? one : other)(
            'POST',
            `${eventsPath('primary', id)}/move?destination=${encodeURIComponent(S)}`,
          ),
        ),
      );

      expect((await Promise.all(writers)).map(({ status }) => status)).toEqual(writers.map(() => 200));
      expect(moves.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      for (const { id } of moving)
        expect([(await get(id)).body.status, (await get(id, S)).body.status]).toEqual(['cancelled', 'confirmed']);
    });

    test('a series with more exceptions than one step holds arrives with all of them', async () => {
      const { S } = fixture;
      const daily = { ...TUESDAYS, recurrence: ['RRULE:FREQ=DAILY;COUNT=60'] };
      const master = await addEvent(fixture, daily);
      const { body: before } = await fixture.ask<EventsResource>(
        'GET',
        `${eventsPath('primary', master.id)}/instances`,
      );
      for (const [index, { id }] of (before.items ?? []).entries())
        await fixture.ask('PATCH', eventsPath('primary', String(id)), { body: { summary: `Day ${String(index)}` } });

      expect((await move(master.id)).status).toBe(200);

      const { body: after } = await fixture.ask<EventsResource>('GET', `${eventsPath(S, master.id)}/instances`);
      expect(after.items?.map(({ summary }) => summary)).toEqual(
        Array.from({ length: 60 }, (_, index) => `Day ${String(index)}`),
      );
      expect((await fixture.ask('GET', `${eventsPath('primary', master.id)}/instances`)).status).toBe(404);
    });

    test('an interrupted move is completed by the same request', async () => {
      const { alice, S } = fixture;
      const master = await addEvent(fixture, TUESDAYS);
      await fixture.ask('PATCH', eventsPath('primary', `${master.id}_20260324T130000Z`), { body: { summary: 'Own' } });
      const { events } = calendar.stores;
      const breaking: typeof events = {
        ...events,
        writeBoth: () => Promise.resolve(false),
        write: (to, change) =>
          to.id === alice ? Promise.reject(new Error('the line is cut')) : events.write(to, change),
      };
      const cut = requestsTo(
        serve(operations, {
          ...calendar,
          log: { info: () => undefined, error: () => undefined },
          stores: { ...calendar.stores, events: breaking },
        }),
      );

      const interrupted = await cut(
        'POST',
        `/calendar/v3${eventsPath('primary', master.id)}/move?destination=${encodeURIComponent(S)}`,
        { as: alice },
      );
      const between = (await get(master.id)).body;
      const completed = await move(master.id);

      expect(interrupted.status).toBe(500);
      expect(between.status).toBe('confirmed');
      expect(completed).toMatchObject({ status: 200, body: { status: 'confirmed', organizer: { email: S } } });
      expect((await get(master.id)).body.status).toBe('cancelled');
      expect((await get(`${master.id}_20260324T130000Z`, S)).body.summary).toBe('Own');
    });

    test('to where it is already changes nothing', async () => {
      const event = await addEvent(fixture, NINE);

      expect((await move(event.id, 'primary')).body).toEqual(event);
    });
  });

  describe('400', () => {
    test('CAL-94 only an ordinary event as a whole, and to somewhere', async () => {
      const master = await addEvent(fixture, TUESDAYS);
      const away = await addEvent(fixture, { ...NINE, eventType: 'outOfOffice' });

      expect(refusal(await move(`${master.id}_20260324T130000Z`))).toEqual(problem('cannotChangeOrganizerOfInstance'));
      expect(refusal(await fixture.ask('POST', `${eventsPath('primary', master.id)}/move`))).toEqual({
        status: 400,
        domain: 'global',
        reason: 'required',
        locationType: 'parameter',
        location: 'destination',
      });
      expect(refusal(await move(away.id))).toEqual(problem('eventTypeRestriction'));
    });

    test('a copy of an event that is organised elsewhere stays', async () => {
      const copy = await fixture.ask<EventResource>('POST', `${eventsPath()}/import`, {
        body: {
          ...NINE,
          iCalUID: someone('uid'),
          organizer: { email: 'x@else.com' },
          attendees: [{ email: fixture.alice }],
        },
      });

      expect(refusal(await move(String(copy.body.id)))).toEqual(problem('cannotChangeOrganizer'));
    });
  });

  test('403 both calendars must be open for writing', async () => {
    const { ask, S } = fixture;
    const bob = someone('bob');
    await share(fixture, S, bob, 'reader');
    const theirs = await ask<EventResource>('POST', eventsPath(), { as: bob, body: NINE });
    const ours = await addEvent(fixture, NINE, S);
    const NEEDS_WRITER = { status: 403, domain: 'calendar', reason: 'requiredAccessLevel' };

    expect(
      refusal(
        await ask('POST', `${eventsPath('primary', theirs.body.id)}/move?destination=${encodeURIComponent(S)}`, {
          as: bob,
        }),
      ),
    ).toEqual(NEEDS_WRITER);
    expect(refusal(await ask('POST', `${eventsPath(S, ours.id)}/move?destination=primary`, { as: bob }))).toEqual(
      NEEDS_WRITER,
    );
  });

  test('404 there is no such destination', async () => {
    const event = await addEvent(fixture, NINE);

    expect(refusal(await move(event.id, 'nowhere@example.com'))).toEqual({
      status: 404,
      domain: 'global',
      reason: 'notFound',
    });
    expect((await get(event.id)).body).toEqual(event);
  });

  test('409 the id is taken at the destination', async () => {
    const event = await addEvent(fixture, { ...NINE, id: 'same0' });
    await addEvent(fixture, { ...NINE, id: 'same0' }, fixture.S);

    expect(refusal(await move(event.id))).toEqual({ status: 409, domain: 'global', reason: 'duplicate' });
    expect((await get(event.id)).body.status).toBe('confirmed');
  });

  test('410 what was deleted does not move', async () => {
    const event = await addEvent(fixture, NINE);
    await fixture.ask('DELETE', eventsPath('primary', event.id));

    expect(refusal(await move(event.id))).toEqual({ status: 410, domain: 'global', reason: 'deleted' });
  });

  test('412 a stale tag moves nothing', async () => {
    const event = await addEvent(fixture, NINE);

    expect(refusal(await move(event.id, fixture.S, 'primary', { 'if-match': '"1"' }))).toMatchObject({
      status: 412,
      reason: 'conditionNotMet',
    });
  });
});
