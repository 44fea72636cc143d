/** Changes events in others' calendars that mention a person, so that their clients see it at the next sync. */
import { writeOf } from '#lib/calendar/events/write/item-write';
import { REMOVED_GUEST, withoutPerson } from '#lib/calendar/guests/forget-person';
import { nextTick } from '#lib/calendar/model/change-clock';
import { isException, type StoredEvent, type StoredItem } from '#lib/calendar/model/event';
import { calendar as service } from '#lib/runtime/calendar/serve';
import { config } from '#lib/runtime/process/config';
import { readEvent } from '#lib/stores/dynamodb/calendar/items/event-items';
import { eventPrefix } from '#lib/stores/dynamodb/calendar/items/keys';
import { documents } from '#lib/stores/dynamodb/client/client';
import type { Item } from '#lib/stores/dynamodb/item';
import { itemsMentioning, replaced, wordPattern } from '#lib/stores/dynamodb/people/mentions';
import { namesOf, type Person } from './person.ts';

/** No client sees these numbers change: reading an item has added them. */
type Change = (event: StoredItem) => StoredItem;

const isEvent = ({ sk }: Item): boolean => String(sk).startsWith(eventPrefix);

async function changeEvent(item: Item, change: Change): Promise<void> {
  const { stores, clock } = service;
  const calendarId = String(item['pk']);
  const stored = readEvent(item);
  const ids = [stored.id, ...(isException(stored) ? [stored.recurringEventId] : [])];
  for (;;) {
    const { calendar, events } = await stores.events.view(calendarId, ids, undefined, []);
    const [event, series] = events;
    if (calendar === undefined || event === undefined) return;
    const atMs = nextTick(clock.now().getTime(), event.updatedAtMs);
    const after = { ...change(event), version: event.version + 1, updatedAtMs: atMs };
    const write = writeOf(after, atMs, series as StoredEvent | undefined);
    // As an import: nobody is invited or written to, and every copy is changed by itself.
    const telling = { eventId: event.id, by: calendar.owner, isImport: true };
    if ((await stores.events.write(calendar, { writes: [write], telling, atMs })) !== false) return;
  }
}

async function changeAll(person: Person, pattern: RegExp, change: Change): Promise<number> {
  let count = 0;
  for await (const item of itemsMentioning(documents, config.calendarTable, pattern)) {
    if (!isEvent(item) || person.calendars.includes(String(item['pk']))) continue;
    await changeEvent(item, change);
    count += 1;
  }
  return count;
}

/** Meetings of others say "Guest removed", those that the person called are cancelled. */
export function leaveMeetings(person: Person): Promise<number> {
  const own = new Set([person.email, ...person.calendars]);
  const pattern = namesOf(person);
  return changeAll(
    person,
    pattern,
    (event) => replaced({ ...withoutPerson(event, own) }, pattern, REMOVED_GUEST) as Item & StoredItem,
  );
}

export function renameInMeetings(person: Person, address: string): Promise<number> {
  const pattern = wordPattern([person.email]);
  return changeAll(person, pattern, (event) => replaced({ ...event }, pattern, address) as Item & StoredItem);
}
