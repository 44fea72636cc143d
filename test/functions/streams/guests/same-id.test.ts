/** Ids of events are known to others. Whoever gives an event of their own the id of a meeting changes no copy of it. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EventResource } from '#lib/calendar/resources/event';
import { eventsPath, TUESDAYS, type AnsweredEvent } from '#test/support/calendar/calendar';
import { answer, guestsFixture, inviting, NOON, signUp, type GuestsFixture } from '#test/support/calendar/guests';

let fixture: GuestsFixture;
let mallory: string;
beforeAll(async () => {
  fixture = await guestsFixture();
  mallory = `mallory-${fixture.bob}`;
  await signUp(fixture, fixture.bob, fixture.carol, mallory);
});
afterAll(() => fixture.stop());

async function secondCalendar(as: string): Promise<string> {
  const { body } = await fixture.ask<{ id: string }>('POST', '/calendars', { as, body: { summary: 'Second' } });
  return body.id;
}

/** Puts an event with this id into a calendar, changes it and deletes it again. */
async function interfere(as: string, calendarId: string, id: string, more: EventResource = {}): Promise<void> {
  const { ask, bob, settle } = fixture;
  const body = { id, summary: 'Mine now', ...NOON, ...inviting(bob), ...more };
  expect((await ask('POST', eventsPath(calendarId), { as, body })).status).toBe(200);
  await settle();
  const { status } = await ask('PATCH', eventsPath(calendarId, id), { as, body: { location: 'Elsewhere' } });
  expect(status).toBe(200);
  await settle();
  await ask('DELETE', eventsPath(calendarId, id), { as });
  await settle();
}

async function expectUntouched(who: string, event: AnsweredEvent, organizer = fixture.alice): Promise<void> {
  const { summary, status, location, organizer: leader } = await fixture.read(who, event.id);
  expect({ summary, status, location, leader: leader?.email }).toEqual({
    summary: 'Lunch',
    status: 'confirmed',
    location: undefined,
    leader: organizer,
  });
}

/** The real organizer still leads: a change arrives. */
async function expectFollowed(who: string, id: string, by: string, calendarId = 'primary'): Promise<void> {
  const { ask, settle, read } = fixture;
  const { status } = await ask('PATCH', eventsPath(calendarId, id), {
    as: by,
    body: { description: 'Bring a friend' },
  });
  expect(status).toBe(200);
  await settle();
  expect((await read(who, id)).description).toBe('Bring a friend');
}

