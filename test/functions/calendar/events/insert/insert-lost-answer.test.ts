/** A write that took place although the answer says otherwise: the event is there once. */
import { expect, test } from '@jest/globals';
import { insertEvent } from '#lib/calendar/events/write/insert-event';
import { SCOPE } from '#lib/calendar/scopes';
import type { EventStore } from '#lib/calendar/stores/events';
import { actingAs } from '#lib/runtime/acting-as';
import { calendar } from '#lib/runtime/calendar/serve';
import { eventsPath } from '#test/support/calendar/calendar';
import { NINE } from '#test/support/calendar/events';
import { useCalendar } from '#test/support/calendar/use-calendar';

const fixture = useCalendar();

test('an event whose id is made here is not made twice when the answer of the database was lost', async () => {
  const context = actingAs(calendar, fixture.alice, [SCOPE.calendar]);
  let writes = 0;
  const write: EventStore['write'] = async (...change) => {
    const seq = await context.stores.events.write(...change);
    writes += 1;
    return writes === 1 ? false : seq;
  };
  const losing = { ...context, stores: { ...context.stores, events: { ...context.stores.events, write } } };

  const body = {
    ...NINE,
    summary: 'Once',
    reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] },
  };
  const event = await insertEvent({ permission: 'events.insert', calendarId: 'primary', body }, losing);

  const { body: listed } = await fixture.ask<{ items: { id: string; summary: string }[] }>(
    'GET',
    `${eventsPath()}?q=Once`,
  );
  expect(listed.items.map(({ id }) => id)).toEqual([event.id]);
  expect(event).toMatchObject({ summary: 'Once', reminders: { overrides: [{ method: 'popup', minutes: 5 }] } });
});
