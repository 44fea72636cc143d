import { describe, expect, test } from '@jest/globals';
import type { EventResource } from '#lib/calendar/resources/event';
import type { ErrorBody } from '#test/support/ask';
import { eventsPath } from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';

const fixture = useCalendar();
const start = { dateTime: '2026-03-10T09:00:00Z' };
const insert = <Body = EventResource>(fields: object) =>
  fixture.ask<Body>('POST', eventsPath(), { body: { start, end: start, ...fields } });

describe('calendar.events.insert', () => {
  test('numbers are taken where text is declared', async () => {
    const { status, body } = await insert({ summary: 2026, colorId: 5, location: 1.5 });

    expect([status, body]).toMatchObject([200, { summary: '2026', colorId: '5', location: '1.5' }]);
  });

  test.each([
    ['summary', { summary: {} }],
    ['summary', { summary: ['Tea'] }],
    ['location', { location: true }],
    ['attendees[0].email', { attendees: [{ email: { address: 'bob@example.com' } }] }],
  ])('400 that names %s for %j', async (field, fields) => {
    const { status, body } = await insert<ErrorBody>(fields);

    expect(status).toBe(400);
    expect(body.error.message).toContain(`'${field}' must be text`);
  });
});
