import { describe, expect, test } from '@jest/globals';
import type { EventsResource } from '#lib/calendar/resources/event';
import { addEvent, eventsPath, startInstance } from '#test/support/calendar/calendar';
import { eventRequests } from '#test/support/calendar/event-requests';
import { NINE } from '#test/support/calendar/events';
import { useCalendar } from '#test/support/calendar/use-calendar';

const fixture = useCalendar();

const { patch, read } = eventRequests(() => fixture);

describe('calendar.events.patch', () => {
  test('eight writers at once in four instances of the function all get through', async () => {
    const { alice, clock } = fixture;
    const event = await addEvent(fixture, NINE);
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const instances = Array.from({ length: 4 }, () => startInstance(alice, clock));

    const answers = await Promise.all(
      names.map((name, index) =>
        instances[index % 4]?.('PATCH', eventsPath('primary', event.id), {
          body: { extendedProperties: { shared: { [name]: name } } },
        }),
      ),
    );

    expect(answers.map((answer) => answer?.status)).toEqual(names.map(() => 200));
    expect((await read(event.id)).extendedProperties?.shared).toEqual(
      Object.fromEntries(names.map((name) => [name, name])),
    );
  });

  test('forty instances of one series are changed at the same moment', async () => {
    const { id } = await addEvent(fixture, {
      start: { date: '2026-03-10' },
      end: { date: '2026-03-11' },
      recurrence: ['RRULE:FREQ=DAILY;COUNT=40'],
    });
    const { body } = await fixture.ask<EventsResource>('GET', `${eventsPath('primary', id)}/instances`);
    const instances = (body.items ?? []).map((instance) => instance.id ?? '');

    const answers = await Promise.all(instances.map((instance) => patch(instance, { summary: instance })));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const after = await fixture.ask<EventsResource>('GET', `${eventsPath('primary', id)}/instances`);
    expect(after.body.items?.map(({ summary }) => summary)).toEqual(instances);
  });

  test('of two writers with the same tag, in two instances of the function, one is told that it came too late', async () => {
    const { alice, clock } = fixture;
    const event = await addEvent(fixture, NINE);

    const answers = await Promise.all(
      ['one', 'two'].map((summary) =>
        startInstance(alice, clock)('PATCH', eventsPath('primary', event.id), {
          body: { summary },
          headers: { 'if-match': event.etag },
        }),
      ),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });
});
