import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { EventResource } from '#lib/calendar/resources/event';
import { eventsPath, refusal, share } from '#test/support/calendar/calendar';
import { guestsFixture } from '#test/support/calendar/guests';
import { useCalendar } from '#test/support/calendar/use-calendar';
import { newFolder } from '#test/support/run/folders/new-folder';

const fixture = useCalendar();

const quickAdd = (text: string, calendarId = 'primary', as = fixture.alice) =>
  fixture.ask<EventResource>('POST', `${eventsPath(calendarId)}/quickAdd?text=${encodeURIComponent(text)}`, { as });

describe('calendar.events.quickAdd', () => {
  describe('200', () => {
    test('CAL-97 reads day and time in the zone of the calendar', async () => {
      const { status, body } = await quickAdd('Lunch tomorrow at 3pm');

      expect(status).toBe(200);
      expect(body).toMatchObject({
        summary: 'Lunch',
        start: { dateTime: '2026-03-03T15:00:00+01:00' },
        end: { dateTime: '2026-03-03T16:00:00+01:00' },
        creator: { email: fixture.alice, self: true },
      });
    });

    test('CAL-98 makes series and all-day events, and wants words', async () => {
      const [standup, holiday] = await Promise.all([
        quickAdd('Standup every Monday 9am'),
        quickAdd('Holiday tomorrow'),
      ]);
      const withoutText = await fixture.ask('POST', `${eventsPath()}/quickAdd`);
      const blank = await quickAdd('');

      expect(standup.body).toMatchObject({ summary: 'Standup', recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO'] });
      expect(holiday.body).toMatchObject({
        summary: 'Holiday',
        start: { date: '2026-03-03' },
        end: { date: '2026-03-04' },
      });
      expect(refusal(withoutText)).toMatchObject({ status: 400, reason: 'required', location: 'text' });
      expect(refusal(blank)).toMatchObject({ status: 400, reason: 'required', location: 'text' });
    });

    test('keeps what it made', async () => {
      const { body } = await quickAdd('Review with ann@example.com noon');
      const read = await fixture.ask<EventResource>('GET', eventsPath('primary', String(body.id)));

      expect(read.body).toEqual(body);
      expect(read.body.attendees).toMatchObject([{ email: 'ann@example.com', responseStatus: 'needsAction' }]);
    });
  });

  test('mails the guests in the text when the client asks for it', async () => {
    const outbox = newFolder();
    const guests = await guestsFixture(outbox);
    const add = (query: string) =>
      guests.ask(
        'POST',
        `${eventsPath()}/quickAdd?text=${encodeURIComponent('Review with ann@elsewhere.example tomorrow at noon')}${query}`,
      );

    await add('');
    await guests.settle();
    expect(readdirSync(outbox)).toHaveLength(0);
    await add('&sendUpdates=all');
    await guests.settle();

    expect(readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))).toEqual([
      expect.stringContaining('ann@elsewhere.example'),
    ]);
    await guests.stop();
  });

  test('403 requiredAccessLevel for a reader', async () => {
    await share(fixture, fixture.S, fixture.bob, 'reader');

    expect(refusal(await quickAdd('Tea at 4pm', fixture.S, fixture.bob))).toMatchObject({
      status: 403,
      reason: 'requiredAccessLevel',
    });
  });
});
