/** What the reference leaves open and README's Differences decide. */
import { describe, expect, test } from '@jest/globals';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { addEvent, eventsPath, hourFrom, rulePath, share, TUESDAYS } from '#test/support/calendar/calendar';
import { NINE } from '#test/support/calendar/events';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

const fixture = useCalendarPerTest();

describe('updatedMin', () => {
  test.each([
    ['.000Z', ['one', 'two', 'three']],
    ['.001Z', ['two', 'three']],
    ['.0010Z', ['two', 'three']],
    ['.0011Z', ['three']],
    ['.002Z', ['three']],
    ['.0020000001Z', []],
    ['Z', ['one', 'two', 'three']],
  ])('is compared to the fraction of a second: %s', async (fraction, expected) => {
    // Every change of one event is a millisecond after the one before; the clock stands still.
    for (const [changes, summary] of [
      [0, 'one'],
      [1, 'two'],
      [2, 'three'],
    ] as const) {
      const { id } = await addEvent(fixture, { ...NINE, summary });
      for (let change = 0; change < changes; change += 1)
        await fixture.ask('PATCH', eventsPath('primary', id), { body: { description: String(change) } });
    }

    const path = `${eventsPath()}?updatedMin=2026-03-02T08:00:00${fraction}`;
    const { items = [] } = (await fixture.ask<EventsResource>('GET', path)).body;

    expect(items.map(({ summary }) => summary).toSorted()).toEqual([...expected].toSorted());
  });
});

describe('a private event', () => {
  test('is seen in full by a reader who created it, and by no other reader', async () => {
    const { alice, bob, carol } = fixture;
    for (const email of [bob, carol]) await share(fixture, 'primary', email, 'writer');
    const secret: EventResource = { ...NINE, summary: 'Secret', visibility: 'private' };
    const { body } = await fixture.ask<{ id: string }>('POST', eventsPath(alice), { as: bob, body: secret });
    for (const email of [bob, carol])
      await fixture.ask('PATCH', rulePath('primary', `user:${email}`), { body: { role: 'reader' } });

    const seen = async (as: string) => {
      const one = (await fixture.ask<EventResource>('GET', eventsPath(alice, body.id), { as })).body;
      const [listed] = (await fixture.ask<EventsResource>('GET', eventsPath(alice), { as })).body.items ?? [];
      expect(listed).toEqual(one);
      return one.summary;
    };
    expect([await seen(bob), await seen(carol)]).toEqual(['Secret', undefined]);

    await fixture.ask('PATCH', rulePath('primary', `user:${bob}`), { body: { role: 'freeBusyReader' } });
    expect(await seen(bob)).toBeUndefined();
  });
});

describe('exceptions that a shorter rule has dropped', () => {
  test('are as the series describes them when the rule reaches them again', async () => {
    const { id } = await addEvent(fixture, TUESDAYS);
    const [third, fourth] = [`${id}_20260331T120000Z`, `${id}_20260407T120000Z`];
    const patch = (eventId: string, body: EventResource) =>
      fixture.ask('PATCH', eventsPath('primary', eventId), { body });
    await patch(third, { summary: 'Own', ...hourFrom('2026-04-01T09:00:00Z') });
    await fixture.ask('DELETE', eventsPath('primary', fourth));

    await patch(id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] });
    const dropped = await Promise.all(
      [third, fourth].map(async (each) => (await fixture.ask('GET', eventsPath('primary', each))).body['status']),
    );
    await patch(id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] });

    expect(dropped).toEqual(['cancelled', 'cancelled']);
    const path = `${eventsPath()}?singleEvents=true&orderBy=startTime&timeMin=2026-03-28T00:00:00Z`;
    const { items = [] } = (await fixture.ask<EventsResource>('GET', path)).body;
    expect(items.map((row) => [row.id, row.status, row.summary, row.start?.dateTime])).toEqual([
      [third, 'confirmed', 'Tuesdays', '2026-03-31T14:00:00+02:00'],
      [fourth, 'confirmed', 'Tuesdays', '2026-04-07T14:00:00+02:00'],
    ]);
  });
});
