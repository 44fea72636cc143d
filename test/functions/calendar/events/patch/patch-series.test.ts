import { describe, expect, test } from '@jest/globals';
import type { EventsResource } from '#lib/calendar/resources/event';
import { addEvent, eventsPath, refusal, TUESDAYS } from '#test/support/calendar/calendar';
import { eventRequests, INVALID } from '#test/support/calendar/event-requests';
import { useCalendar } from '#test/support/calendar/use-calendar';

const fixture = useCalendar();

const { patch, read, sync } = eventRequests(() => fixture);

describe('calendar.events.patch', () => {
  describe('instances', () => {
    const second = (id: string) => `${id}_20260324T130000Z`;

    test('CAL-57 a moved instance keeps its id and its original start', async () => {
      const master = await addEvent(fixture, TUESDAYS);

      const { body } = await patch(second(master.id), {
        start: { dateTime: '2026-03-24T15:00:00+01:00' },
        end: { dateTime: '2026-03-24T16:00:00+01:00' },
      });
      const { items = [] } = (
        await fixture.ask<EventsResource>('GET', `${eventsPath()}?iCalUID=${encodeURIComponent(master.iCalUID)}`)
      ).body;

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

      expect(await read(`${master.id}_20260331T120000Z`)).toMatchObject({
        summary: 'All',
        location: 'There',
        description: 'More words',
      });
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

      const { body } = await patch(second(master.id), {
        start: { date: '2026-03-24', dateTime: null },
        end: { date: '2026-03-25', dateTime: null },
      });

      expect(body).toMatchObject({
        id: second(master.id),
        start: { date: '2026-03-24' },
        originalStartTime: { dateTime: '2026-03-24T14:00:00+01:00' },
      });
    });

    test('CAL-120 a stricter visibility reaches the whole series, a looser one nothing', async () => {
      const open = await addEvent(fixture, { ...TUESDAYS, visibility: 'public' });
      const closed = await addEvent(fixture, { ...TUESDAYS, visibility: 'private' });

      const strict = await patch(second(open.id), { visibility: 'private' });
      const loose = await patch(second(closed.id), { visibility: 'public' });

      expect(strict.body.visibility).toBe('private');
      expect(
        [await read(open.id), await read(`${open.id}_20260331T120000Z`)].map(({ visibility }) => visibility),
      ).toEqual(['private', 'private']);
      expect(loose).toMatchObject({ status: 200, body: { visibility: 'private' } });
      expect((await read(closed.id)).visibility).toBe('private');
      expect((await read(second(closed.id))).etag).toBe(closed.etag);
    });

    test('reminders of one instance are not those of the others', async () => {
      const master = await addEvent(fixture, {
        ...TUESDAYS,
        reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 30 }] },
      });

      await patch(second(master.id), {
        reminders: { useDefault: false, overrides: [{ method: 'email', minutes: 5 }] },
      });

      expect((await read(second(master.id))).reminders?.overrides).toEqual([{ method: 'email', minutes: 5 }]);
      expect((await read(`${master.id}_20260331T120000Z`)).reminders?.overrides).toEqual([
        { method: 'popup', minutes: 30 },
      ]);
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
      const next = await addEvent(fixture, {
        ...TUESDAYS,
        start: { dateTime: '2026-03-31T14:00:00', timeZone: 'Europe/Zurich' },
        end: { dateTime: '2026-03-31T15:00:00', timeZone: 'Europe/Zurich' },
        recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'],
      });
      const instances = async (id: string) =>
        (await fixture.ask<EventsResource>('GET', `${eventsPath('primary', id)}/instances`)).body.items?.map(
          ({ summary }) => summary,
        );

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

      expect(await read(`${master.id}_20260324T130000Z`)).toMatchObject({
        summary: 'Own',
        end: { dateTime: '2026-03-24T18:00:00+01:00' },
      });
    });

    test('status cancelled on a series is a deletion that can be taken back with all its instances', async () => {
      const master = await addEvent(fixture, TUESDAYS);
      await patch(`${master.id}_20260324T130000Z`, { summary: 'Own' });
      await fixture.ask('DELETE', eventsPath('primary', `${master.id}_20260331T120000Z`));
      await patch(master.id, { status: 'cancelled' });
      const gone = await Promise.all(
        ['20260324T130000Z', '20260331T120000Z'].map((suffix) => read(`${master.id}_${suffix}`)),
      );
      const plain = await fixture.ask('GET', eventsPath('primary', `${master.id}_20260407T120000Z`));

      await patch(master.id, { status: 'confirmed' });

      expect(gone.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
      expect(plain.status).toBe(404);
      expect(await read(`${master.id}_20260324T130000Z`)).toMatchObject({ status: 'confirmed', summary: 'Own' });
      expect((await read(`${master.id}_20260331T120000Z`)).status).toBe('cancelled');
      expect((await read(`${master.id}_20260407T120000Z`)).status).toBe('confirmed');
    });
  });
});
