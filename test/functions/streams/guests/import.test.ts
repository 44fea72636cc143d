/** What an import of the organizer's does to the copies that guests have. */
import { expect, test } from '@jest/globals';
import type { EventResource } from '#lib/calendar/resources/event';
import { eventsPath, TUESDAYS, type AnsweredEvent } from '#test/support/calendar/calendar';
import { answer, guestRow, inviting, NOON } from '#test/support/calendar/guests';
import { useGuests } from '#test/support/calendar/use-guests';

const fixture = useGuests();

const SECOND = '2026-03-24T13:00:00Z';
const SECOND_TUESDAY = {
  originalStartTime: { dateTime: SECOND },
  start: { dateTime: SECOND },
  end: { dateTime: '2026-03-24T14:00:00Z' },
};

/** The meeting again, as a file has it. */
async function importAgain({ iCalUID }: AnsweredEvent, more: EventResource): Promise<void> {
  const { ask, alice, settle } = fixture;
  const body = { iCalUID, summary: 'Lunch', organizer: { email: alice }, ...NOON, ...more };
  expect((await ask('POST', `${eventsPath()}/import`, { body })).status).toBe(200);
  await settle();
}

const statusesOf = (id: string): Promise<(string | undefined)[]> =>
  Promise.all([fixture.bob, fixture.carol].map(async (who) => (await fixture.read(who, id)).status));

test('a guest who is no longer on the list loses the copy, and nobody else does', async () => {
  const { alice, bob, carol, meeting, read, write, settle, listed, syncToken } = fixture;
  const event = await meeting();
  await write(carol, 'PATCH', event.id, answer(carol, 'accepted'));
  await settle();
  const token = await syncToken(bob);

  await importAgain(event, inviting(carol));

  expect((await read(alice, event.id)).attendees.map(({ email }) => email)).toEqual([carol]);
  expect(await statusesOf(event.id)).toEqual(['cancelled', 'confirmed']);
  expect(guestRow(await read(carol, event.id), carol)).toMatchObject({ responseStatus: 'accepted' });
  expect(await listed(bob, `syncToken=${encodeURIComponent(token)}`)).toMatchObject([
    { id: event.id, status: 'cancelled' },
  ]);
});

test('all lose it when the file cancels the meeting', async () => {
  const event = await fixture.meeting();

  await importAgain(event, { status: 'cancelled', ...inviting(fixture.bob, fixture.carol) });

  expect(await statusesOf(event.id)).toEqual(['cancelled', 'cancelled']);
});

test('a guest of a series who is off the list of one instance loses that instance alone', async () => {
  const { bob, carol, meeting, listed } = fixture;
  const event = await meeting(TUESDAYS);

  await importAgain(event, { ...SECOND_TUESDAY, ...inviting(carol) });

  const startsOf = async (who: string) =>
    (await listed(who, 'singleEvents=true'))
      .filter(({ recurringEventId }) => recurringEventId === event.id)
      .map(({ start }) => Date.parse(start.dateTime ?? ''));
  expect(await startsOf(carol)).toContain(Date.parse(SECOND));
  expect(await startsOf(bob)).not.toContain(Date.parse(SECOND));
  expect((await startsOf(bob)).length).toBe((await startsOf(carol)).length - 1);
});

test('a guest who never had a copy gets none, though one instance no longer invites', async () => {
  const { ask, bob, carol } = fixture;
  const iCalUID = `series-${bob}`;
  const { body } = await ask<AnsweredEvent>('POST', `${eventsPath()}/import`, {
    body: { iCalUID, ...NOON, ...TUESDAYS, ...inviting(bob, carol) },
  });

  await importAgain(body, { ...SECOND_TUESDAY, ...inviting(carol) });

  const found = await Promise.all([bob, carol].map((as) => ask('GET', eventsPath('primary', body.id), { as })));
  expect(found.map(({ status }) => status)).toEqual([404, 404]);
});
