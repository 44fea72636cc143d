/** Stored events as the rules of meetings see them. */
import type { Meeting } from '#lib/calendar/guests/meeting';
import type { StoredEvent, StoredException } from '#lib/calendar/model/event';
import type { CopyMark } from '#lib/calendar/model/guest-copy';
import type { IndexedItem } from '#lib/calendar/stores/events';

export const ALICE = 'alice@example.com';
export const BOB = 'bob@example.com';
export const CAROL = 'carol@example.com';

export const storedLunch = (more: Partial<StoredEvent> = {}): StoredEvent => ({
  id: 'lunch',
  iCalUID: 'lunch@google.com',
  createdAtMs: 1_000,
  updatedAtMs: 2_000,
  version: 3,
  start: { dateTime: '2026-03-10T11:00:00Z' },
  end: { dateTime: '2026-03-10T12:00:00Z' },
  status: 'confirmed',
  eventType: 'default',
  creator: { email: ALICE },
  organizer: { email: ALICE },
  sequence: 0,
  summary: 'Lunch',
  attendees: [BOB, CAROL].map((email) => ({ email, responseStatus: 'needsAction' })),
  ...more,
});

export const SERIES: Partial<StoredEvent> = {
  start: { dateTime: '2026-03-17T13:00:00Z', timeZone: 'Europe/Zurich' },
  end: { dateTime: '2026-03-17T14:00:00Z', timeZone: 'Europe/Zurich' },
  recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
};

export const storedException = (suffix: string, more: Partial<StoredException> = {}): StoredException => ({
  id: `lunch_${suffix}`,
  iCalUID: 'lunch@google.com',
  createdAtMs: 1_000,
  updatedAtMs: 2_500,
  version: 1,
  recurringEventId: 'lunch',
  originalStart: {
    dateTime: suffix.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'),
    timeZone: 'Europe/Zurich',
  },
  status: 'confirmed',
  ...more,
});

export const meetingWith = (event: StoredEvent, exceptions: readonly StoredException[] = []): Meeting => ({
  calendarId: ALICE,
  owner: ALICE,
  organizer: event.organizer,
  event:
    exceptions.length === 0 ? event : { ...event, exceptions: exceptions.map(({ id }) => id.slice('lunch_'.length)) },
  exceptions,
});

export const copyMark = (more: Partial<CopyMark> = {}): CopyMark => ({ of: ALICE, version: 3, ...more });

export const indexedItems = (items: readonly (StoredEvent | StoredException)[]): IndexedItem[] =>
  items.map((item) => ({ ...item, seq: 1, sharedSeq: 1 }));
