import { describe, expect, test } from '@jest/globals';
import type { EventResource } from '#lib/calendar/resources/event';
import { addEvent, eventsPath, refusal, share, TUESDAYS } from '#test/support/calendar/calendar';
import { NINE } from '#test/support/calendar/events';
import { useCalendar } from '#test/support/calendar/use-calendar';
import { someone } from '#test/support/people';

const fixture = useCalendar();

const remove = (eventId: string, calendarId = 'primary') => fixture.ask('DELETE', eventsPath(calendarId, eventId));
const get = (eventId: string) => fixture.ask<EventResource>('GET', eventsPath('primary', eventId));
const DELETED = { status: 410, domain: 'global', reason: 'deleted' };

describe('calendar.events.delete', () => {
  test('410 for an instance that was deleted with its series, 404 for one that never was', async () => {
    const master = await addEvent(fixture, TUESDAYS);
    await remove(master.id);

    expect(refusal(await remove(`${master.id}_20260317T130000Z`))).toEqual(DELETED);
    expect((await remove(`${master.id}_20260318T130000Z`)).status).toBe(404);
    expect((await fixture.ask('GET', eventsPath('primary', `${master.id}_20260317T130000Z`))).status).toBe(404);
  });

  test('CAL-32 leaves a tombstone that can be brought back with its details', async () => {
    const event = await addEvent(fixture, { ...NINE, summary: 'Tea' });

    const deletion = await remove(event.id);
    const tombstone = await get(event.id);
    const again = await remove(event.id);
    const restored = await fixture.ask('PATCH', eventsPath('primary', event.id), { body: { status: 'confirmed' } });

    expect([deletion.status, deletion.text]).toEqual([204, '']);
    expect(tombstone).toMatchObject({ status: 200, body: { id: event.id, status: 'cancelled', sequence: 1 } });
    expect(refusal(again)).toEqual(DELETED);
    expect(restored).toMatchObject({ status: 200, body: { status: 'confirmed', summary: 'Tea', sequence: 2 } });
  });

  describe('an instance', () => {
    test('stays cancelled for as long as its series lives', async () => {
      const master = await addEvent(fixture, { ...TUESDAYS, recurrence: ['RRULE:FREQ=WEEKLY'] });
      const id = `${master.id}_20260324T130000Z`;
      await remove(id);
      fixture.clock.pass({ days: 60 });

      expect((await get(id)).body.status).toBe('cancelled');
    });

    test('leaves its series and the other instances alone', async () => {
      const master = await addEvent(fixture, TUESDAYS);
      await remove(`${master.id}_20260324T130000Z`);

      expect((await get(master.id)).body).toEqual(master);
      expect((await get(`${master.id}_20260331T120000Z`)).body.status).toBe('confirmed');
    });
  });

  describe('a series', () => {
    test('takes its exceptions along', async () => {
      const master = await addEvent(fixture, TUESDAYS);
      const own = `${master.id}_20260324T130000Z`;
      await fixture.ask('PATCH', eventsPath('primary', own), { body: { summary: 'Own' } });

      await remove(master.id);

      expect(await get(own)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
      expect(refusal(await remove(own))).toEqual(DELETED);
      expect((await get(`${master.id}_20260331T120000Z`)).status).toBe(404);
    });

    test('with more exceptions than one transaction holds goes as a whole', async () => {
      const master = await addEvent(fixture, {
        start: { date: '2026-01-01' },
        end: { date: '2026-01-02' },
        recurrence: ['RRULE:FREQ=DAILY;COUNT=120'],
      });
      const days = Array.from({ length: 110 }, (_, index) =>
        new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10).replaceAll('-', ''),
      );
      for (const day of days)
        await fixture.ask('PATCH', eventsPath('primary', `${master.id}_${day}`), { body: { summary: day } });

      expect((await remove(master.id)).status).toBe(204);

      const statuses = await Promise.all(days.map(async (day) => (await get(`${master.id}_${day}`)).body.status));
      expect(new Set(statuses)).toEqual(new Set(['cancelled']));
    });

    test('with heavy exceptions goes as a whole', async () => {
      const master = await addEvent(fixture, {
        start: { date: '2026-01-01' },
        end: { date: '2026-01-02' },
        recurrence: ['RRULE:FREQ=DAILY;COUNT=60'],
      });
      const attendees = Array.from({ length: 85 }, (_, index) => ({
        email: `guest${String(index)}@example.com`,
        comment: 'x'.repeat(900),
      }));
      const ids = Array.from(
        { length: 56 },
        (_, index) =>
          `${master.id}_${new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10).replaceAll('-', '')}`,
      );
      for (const id of ids) await fixture.ask('PATCH', eventsPath('primary', id), { body: { attendees } });

      expect((await remove(master.id)).status).toBe(204);
      expect((await get(ids[55] ?? '')).body).toMatchObject({ status: 'cancelled', attendees: expect.any(Array) });
    });
  });

  test('403 a reader deletes nothing', async () => {
    const { ask, S } = fixture;
    const reader = someone('reader');
    await share(fixture, S, reader, 'reader');
    const event = await addEvent(fixture, NINE, S);

    expect(refusal(await ask('DELETE', eventsPath(S, event.id), { as: reader }))).toEqual({
      status: 403,
      domain: 'calendar',
      reason: 'requiredAccessLevel',
    });
  });

  test('404 there is no such event', async () => {
    expect(refusal(await remove('nothing'))).toEqual({ status: 404, domain: 'global', reason: 'notFound' });
  });

  test('of two that delete at once, one succeeds', async () => {
    const event = await addEvent(fixture, NINE);

    const answers = await Promise.all([remove(event.id), remove(event.id)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 410]);
  });
});