describe("a guest's copy stays that of its meeting, whatever has the same id", () => {
  test('in the calendar of a stranger', async () => {
    const { alice, bob, meeting } = fixture;
    const event = await meeting();

    await interfere(mallory, 'primary', event.id);

    await expectUntouched(bob, event);
    await expectFollowed(bob, event.id, alice);
  });

  test('when the stranger calls the real organizer a guest', async () => {
    const { alice, bob, meeting, read } = fixture;
    const event = await meeting();

    await interfere(mallory, 'primary', event.id, inviting(alice, bob));

    await expectUntouched(bob, event);
    expect(await read(alice, event.id)).toMatchObject({ summary: 'Lunch', status: 'confirmed' });
  });

  test('in a second calendar of a fellow guest, or of somebody who was one', async () => {
    const { alice, bob, carol, meeting, write, settle } = fixture;
    const event = await meeting();
    await interfere(carol, await secondCalendar(carol), event.id);
    await expectUntouched(bob, event);

    await write(alice, 'PATCH', event.id, inviting(bob));
    await settle();
    await interfere(carol, await secondCalendar(carol), event.id);

    await expectUntouched(bob, event);
    await expectFollowed(bob, event.id, alice);
  });

  test('in another calendar of the organizer', async () => {
    const { alice, bob, meeting } = fixture;
    const event = await meeting();

    await interfere(alice, await secondCalendar(alice), event.id);

    await expectUntouched(bob, event);
    await expectFollowed(bob, event.id, alice);
  });

  test('imported by a stranger', async () => {
    const { ask, alice, bob, meeting, settle } = fixture;
    const event = await meeting();
    const { iCalUID } = event;
    const body = { iCalUID, summary: 'Mine now', ...NOON, ...inviting(bob), organizer: { email: mallory } };

    expect((await ask('POST', `${eventsPath()}/import`, { as: mallory, body })).status).toBe(200);
    await settle();

    await expectUntouched(bob, event);
    await expectFollowed(bob, event.id, alice);
  });

  test('after the meeting has moved: only its new calendar leads', async () => {
    const { ask, alice, bob, meeting, settle, S, read } = fixture;
    const event = await meeting();
    const move = `${eventsPath('primary', event.id)}/move?destination=${encodeURIComponent(S)}`;
    expect((await ask('POST', move, { as: alice })).status).toBe(200);
    await settle();
    expect((await read(bob, event.id)).organizer?.email).toBe(S);

    await interfere(mallory, 'primary', event.id);
    await interfere(alice, await secondCalendar(alice), event.id);

    await expectUntouched(bob, event, S);
    await expectFollowed(bob, event.id, alice, S);
  });

  test('after it has moved twice, before anybody was told', async () => {
    const { ask, alice, bob, meeting, settle, S, read } = fixture;
    const event = await meeting();
    const third = await secondCalendar(alice);
    for (const [from, to] of [
      ['primary', S],
      [S, third],
    ] as const) {
      const { status } = await ask('POST', `${eventsPath(from, event.id)}/move?destination=${encodeURIComponent(to)}`, {
        as: alice,
      });
      expect(status).toBe(200);
    }
    await settle();

    expect((await read(bob, event.id)).organizer?.email).toBe(third);
    await expectFollowed(bob, event.id, alice, third);
  });

  test('once the guest has answered: the answer goes to the real organizer alone', async () => {
    const { alice, bob, meeting, settle, write, read, ask } = fixture;
    const event = await meeting();
    const body = { id: event.id, summary: 'Mine now', ...NOON, ...inviting(bob) };
    await ask('POST', eventsPath(), { as: mallory, body });
    await settle();

    await write(bob, 'PATCH', event.id, answer(bob, 'accepted'));
    await settle();

    expect((await read(alice, event.id)).attendees.find(({ email }) => email === bob)?.responseStatus).toBe('accepted');
    expect((await read(mallory, event.id)).attendees.map(({ responseStatus }) => responseStatus)).toEqual([
      'needsAction',
    ]);
  });
});

test('a guest of one instance keeps it, though a series of the same id elsewhere has none', async () => {
  const { alice, bob, carol, ask, settle, read } = fixture;
  const { body: series } = await ask<AnsweredEvent>('POST', eventsPath(), {
    as: alice,
    body: { ...TUESDAYS, ...inviting(bob) },
  });
  const instance = `${series.id}_20260317T130000Z`;
  const { status } = await ask('PATCH', eventsPath('primary', instance), { as: alice, body: inviting(bob, carol) });
  expect(status).toBe(200);
  await settle();
  expect((await read(carol, instance)).status).toBe('confirmed');

  const body = { ...TUESDAYS, id: series.id, ...inviting(bob) };
  expect((await ask('POST', eventsPath(), { as: mallory, body })).status).toBe(200);
  const own = await ask('PATCH', eventsPath('primary', instance), { as: mallory, body: inviting(carol) });
  expect(own.status).toBe(200);
  await settle();
  await ask('PATCH', eventsPath('primary', instance), { as: mallory, body: { attendees: [] } });
  await settle();

  const copy = await read(carol, instance);
  expect([copy.status, copy.organizer?.email]).toEqual(['confirmed', alice]);
});

test('of two strangers who invite somebody under the same id, the first one leads', async () => {
  const { bob, ask, settle, read, carol } = fixture;
  const id = 'sameidforboth';
  for (const as of [mallory, carol]) {
    const body = { id, summary: `By ${as}`, ...NOON, ...inviting(bob) };
    expect((await ask('POST', eventsPath(), { as, body })).status).toBe(200);
    await settle();
  }

  expect((await read(bob, id)).summary).toBe(`By ${mallory}`);
});
