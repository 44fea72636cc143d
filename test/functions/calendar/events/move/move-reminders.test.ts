import { describe, expect, test } from '@jest/globals';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { addEvent, eventsPath, listPath, share, TUESDAYS } from '#test/support/calendar/calendar';
import { NINE } from '#test/support/calendar/events';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

const fixture = useCalendarPerTest();

const minutes = (count: number) => ({ useDefault: false, overrides: [{ method: 'popup', minutes: count }] });
const remind = (id: string, count: number, as: string, calendarId = 'primary') =>
  fixture.ask('PATCH', eventsPath(calendarId, id), { as, body: { reminders: minutes(count) } });
const read = async (id: string, as: string, calendarId = fixture.S) =>
  (await fixture.ask<EventResource>('GET', eventsPath(calendarId, id), { as })).body.reminders;
const move = (id: string, destination = fixture.S, from = 'primary') =>
  fixture.ask<EventResource>('POST', `${eventsPath(from, id)}/move?destination=${encodeURIComponent(destination)}`);

/** Both calendars are open to bob and carol. */
async function shareBoth(): Promise<void> {
  for (const calendarId of ['primary', fixture.S])
    for (const email of [fixture.bob, fixture.carol]) await share(fixture, calendarId, email, 'writer');
}

describe('reminders after a move', () => {
  test('are those that everybody had', async () => {
    const { alice, bob, carol, S } = fixture;
    await shareBoth();
    const { id } = await addEvent(fixture, { ...NINE, reminders: minutes(1) });
    await remind(id, 2, bob, alice);

    expect((await move(id)).body.reminders).toEqual(minutes(1));
    expect([await read(id, alice), await read(id, bob), await read(id, carol)]).toEqual([
      minutes(1),
      minutes(2),
      { useDefault: true },
    ]);

    await remind(id, 3, bob, S);
    await move(id, 'primary', S);
    expect([await read(id, alice, alice), await read(id, bob, alice)]).toEqual([minutes(1), minutes(3)]);
  });

  test('are those of instances, with and without an exception, set by anybody', async () => {
    const { alice, bob } = fixture;
    await shareBoth();
    const { id } = await addEvent(fixture, TUESDAYS);
    const [second, third] = [`${id}_20260324T130000Z`, `${id}_20260331T120000Z`];
    await fixture.ask('PATCH', eventsPath('primary', third), { body: { summary: 'Own' } });
    await remind(second, 1, alice);
    await remind(third, 2, alice);
    await remind(second, 3, bob, alice);
    await remind(id, 4, bob, alice);

    await move(id);

    expect([await read(second, alice), await read(third, alice), await read(id, alice)]).toEqual([
      minutes(1),
      minutes(2),
      { useDefault: true },
    ]);
    expect([await read(second, bob), await read(third, bob), await read(id, bob)]).toEqual([
      minutes(3),
      minutes(4),
      minutes(4),
    ]);
  });

  test('are in the lists of those who have the destination on theirs, and those of another event stay', async () => {
    const { alice, bob, S } = fixture;
    await shareBoth();
    await fixture.ask('POST', '/users/me/calendarList', { as: bob, body: { id: S } });
    expect((await fixture.ask('GET', listPath(S), { as: bob })).status).toBe(200);
    const [one, other] = [
      await addEvent(fixture, { ...NINE, id: 'abcde' }),
      await addEvent(fixture, { ...NINE, id: 'abcde0' }),
    ];
    await remind(one.id, 1, bob, alice);
    await remind(other.id, 2, bob, alice);

    await move(one.id);

    const { items } = (await fixture.ask<EventsResource>('GET', eventsPath(S), { as: bob })).body;
    expect(items?.map(({ id, reminders }) => [id, reminders])).toEqual([[one.id, minutes(1)]]);
    expect(await read(other.id, bob, alice)).toEqual(minutes(2));
    expect((await fixture.ask('GET', eventsPath(S, other.id), { as: bob })).status).toBe(404);
  });
});
