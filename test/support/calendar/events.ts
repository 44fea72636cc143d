/** Events as clients write them and as rules see them; nothing here needs a database. */
import { readFields, type Reading } from '#lib/calendar/events/body/read-body';
import type { Calendar } from '#lib/calendar/model/calendar';
import type { StoredEvent } from '#lib/calendar/model/event';
import type { EventResource } from '#lib/calendar/resources/event';

export const ALICE = 'alice@example.com';

export const aCalendar = (change: Partial<Calendar> = {}): Calendar => ({
  id: ALICE,
  summary: 'Alice',
  timeZone: 'Europe/Zurich',
  owner: ALICE,
  isPrimary: true,
  seq: 1,
  version: 1,
  updatedAtMs: 0,
  eventsUpdatedAtMs: 0,
  ...change,
});

export const aReading = (change: Partial<Reading> = {}): Reading => ({
  calendar: aCalendar(),
  email: ALICE,
  parts: { conferenceDataVersion: 1, supportsAttachments: true },
  conferences: { nextId: () => '0123456789abcdefghijklmnop', rootUrl: 'https://almanac.test/' },
  ...change,
});

export const NINE: EventResource = {
  start: { dateTime: '2026-03-10T08:00:00Z' },
  end: { dateTime: '2026-03-10T09:00:00Z' },
};

export const BIRTHDAY: EventResource = {
  summary: 'Ann',
  eventType: 'birthday',
  start: { date: '2026-04-04' },
  end: { date: '2026-04-05' },
  visibility: 'private',
  transparency: 'transparent',
  recurrence: ['RRULE:FREQ=YEARLY'],
};

/** Tuesdays at 14:00 in Zurich from 17 March 2026 on. */
export const tuesdays = (...recurrence: string[]): EventResource => ({
  summary: 'Tuesdays',
  start: { dateTime: '2026-03-17T14:00:00', timeZone: 'Europe/Zurich' },
  end: { dateTime: '2026-03-17T15:00:00', timeZone: 'Europe/Zurich' },
  recurrence: recurrence.length === 0 ? ['RRULE:FREQ=WEEKLY;COUNT=4'] : recurrence,
});

/** An event as it is kept after it was inserted. */
export const storedEvent = (body: EventResource = NINE, change: Partial<StoredEvent> = {}): StoredEvent => ({
  ...readFields(body, aReading()),
  id: 'event',
  iCalUID: 'event@example.com',
  createdAtMs: 1_000,
  updatedAtMs: 2_000,
  version: 1,
  ...change,
});
