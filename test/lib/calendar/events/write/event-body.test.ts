import { expect, test } from '@jest/globals';
import type { Target } from '#lib/calendar/events/read/find-event';
import { bodyOf } from '#lib/calendar/events/write/event-body';
import type { Reminders } from '#lib/calendar/model/event';
import { aCalendar, storedEvent } from '#test/support/calendar/events';

const stored = storedEvent({
  summary: 'Nine',
  location: 'Here',
  start: { dateTime: '2026-03-10T09:00:00', timeZone: 'Asia/Tokyo' },
  end: { dateTime: '2026-03-10T09:00:00+01:00' },
});
function bodyWith(reminders?: Reminders) {
  const overlay = reminders && { eventId: 'event', updatedAtMs: 1, seq: 1, reminders };
  const resolved = { kind: 'event', stored, whole: stored } as const;
  const open = { calendar: aCalendar() } as object as Target['open'];
  return bodyOf({ open, resolved, overlay, exceptions: [] });
}

test('what a patch is applied to has the times in UTC, with the zones that they have', () => {
  const body = bodyWith();

  expect(body).toMatchObject({
    summary: 'Nine',
    location: 'Here',
    start: { dateTime: '2026-03-10T00:00:00Z', timeZone: 'Asia/Tokyo' },
    end: { dateTime: '2026-03-10T08:00:00Z', timeZone: 'Europe/Zurich' },
  });
  for (const name of ['creator', 'organizer', 'id', 'iCalUID']) expect(body).not.toHaveProperty(name);
});

test("it has the caller's reminders, or those of the calendar", () => {
  const overrides = [
    { method: 'email', minutes: 10 },
    { method: 'popup', minutes: 5 },
  ];

  expect(bodyWith().reminders).toStrictEqual({ useDefault: true });
  expect(bodyWith({ useDefault: false }).reminders).toStrictEqual({ useDefault: false });
  expect(bodyWith({ useDefault: false, overrides }).reminders).toStrictEqual({ useDefault: false, overrides });
});
