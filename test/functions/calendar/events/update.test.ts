import { describe, expect, test } from '@jest/globals';
import type { EventResource } from '#lib/calendar/resources/event';
import { addEvent, eventsPath, hourFrom, refusal, TUESDAYS } from '#test/support/calendar/calendar';
import { eventRequests } from '#test/support/calendar/event-requests';
import { NINE } from '#test/support/calendar/events';
import { useCalendar } from '#test/support/calendar/use-calendar';

const fixture = useCalendar();

const update = (eventId: string, body: EventResource, query = '', headers: Record<string, string> = {}) =>
  fixture.ask<EventResource>('PUT', `${eventsPath('primary', eventId)}${query}`, { body, headers });
const { read } = eventRequests(() => fixture);

describe('calendar.events.update', () => {
  describe('200', () => {
    test('CAL-35 what the body leaves out goes back to its default', async () => {
      const event = await addEvent(fixture, {
        ...TUESDAYS,
        location: 'Here',
        colorId: '4',
        visibility: 'private',
        transparency: 'transparent',
        guestsCanInviteOthers: false,
        attendees: [{ email: 'a@example.com' }],
        extendedProperties: { shared: { a: '1' } },
        reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] },
      });

      const { status, body } = await update(event.id, NINE);

      expect(status).toBe(200);
      expect(body).toMatchObject({
        id: event.id,
        iCalUID: event.iCalUID,
        created: event.created,
        start: { dateTime: '2026-03-10T09:00:00+01:00' },
        reminders: { useDefault: true },
      });
      for (const field of [
        'summary',
        'location',
        'colorId',
        'visibility',
        'transparency',
        'guestsCanInviteOthers',
        'attendees',
        'recurrence',
        'extendedProperties',
      ]) {
        expect(body).not.toHaveProperty(field);
      }
      expect(await read(event.id)).toEqual(body);
    });

    test('CAL-49 a client that knows no conferences keeps them, and attachments and labels alike', async () => {
      const event = await addEvent(
        fixture,
        {
          ...NINE,
          conferenceData: { createRequest: { requestId: 'r' } },
          attachments: [{ fileUrl: 'https://example.com/file' }],
        },
        'primary',
        '?conferenceDataVersion=1&supportsAttachments=true',
      );

      const kept = await update(event.id, NINE);
      const removed = await update(event.id, NINE, '?conferenceDataVersion=1&supportsAttachments=true');

      expect(kept.body).toMatchObject({
        conferenceData: event.conferenceData,
        hangoutLink: event.hangoutLink,
        attachments: event.attachments,
      });
      for (const field of ['conferenceData', 'hangoutLink', 'attachments'])
        expect(removed.body).not.toHaveProperty(field);
    });

    test('what was read can be written back and changes nothing', async () => {
      const event = await addEvent(fixture, {
        ...TUESDAYS,
        description: 'Words',
        attendees: [{ email: 'a@example.com', responseStatus: 'tentative' }],
        reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] },
        source: { url: 'https://example.com', title: 'Mail' },
      });
      fixture.clock.pass({ minutes: 1 });

      expect((await update(event.id, event)).body).toEqual(event);
    });

    test('a series whose time the clock skips on its first day goes on at that time', async () => {
      const timeZone = 'Europe/Zurich';
      const skipped = {
        start: { dateTime: '2026-03-29T02:30:00', timeZone },
        end: { dateTime: '2026-03-29T02:45:00', timeZone },
        recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
      };
      const event = await addEvent(fixture, skipped);

      await update(event.id, { ...event, summary: 'Night' });

      expect(event.start.dateTime).toBe('2026-03-29T03:30:00+02:00');
      expect((await read(`${event.id}_20260330T003000Z`)).start?.dateTime).toBe('2026-03-30T02:30:00+02:00');
    });

    test('the type stays when the body does not name it', async () => {
      const event = await addEvent(fixture, {
        ...NINE,
        eventType: 'focusTime',
        focusTimeProperties: { chatStatus: 'doNotDisturb' },
      });

      const { body } = await update(event.id, { ...NINE, summary: 'Deep work' });

      expect(body).toMatchObject({
        eventType: 'focusTime',
        summary: 'Deep work',
        focusTimeProperties: { autoDeclineMode: 'declineNone' },
      });
    });

    test('an instance is replaced on its own', async () => {
      const master = await addEvent(fixture, { ...TUESDAYS, location: 'Here' });
      const id = `${master.id}_20260324T130000Z`;

      const { body } = await update(id, { ...hourFrom('2026-03-25T08:00:00Z'), summary: 'Wednesday' });

      expect(body).toMatchObject({
        id,
        summary: 'Wednesday',
        recurringEventId: master.id,
        originalStartTime: { dateTime: '2026-03-24T14:00:00+01:00' },
      });
      expect(body).not.toHaveProperty('location');
      expect((await read(`${master.id}_20260331T120000Z`)).location).toBe('Here');
    });

    test('a cancelled event stays cancelled until the body says otherwise', async () => {
      const event = await addEvent(fixture, { ...NINE, summary: 'Tea' });
      await fixture.ask('DELETE', eventsPath('primary', event.id));

      const silent = await update(event.id, { ...NINE, summary: 'Coffee' });
      const restored = await update(event.id, { ...NINE, summary: 'Coffee', status: 'confirmed' });

      expect(silent.body.status).toBe('cancelled');
      expect(restored.body).toMatchObject({ status: 'confirmed', summary: 'Coffee' });
    });
  });

  test('CAL-64 a series without its rule is a single event, and its exceptions are cancelled', async () => {
    const master = await addEvent(fixture, TUESDAYS);
    const changed = `${master.id}_20260324T130000Z`;
    await fixture.ask('PATCH', eventsPath('primary', changed), { body: { summary: 'Own' } });
    const { recurrence: _rule, ...single } = TUESDAYS;

    const { body } = await update(master.id, single);

    expect(body).not.toHaveProperty('recurrence');
    expect((await read(changed)).status).toBe('cancelled');
    expect((await fixture.ask('GET', eventsPath('primary', `${master.id}_20260331T120000Z`))).status).toBe(404);
  });

  test('400 start and end are needed', async () => {
    const event = await addEvent(fixture, NINE);

    expect(refusal(await update(event.id, { summary: 'Timeless' }))).toMatchObject({ status: 400, reason: 'required' });
  });

  test('404 there is no such event, whatever the body', async () => {
    expect(refusal(await update('nothing', {}))).toEqual({ status: 404, domain: 'global', reason: 'notFound' });
  });

  test('412 a stale tag comes before a bad body', async () => {
    const event = await addEvent(fixture, NINE);

    expect(refusal(await update(event.id, {}, '', { 'if-match': '"1"' }))).toMatchObject({
      status: 412,
      reason: 'conditionNotMet',
    });
    expect(refusal(await update(event.id, NINE, '', { 'if-none-match': event.etag }))).toMatchObject({
      status: 412,
      location: 'If-None-Match',
    });
  });
});
