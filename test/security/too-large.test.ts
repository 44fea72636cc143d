/** More than the database keeps in one item: refused, and what was there stays. */
import { describe, expect, test } from '@jest/globals';
import { addEvent, calendarPath, eventsPath, hourFrom, listPath, refusal } from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';

const given = useCalendar();

const HUGE = 'x'.repeat(420_000);

describe('413 uploadTooLarge', () => {
  test.each([
    ['calendars.insert', 'POST', () => '/calendars', { summary: HUGE }],
    ['calendars.patch', 'PATCH', () => calendarPath(given.S), { description: HUGE }],
    ['calendars.update', 'PUT', () => calendarPath(given.S), { summary: 'S', location: HUGE }],
    ['calendarList.patch', 'PATCH', () => listPath(given.S), { summaryOverride: HUGE }],
  ])('%s', async (_name, method, path, body) => {
    expect(refusal(await given.ask(method, path(), { body }))).toEqual({
      status: 413,
      domain: 'global',
      reason: 'uploadTooLarge',
    });
    expect((await given.ask('GET', calendarPath(given.S))).body['summary']).toBe('S');
  });
});

test.each([
  [
    'extendedProperties',
    {
      extendedProperties: {
        private: Object.fromEntries(
          Array.from({ length: 300 }, (_, index) => [`key${String(index)}`, 'v'.repeat(1024)]),
        ),
      },
    },
  ],
  [
    'attendees',
    {
      attendees: Array.from({ length: 500 }, (_, index) => ({
        email: `a${String(index)}@example.com`,
        comment: 'c'.repeat(900),
      })),
    },
  ],
  [
    'attachments',
    {
      attachments: Array.from({ length: 25 }, (_, index) => ({
        fileUrl: `https://example.com/${String(index)}`,
        title: 't'.repeat(20_000),
      })),
    },
  ],
  [
    'recurrence',
    {
      recurrence: [
        'RRULE:FREQ=DAILY',
        ...Array.from({ length: 2000 }, () => `EXDATE:${'20260311T090000Z,'.repeat(15)}20260311T090000Z`),
      ],
    },
  ],
])('an event with too much in %s is refused', async (_name, body) => {
  const { id } = await addEvent(given, hourFrom('2026-03-10T09:00:00Z'));
  const { status } = await given.ask('PATCH', `${eventsPath('primary', id)}?supportsAttachments=true`, { body });

  expect([400, 413]).toContain(status);
  expect((await given.ask('GET', eventsPath('primary', id))).status).toBe(200);
});
